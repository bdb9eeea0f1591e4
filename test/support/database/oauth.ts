// Helpers for tests of the OAuth server's SQL functions: clients, authorizations and token exchange.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { api, type CallArguments, type CallResult, client, SETTINGS } from './sql_api.ts';

export const CALLBACK = 'https://client.example.com/callback';
export const VERIFIER = 'v'.repeat(60);
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
export const OAUTH_SETTINGS: CallArguments = {
  ...SETTINGS,
  oauth_issuer: 'https://auth.example.com',
  openid_ready: true,
  oauth_server_scopes: {},
  oauth_server_resources: [],
};
export const ADMIN: CallArguments = { role: 'service_role' };

export interface UserClaims {
  readonly id: string;
  readonly claims: CallResult;
}

export async function makeClient(sql: Sql, metadata: CallArguments = {}): Promise<string> {
  const answer = await api(sql, 'create_oauth_client', {
    claims: ADMIN,
    metadata: { redirect_uris: [CALLBACK], client_name: 'Client', ...metadata },
    settings: OAUTH_SETTINGS,
  });
  if (answer.client === undefined) throw new Error(JSON.stringify(answer));
  return String((answer.client as CallResult).client_id);
}

/** Arguments that authenticate a confidential client with HTTP Basic. */
export const clientCredentials = (client_id: string, more: CallArguments = {}): CallArguments => ({
  client_id,
  method: 'client_secret_basic',
  generation: 1,
  ...more,
});

const REQUEST: CallArguments = {
  redirect_uri: CALLBACK,
  response_type: 'code',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  resource: [],
  wishes: {},
};

export function startAuthorization(
  sql: Sql,
  client_id: string,
  request: CallArguments = {},
  more: CallArguments = {},
): Promise<CallResult> {
  return api(sql, 'start_authorization', {
    id: randomUUID(),
    request: { ...REQUEST, client_id, ...request },
    settings: { ...OAUTH_SETTINGS, ...more },
  });
}

/** Starts an authorization and returns its id. */
export async function createStartedAuthorization(
  sql: Sql,
  client_id: string,
  request: CallArguments = {},
): Promise<string> {
  const answer = await startAuthorization(sql, client_id, request);
  if (answer.outcome !== 'page') throw new Error(JSON.stringify(answer));
  return String(answer.authorization);
}

export const getAuthorization = (sql: Sql, authorization_id: string, { claims }: UserClaims): Promise<CallResult> =>
  api(sql, 'get_authorization', { claims, authorization_id, settings: OAUTH_SETTINGS, client });

export const decideAuthorization = (
  sql: Sql,
  authorization_id: string,
  { claims }: UserClaims,
  more: CallArguments = {},
): Promise<CallResult> =>
  api(sql, 'decide_authorization', {
    claims,
    authorization_id,
    action: 'approve',
    scopes: null,
    settings: OAUTH_SETTINGS,
    client,
    ...more,
  });

/** Starts an authorization and approves it for a user. Returns its id. */
export async function createApprovedAuthorization(
  sql: Sql,
  client_id: string,
  caller: UserClaims,
  request: CallArguments = {},
): Promise<string> {
  const id = await createStartedAuthorization(sql, client_id, request);
  const shown = await getAuthorization(sql, id, caller);
  const answer = shown.outcome === undefined ? await decideAuthorization(sql, id, caller) : shown;
  if (answer.outcome !== 'code') throw new Error(JSON.stringify(answer));
  return id;
}

export const exchangeAuthorization = (
  sql: Sql,
  client_id: string,
  authorization_id: string,
  more: CallArguments = {},
): Promise<CallResult> =>
  api(sql, 'exchange_authorization', {
    proof: clientCredentials(client_id),
    authorization_id,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    resources: [],
    settings: OAUTH_SETTINGS,
    client,
    ...more,
  });

export interface IssuedTokens {
  readonly claims: CallResult;
  readonly refresh: { readonly user_id: string; readonly session_id: string; readonly counter: number };
}

