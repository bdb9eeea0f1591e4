// Helpers for tests of ID tokens: issuers at their own host names, a server that accepts their tokens, and users.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AuthError, Session } from '@supabase/auth-js';
import * as assert from 'uvu/assert';
import { type Client, createClient } from '../../support/clients/client.ts';
import { newEmail, type TestGateway } from '../../support/processes/stack.ts';
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

/** Client ids without secrets and redirect URIs, because apps submit ID tokens directly. */
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

/** Issuers of the current test file. */
export let issuers: Issuers;

/** Starts the issuers. The test file must close them at its end, because the next file may run in the same process. */
export async function startIssuers(): Promise<void> {
  issuers = await createIssuers();
}

export interface SubmittedIdToken {
  provider: string;
  token: string;
  access_token?: string;
  nonce?: string;
}

/** Returns the claims of a new user, with Google's claim names. */
export function newUserClaims(more: Record<string, unknown> = {}): Record<string, unknown> {
  const sub = randomBytes(8).toString('hex');
  return { sub, aud: 'google-web', email: newEmail(), email_verified: true, name: 'Ada Lovelace', ...more };
}

export const googleToken = (more: Record<string, unknown> = {}): SubmittedIdToken => ({
  provider: 'google',
  token: issuers.at(GOOGLE).idToken(newUserClaims(more)),
});

export const sha256Hex = (nonce: string): string => createHash('sha256').update(nonce).digest('hex');

/** Signs in by ID token with auth-js. */
export async function signInWithToken(
  node: Pick<TestGateway, 'url'>,
  brought: SubmittedIdToken,
  client: Client = createClient(node.url),
): Promise<{ session: Session; client: Client }> {
  const { data, error } = await client.auth.signInWithIdToken(
    brought as Parameters<typeof client.auth.signInWithIdToken>[0],
  );
  if (error) throw error;
  return { session: data.session as Session, client };
}

/** Returns status and message of the error that auth-js receives. */
export async function signInError(
  node: Pick<TestGateway, 'url'>,
  brought: SubmittedIdToken,
): Promise<[status: number, text: string]> {
  const { auth } = createClient(node.url);
  const { data, error } = await auth.signInWithIdToken(brought as Parameters<typeof auth.signInWithIdToken>[0]);
  assert.is(data.session, null, 'no session was opened');
  const { status = 0, message } = error as AuthError;
  return [status, message];
}

export const BAD_ID_TOKEN = [400, 'Bad ID token'] as const;
export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);
export const encodePart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** Returns a well-formed token signed with a key of no issuer. */
export function forgeToken(claims: object, header: object = {}): string {
  const text = `${encodePart({ alg: 'RS256', ...header })}.${encodePart({ iat: nowInSeconds(), exp: nowInSeconds() + 600, ...claims })}`;
  return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
}
