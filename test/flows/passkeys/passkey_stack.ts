// Helpers for tests of passkeys: a stack with passkeys enabled, users with sessions, and software authenticators.
import { type AuthError, GoTrueClient } from '@supabase/auth-js';
import {
  Authenticator,
  type AuthenticatorModel,
  type CreationOptions,
  type Credential,
  type ResponseDeviation,
} from '../../support/clients/authenticator.ts';
import { assertClientError, validatingFetch } from '../../support/clients/client.ts';
import {
  confirmedUser,
  SITE_URL,
  type Stack,
  type StackOptions,
  startStack,
  type TestGateway,
} from '../../support/processes/stack.ts';

export const PASSKEY_SETTINGS = {
  SVC_PASSKEY_ENABLED: 'true',
  SVC_WEBAUTHN_RP_ID: 'localhost',
  SVC_WEBAUTHN_RP_DISPLAY_NAME: 'The app',
  SVC_WEBAUTHN_RP_ORIGINS: `${SITE_URL},http://app.localhost:3000`,
};

/** Settings that also enable WebAuthn second factors. */
export const WEBAUTHN_SETTINGS = {
  ...PASSKEY_SETTINGS,
  SVC_MFA_WEB_AUTHN_ENROLL_ENABLED: 'true',
  SVC_MFA_WEB_AUTHN_VERIFY_ENABLED: 'true',
};

export const startPasskeyStack = (o: StackOptions = {}): Promise<Stack> =>
  startStack({ ...o, env: { ...PASSKEY_SETTINGS, ...o.env } });

/** Creates an unmodified auth-js client with its experimental passkey functions. */
export function passkeyClient(node: Pick<TestGateway, 'url'>, headers: Record<string, string> = {}): GoTrueClient {
  return new GoTrueClient({
    url: node.url,
    fetch: validatingFetch(node.url),
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: false,
    headers: { apikey: 'anon', ...headers },
    experimental: { passkey: true },
  });
}

export async function createSignedInUser(stack: Stack) {
  const person = await confirmedUser(stack);
  const auth = passkeyClient(stack);
  expectData(await auth.setSession(person));
  return { ...person, auth };
}

/**
 * Like expectData() of support/clients/client.ts, for the result types of auth-js's passkey functions. Returns the data
 * of a result. Throws if the result is an error.
 */
export function expectData<A extends { data: unknown; error: Error | null }>(answer: A): NonNullable<A['data']> {
  if (answer.error) throw answer.error;
  return answer.data as NonNullable<A['data']>;
}

/** Asserts the error of a passkey call. */
export const assertPasskeyError = (
  answer: { error: Error | null },
  expected: Parameters<typeof assertClientError>[1],
) => assertClientError(answer as { error: AuthError | null }, expected);

/** Casts a credential for calls whose types require the browser's type. */
export const castCredential = <T>(credential: Credential): T => credential as unknown as T;

/** Registers a passkey. Returns the passkey, its authenticator and the credential of the registration. */
export async function registerPasskey(auth: GoTrueClient, model: AuthenticatorModel = {}, lie: ResponseDeviation = {}) {
  const authenticator = new Authenticator(model);
  const { challenge_id, options } = expectData(await auth.passkey.startRegistration());
  const credential = authenticator.create(options as unknown as CreationOptions, lie);
  const passkey = await auth.passkey.verifyRegistration({
    challengeId: challenge_id,
    credential: castCredential(credential),
  });
  return { authenticator, credential, passkey: expectData(passkey) };
}