/** Runs the authorization code flow for a user and returns the tokens. */
export async function signInByClient(
  sql: Sql,
  client_id: string,
  caller: UserClaims,
  request: CallArguments = {},
): Promise<IssuedTokens> {
  const answer = await exchangeAuthorization(
    sql,
    client_id,
    await createApprovedAuthorization(sql, client_id, caller, request),
  );
  if (answer.refresh === undefined) throw new Error(JSON.stringify(answer));
  return answer as unknown as IssuedTokens;
}

export const refreshClientSession = (
  sql: Sql,
  client_id: string,
  { refresh }: IssuedTokens,
  more: CallArguments = {},
): Promise<CallResult> =>
  api(sql, 'refresh_session', {
    ...refresh,
    proof: clientCredentials(client_id),
    resources: [],
    settings: OAUTH_SETTINGS,
    client,
    ...more,
  });

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const EVERY_GRANT = ['authorization_code', 'refresh_token', DEVICE_GRANT];

/** Returns a random value in place of the MAC of a user code. */
export const newMac = (): string => randomBytes(32).toString('hex');

/** Starts a device authorization. `mac` is the MAC of the user code. */
export const startDeviceAuthorization = (
  sql: Sql,
  client_id: string,
  mac: string,
  more: CallArguments = {},
): Promise<CallResult> =>
  api(sql, 'start_device_authorization', {
    id: randomUUID(),
    proof: clientCredentials(client_id),
    user_code_macs: [mac],
    request: { scope: null, resource: [] },
    settings: OAUTH_SETTINGS,
    client,
    ...more,
  });

/** Submits a user code. */
export const enterUserCode = (
  sql: Sql,
  mac: string,
  { claims }: UserClaims,
  more: CallArguments = {},
): Promise<CallResult> =>
  api(sql, 'enter_user_code', { claims, user_code_macs: [mac], settings: OAUTH_SETTINGS, ...more });

/** Sends one token request of a polling device. */
export const pollDeviceAuthorization = (
  sql: Sql,
  client_id: string,
  authorization_id: string,
  more: CallArguments = {},
): Promise<CallResult> =>
  api(sql, 'poll_device_authorization', {
    proof: clientCredentials(client_id),
    authorization_id,
    settings: OAUTH_SETTINGS,
    client,
    ...more,
  });

/** Starts a device authorization and submits its user code. The user has not decided yet. */
export async function createEnteredDevice(
  sql: Sql,
  client_id: string,
  caller: UserClaims,
): Promise<{ id: string; mac: string }> {
  const [id, mac] = [randomUUID(), newMac()];
  await startDeviceAuthorization(sql, client_id, mac, { id });
  const shown = await enterUserCode(sql, mac, caller);
  if (shown.authorization !== id) throw new Error(JSON.stringify(shown));
  return { id, mac };
}

/** Starts a device authorization and approves it. Returns its id. */
export async function createApprovedDevice(sql: Sql, client_id: string, caller: UserClaims): Promise<string> {
  const { id } = await createEnteredDevice(sql, client_id, caller);
  const answer = await decideAuthorization(sql, id, caller);
  if (answer.refused !== undefined) throw new Error(JSON.stringify(answer));
  return id;
}

export const pushAuthorization = (
  sql: Sql,
  client_id: string,
  request: CallArguments = {},
  more: CallArguments = {},
): Promise<CallResult> =>
  api(sql, 'push_authorization', {
    id: randomUUID(),
    proof: clientCredentials(client_id),
    request: { ...REQUEST, client_id, ...request },
    settings: OAUTH_SETTINGS,
    ...more,
  });

/** Starts the authorization of a pushed request (RFC 9126). */
export const startPushedAuthorization = (sql: Sql, client_id: string, pushed: string): Promise<CallResult> =>
  api(sql, 'start_authorization', { id: randomUUID(), request: { client_id, pushed }, settings: OAUTH_SETTINGS });
