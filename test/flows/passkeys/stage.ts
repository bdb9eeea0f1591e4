// Helpers of the tests of passkeys: a stack with passkeys enabled, signed-in users, and their authenticators.
import { type AuthError, GoTrueClient } from '@supabase/auth-js';
import {
  Authenticator,
  type CreationOptions,
  type Credential,
  type Deviation,
  type Model,
} from '../../support/clients/authenticator.ts';
import { describedFetch, failed as failedOf } from '../../support/clients/client.ts';
import {
  confirmedUser,
  type Node,
  SITE_URL,
  type Stack,
  type StackOptions,
  startStack,
} from '../../support/processes/stack.ts';

export const PASSKEYS = {
  SVC_PASSKEY_ENABLED: 'true',
  SVC_WEBAUTHN_RP_ID: 'localhost',
  SVC_WEBAUTHN_RP_DISPLAY_NAME: 'The app',
  SVC_WEBAUTHN_RP_ORIGINS: `${SITE_URL},http://app.localhost:3000`,
};

/** The same settings for authenticators as second factors. */
export const WEBAUTHN = {
  ...PASSKEYS,
  SVC_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true',
  SVC_MFA_WEB_AUTHN_VERIFY_ENABLED: 'true',
};

export const startPasskeys = (o: StackOptions = {}): Promise<Stack> =>
  startStack({ ...o, env: { ...PASSKEYS, ...o.env } });

/** Creates the unmodified client, with its experimental features. */
export function passkeyClient(node: Pick<Node, 'url'>, headers: Record<string, string> = {}): GoTrueClient {
  return new GoTrueClient({
    url: node.url,
    fetch: describedFetch(node.url),
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: false,
    headers: { apikey: 'anon', ...headers },
    experimental: { passkey: true },
  });
}

/** Creates a user with a session in a client. */
export async function signedIn(stack: Stack) {
  const person = await confirmedUser(stack);
  const auth = passkeyClient(stack);
  good(await auth.setSession(person));
  return { ...person, auth };
}

/** Returns the data of a response without an error; the client has separate types for passkeys. */
export function good<A extends { data: unknown; error: Error | null }>(answer: A): NonNullable<A['data']> {
  if (answer.error) throw answer.error;
  return answer.data as NonNullable<A['data']>;
}

/** Returns the error of such a response. */
export const failed = (answer: { error: Error | null }, expected: Parameters<typeof failedOf>[1]) =>
  failedOf(answer as { error: AuthError | null }, expected);

/** Casts a credential for calls whose types require a browser's own. */
export const sentAs = <T>(credential: Credential): T => credential as unknown as T;

/** Registers a passkey; returns its id and its authenticator. */
export async function registerPasskey(auth: GoTrueClient, model: Model = {}, lie: Deviation = {}) {
  const authenticator = new Authenticator(model);
  const { challenge_id, options } = good(await auth.passkey.startRegistration());
  const credential = authenticator.create(options as unknown as CreationOptions, lie);
  const passkey = await auth.passkey.verifyRegistration({ challengeId: challenge_id, credential: sentAs(credential) });
  return { authenticator, credential, passkey: good(passkey) };
}
