// Shared by the tests of the OAuth server's SQL functions: clients, authorizations and their exchange.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { type Answer, type Args, api, client, SETTINGS } from './surface.ts';

export const CALLBACK = 'https://client.example.com/callback';
export const VERIFIER = 'v'.repeat(60);
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
export const OAUTH: Args = {
  ...SETTINGS,
  oauth_issuer: 'https://auth.example.com',
  openid_ready: true,
  oauth_server_scopes: {},
  oauth_server_resources: [],
};
export const ADMIN: Args = { role: 'service_role' };

export interface Caller {
  readonly id: string;
  readonly claims: Answer;
}

/** Creates a client as an administrator and returns its id. */
export async function makeClient(sql: Sql, metadata: Args = {}): Promise<string> {
  const answer = await api(sql, 'create_oauth_client', {
    claims: ADMIN,
    metadata: { redirect_uris: [CALLBACK], client_name: 'Client', ...metadata },
    settings: OAUTH,
  });
  if (answer.client === undefined) throw new Error(JSON.stringify(answer));
  return String((answer.client as Answer).client_id);
}

/** Proof of a confidential client with Basic. */
export const proof = (client_id: string, more: Args = {}): Args => ({
  client_id,
  method: 'client_secret_basic',
  generation: 1,
  ...more,
});

const REQUEST: Args = {
  redirect_uri: CALLBACK,
  response_type: 'code',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  resource: [],
  wishes: {},
};

export function start(sql: Sql, client_id: string, request: Args = {}, more: Args = {}): Promise<Answer> {
  return api(sql, 'start_authorization', {
    id: randomUUID(),
    request: { ...REQUEST, client_id, ...request },
    settings: { ...OAUTH, ...more },
  });
}

/** Begins an authorization and returns its id. */
export async function begun(sql: Sql, client_id: string, request: Args = {}): Promise<string> {
  const answer = await start(sql, client_id, request);
  if (answer.outcome !== 'page') throw new Error(JSON.stringify(answer));
  return String(answer.authorization);
}

export const open = (sql: Sql, authorization_id: string, { claims }: Caller): Promise<Answer> =>
  api(sql, 'get_authorization', { claims, authorization_id, settings: OAUTH, client });

export const decide = (sql: Sql, authorization_id: string, { claims }: Caller, more: Args = {}): Promise<Answer> =>
  api(sql, 'decide_authorization', {
    claims,
    authorization_id,
    action: 'approve',
    scopes: null,
    settings: OAUTH,
    client,
    ...more,
  });

/** Begins an authorization, shows it to a user and approves it. Returns its id. */
export async function approved(sql: Sql, client_id: string, caller: Caller, request: Args = {}): Promise<string> {
  const id = await begun(sql, client_id, request);
  const shown = await open(sql, id, caller);
  const answer = shown.outcome === undefined ? await decide(sql, id, caller) : shown;
  if (answer.outcome !== 'code') throw new Error(JSON.stringify(answer));
  return id;
}

export const exchange = (sql: Sql, client_id: string, authorization_id: string, more: Args = {}): Promise<Answer> =>
  api(sql, 'exchange_authorization', {
    proof: proof(client_id),
    authorization_id,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    resources: [],
    settings: OAUTH,
    client,
    ...more,
  });

export interface Issued {
  readonly claims: Answer;
  readonly refresh: { readonly user_id: string; readonly session_id: string; readonly counter: number };
}

/** Signs a user of a client in. */
export async function signedIn(sql: Sql, client_id: string, caller: Caller, request: Args = {}): Promise<Issued> {
  const answer = await exchange(sql, client_id, await approved(sql, client_id, caller, request));
  if (answer.refresh === undefined) throw new Error(JSON.stringify(answer));
  return answer as unknown as Issued;
}

export const refreshed = (sql: Sql, client_id: string, { refresh }: Issued, more: Args = {}): Promise<Answer> =>
  api(sql, 'refresh_session', { ...refresh, proof: proof(client_id), resources: [], settings: OAUTH, client, ...more });

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
/** Grant types of a client that may use every flow. */
export const EVERY_GRANT = ['authorization_code', 'refresh_token', DEVICE_GRANT];

/** Returns the MAC of a new user code. */
export const newMac = (): string => randomBytes(32).toString('hex');

/** Begins the request of a device. `mac` is that of its user code. */
export const startDevice = (sql: Sql, client_id: string, mac: string, more: Args = {}): Promise<Answer> =>
  api(sql, 'start_device_authorization', {
    id: randomUUID(),
    proof: proof(client_id),
    user_code_macs: [mac],
    request: { scope: null, resource: [] },
    settings: OAUTH,
    client,
    ...more,
  });

/** Enters the code of a device. */
export const enter = (sql: Sql, mac: string, { claims }: Caller, more: Args = {}): Promise<Answer> =>
  api(sql, 'enter_user_code', { claims, user_code_macs: [mac], settings: OAUTH, ...more });

/** Asks for the tokens of a device. */
export const poll = (sql: Sql, client_id: string, authorization_id: string, more: Args = {}): Promise<Answer> =>
  api(sql, 'poll_device_authorization', {
    proof: proof(client_id),
    authorization_id,
    settings: OAUTH,
    client,
    ...more,
  });

/** Begins the request of a device and shows it to a user, who has not decided. */
export async function entered(sql: Sql, client_id: string, caller: Caller): Promise<{ id: string; mac: string }> {
  const [id, mac] = [randomUUID(), newMac()];
  await startDevice(sql, client_id, mac, { id });
  const shown = await enter(sql, mac, caller);
  if (shown.authorization !== id) throw new Error(JSON.stringify(shown));
  return { id, mac };
}

/** Begins the request of a device and approves it. Returns its id. */
export async function approvedDevice(sql: Sql, client_id: string, caller: Caller): Promise<string> {
  const { id } = await entered(sql, client_id, caller);
  const answer = await decide(sql, id, caller);
  if (answer.refused !== undefined) throw new Error(JSON.stringify(answer));
  return id;
}

export const push = (sql: Sql, client_id: string, request: Args = {}, more: Args = {}): Promise<Answer> =>
  api(sql, 'push_authorization', {
    id: randomUUID(),
    proof: proof(client_id),
    request: { ...REQUEST, client_id, ...request },
    settings: OAUTH,
    ...more,
  });

/** Begins the authorization of a pushed request. */
export const usePushed = (sql: Sql, client_id: string, pushed: string): Promise<Answer> =>
  api(sql, 'start_authorization', { id: randomUUID(), request: { client_id, pushed }, settings: OAUTH });
