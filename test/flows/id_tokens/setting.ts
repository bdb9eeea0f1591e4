// Helpers of the tests of ID tokens: issuers at their own host names, a server that accepts their tokens, and users.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AuthError, Session } from '@supabase/auth-js';
import * as assert from 'uvu/assert';
import { type Client, createClient } from '../../support/clients/client.ts';
import { type Node, newEmail } from '../../support/processes/stack.ts';
import { createIssuers, type Issuers } from '../../support/providers/issuers.ts';

export const APPLE = 'https://appleid.apple.com';
export const GOOGLE = 'https://accounts.google.com';
export const TENANT = '11111111-2222-4333-8444-555555555555';
export const MICROSOFT = `https://login.microsoftonline.com/${TENANT}/v2.0`;
export const FACEBOOK = 'https://www.facebook.com';
export const KEYCLOAK = 'https://sso.example.com/realms/main';
export const SNAPCHAT = 'https://accounts.snapchat.com/accounts/oauth2/token';
export const OTHER = 'https://issuer.example';

const own = (name: string, client_id: string): Record<string, string> => ({
  [`SVC_EXTERNAL_${name}_ENABLED`]: 'true',
  [`SVC_EXTERNAL_${name}_CLIENT_ID`]: client_id,
});

/** Neither secrets nor redirect URIs are set: an app sends its ID tokens itself. */
export const ENV: Readonly<Record<string, string>> = {
  ...own('APPLE', 'web.example'),
  ...own('GOOGLE', 'google-web,google-android'),
  ...own('AZURE', 'azure-app'),
  ...own('FACEBOOK', 'facebook-app'),
  ...own('KEYCLOAK', 'keycloak-app'),
  ...own('SNAPCHAT', 'snapchat-app'),
  SVC_EXTERNAL_KEYCLOAK_URL: KEYCLOAK,
  SVC_EXTERNAL_IOS_BUNDLE_ID: 'com.example.app',
  SVC_EXTERNAL_ALLOWED_ID_TOKEN_ISSUERS: `${APPLE},${GOOGLE},${OTHER}`,
};

/** The issuers of the running file. */
export let issuers: Issuers;

/** Starts the issuers. The test file closes them at its end, because the next file may run in the same process. */
export async function startIssuers(): Promise<void> {
  issuers = await createIssuers();
}

export interface Brought {
  provider: string;
  token: string;
  access_token?: string;
  nonce?: string;
}

/** Returns the claims of a new user, as Google names them. */
export function claimsOf(more: Record<string, unknown> = {}): Record<string, unknown> {
  const sub = randomBytes(8).toString('hex');
  return { sub, aud: 'google-web', email: newEmail(), email_verified: true, name: 'Ada Lovelace', ...more };
}

export const google = (more: Record<string, unknown> = {}): Brought => ({
  provider: 'google',
  token: issuers.at(GOOGLE).idToken(claimsOf(more)),
});

export const hashed = (nonce: string): string => createHash('sha256').update(nonce).digest('hex');

/** Signs in with the real client. */
export async function signInWithToken(
  node: Pick<Node, 'url'>,
  brought: Brought,
  client: Client = createClient(node.url),
): Promise<{ session: Session; client: Client }> {
  const { data, error } = await client.auth.signInWithIdToken(
    brought as Parameters<typeof client.auth.signInWithIdToken>[0],
  );
  if (error) throw error;
  return { session: data.session as Session, client };
}

/** Returns the error that the client gets. */
export async function errorFor(node: Pick<Node, 'url'>, brought: Brought): Promise<[status: number, text: string]> {
  const { auth } = createClient(node.url);
  const { data, error } = await auth.signInWithIdToken(brought as Parameters<typeof auth.signInWithIdToken>[0]);
  assert.is(data.session, null, 'no session was opened');
  const { status = 0, message } = error as AuthError;
  return [status, message];
}

export const BAD = [400, 'Bad ID token'] as const;
export const now = (): number => Math.floor(Date.now() / 1000);
/** Encodes a part of a token. */
export const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Returns a well-formed token with a foreign signature. */
export function forged(claims: object, header: object = {}): string {
  const text = `${encodePart({ alg: 'RS256', ...header })}.${encodePart({ iat: now(), exp: now() + 600, ...claims })}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}
