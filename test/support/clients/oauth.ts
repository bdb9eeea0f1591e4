// Helpers for tests of the OAuth server: signing keys, a server with OAuth enabled, a client, and consent by API
// requests.
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  type Answer,
  bearer,
  confirmedUser,
  type Stack,
  type StackOptions,
  startStack,
  type TestGateway,
} from '../processes/stack.ts';
import { SERVICE } from './admin.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
/** Private key that signs access tokens and ID tokens, as a value of SVC_JWT_KEYS. */
export const SIGNING_KEY = JSON.stringify([
  { ...privateKey.export({ format: 'jwk' }), kid: 'ec-1', alg: 'ES256', key_ops: ['sign', 'verify'] },
]);

/** Returns a new RS256 key in the format of SIGNING_KEY. */
export function createRsaSigningKey(): string {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' });
  return JSON.stringify([{ ...rsa, kid: 'rsa-1', alg: 'RS256', key_ops: ['sign', 'verify'] }]);
}

export const CALLBACK = 'https://client.example.com/callback';

/** Settings of a server with OAuth enabled. The consent page belongs to the app: /consent below the site URL. */
export const OAUTH_ENV: Readonly<Record<string, string>> = {
  SVC_OAUTH_SERVER_ENABLED: 'true',
  SVC_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION: 'true',
  SVC_OAUTH_SERVER_DEVICE_ENABLED: 'true',
  SVC_OAUTH_SERVER_AUTHORIZATION_PATH: '/consent',
  SVC_JWT_KEYS: SIGNING_KEY,
  SVC_JWT_VALID_METHODS: 'ES256,HS256',
};

export const startOAuth = (o: StackOptions = {}): Promise<Stack> =>
  startStack({ ...o, env: { ...OAUTH_ENV, ...o.env } });

export interface TestClient {
  readonly client_id: string;
  readonly client_secret: string;
}

/** Registers a client through the admin API. */
export async function createOAuthClient(stack: TestGateway, metadata: object = {}): Promise<TestClient> {
  const answer = await stack.post(
    '/admin/oauth/clients',
    { client_name: 'Test client', redirect_uris: [CALLBACK], ...metadata },
    SERVICE,
  );
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return { client_id: String(answer.body.client_id), client_secret: String(answer.body.client_secret ?? '') };
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** Returns the query of an authorization request with a PKCE challenge. */
export function authorizeQuery(client_id: string, challenge: string, more: Record<string, string> = {}): string {
  const all = {
    client_id,
    response_type: 'code',
    redirect_uri: CALLBACK,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'state-1',
    ...more,
  };
  return new URLSearchParams(all).toString();
}

/** Returns the URL in the Location header. */
export const redirectLocation = (answer: Answer): URL => new URL(answer.headers.get('location') ?? 'about:blank');

/** Starts an authorization. Returns the authorization id from the consent page's URL. */
export async function startAuthorization(stack: TestGateway, query: string): Promise<string> {
  const answer = await stack.get(`/oauth/authorize?${query}`);
  const id = redirectLocation(answer).searchParams.get('authorization_id');
  if (answer.status !== 302 || id === null)
    throw new Error(`${answer.status} ${answer.headers.get('location')} ${answer.text}`);
  return id;
}

/** Gets an authorization as a user and approves it. Returns the redirect URL of the client. */
export async function approveAuthorization(
  stack: TestGateway,
  id: string,
  access_token: string,
  more: object = {},
): Promise<URL> {
  const shown = await stack.get(`/oauth/authorizations/${id}`, bearer(access_token));
  if (typeof shown.body.redirect_url === 'string') return new URL(shown.body.redirect_url);
  const answer = await stack.post(
    `/oauth/authorizations/${id}/consent`,
    { action: 'approve', ...more },
    bearer(access_token),
  );
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return new URL(String(answer.body.redirect_url));
}

export interface IssuedTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token?: string;
  readonly scope: string;
}

/** Posts a form to an OAuth endpoint. */
export function postForm(
  stack: TestGateway,
  path: string,
  values: Record<string, string>,
  headers: Record<string, string> = {},
) {
  return stack.request('POST', path, new URLSearchParams(values).toString(), {
    'Content-Type': 'application/x-www-form-urlencoded',
    ...headers,
  });
}

export const basicAuthorization = ({ client_id, client_secret }: TestClient): Record<string, string> => ({
  Authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
});

/** Exchanges an authorization code. The client authenticates with HTTP Basic. */
export function exchangeCode(
  stack: TestGateway,
  client: TestClient,
  code: string,
  verifier: string,
  more: Record<string, string> = {},
) {
  const values = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: CALLBACK, ...more };
  return postForm(stack, '/oauth/token', values, basicAuthorization(client));
}

export function refreshTokens(
  stack: TestGateway,
  client: TestClient,
  refresh_token: string,
  more: Record<string, string> = {},
) {
  return postForm(
    stack,
    '/oauth/token',
    { grant_type: 'refresh_token', refresh_token, ...more },
    basicAuthorization(client),
  );
}

/** Runs the whole authorization code flow for a user and returns the tokens. */
export async function signInByClient(
  stack: Stack,
  o: { client?: TestClient; user?: { access_token: string }; scope?: string; more?: Record<string, string> } = {},
): Promise<IssuedTokens & { client: TestClient; user_token: string; code: string; verifier: string }> {
  const client = o.client ?? (await createOAuthClient(stack));
  const user = o.user ?? (await confirmedUser(stack));
  const { verifier, challenge } = createPkce();
  const query = authorizeQuery(client.client_id, challenge, { ...(o.scope ? { scope: o.scope } : {}), ...o.more });
  const address = await approveAuthorization(stack, await startAuthorization(stack, query), user.access_token);
  const code = address.searchParams.get('code') ?? '';
  const answer = await exchangeCode(stack, client, code, verifier);
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return { ...(answer.body as unknown as IssuedTokens), client, user_token: user.access_token, code, verifier };
}

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Grant types of a client that may use every OAuth flow. */
export const EVERY_GRANT_TYPE = ['authorization_code', 'refresh_token', DEVICE_GRANT];

export interface DeviceCodes {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
}

/** Starts a device authorization (RFC 8628). */
export async function startDeviceAuthorization(
  stack: TestGateway,
  client: TestClient,
  more: Record<string, string> = {},
) {
  const answer = await postForm(stack, '/oauth/device_authorization', more, {
    ...basicAuthorization(client),
    'User-Agent': 'notes-cli/1.2',
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body as unknown as DeviceCodes;
}

/** Sends one token request of a polling device. */
export const pollDevice = (stack: TestGateway, client: TestClient, device_code: string) =>
  postForm(stack, '/oauth/token', { grant_type: DEVICE_GRANT, device_code }, basicAuthorization(client));
