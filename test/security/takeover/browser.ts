// HTTP requests in the takeover model: with a token, through a provider and back, and from a received message.
import { claimsOf } from '../../support/clients/client.ts';
import { consentPath } from '../../support/providers/two_domains.ts';
import type { ModelState, Session } from './state.ts';
import { CHALLENGE, CODE_VERIFIER, type GatewayResponse, type Message, type Person, serviceToken } from './system.ts';

/** Result of a sign-in in the browser: tokens in the fragment, or a code in the query. */
export interface SignInResult {
  session: Session | null;
  code: string | null;
  error: string | null;
}

export const post = (w: ModelState, path: string, body?: unknown, session?: Session | null): Promise<GatewayResponse> =>
  request(w, 'POST', path, body, session);
export const put = (w: ModelState, path: string, body: unknown, session?: Session | null): Promise<GatewayResponse> =>
  request(w, 'PUT', path, body, session);
export const get = (w: ModelState, path: string, session?: Session | null): Promise<GatewayResponse> =>
  request(w, 'GET', path, undefined, session);

export function request(
  w: ModelState,
  method: string,
  path: string,
  body?: unknown,
  session?: Session | null,
): Promise<GatewayResponse> {
  return w.system.ask(w.mode, { method, path, body, token: session?.access_token, aud: w.aud });
}

/** Sends an administrator's request in the audience of the model run. */
export function sendAdminRequest(
  w: ModelState,
  method: string,
  path: string,
  body?: unknown,
): Promise<GatewayResponse> {
  return w.system.ask(w.mode, { method, path, body, token: serviceToken(w.aud ?? 'authenticated'), aud: w.aud });
}

export function readSession(w: ModelState, { body }: GatewayResponse): Session | null {
  return typeof body.access_token === 'string' ? toModelSession(w, body.access_token, body.refresh_token) : null;
}

function toModelSession(w: ModelState, access_token: string, refresh_token: string): Session {
  const claims = claimsOf(access_token);
  const { sub, session_id, aud } = claims as Record<'sub' | 'session_id' | 'aud', string>;
  return { access_token, refresh_token, account: sub, id: session_id, aud, since: w.now };
}

export function readRedirect(w: ModelState, { location }: GatewayResponse): SignInResult {
  if (location === null || !URL.canParse(location)) return { session: null, code: null, error: 'no redirect' };
  const { searchParams, hash } = new URL(location);
  const fragment = new URLSearchParams(hash.slice(1));
  const token = fragment.get('access_token');
  return {
    session: token === null ? null : toModelSession(w, token, fragment.get('refresh_token') ?? ''),
    code: searchParams.get('code'),
    error: searchParams.get('error_code') ?? fragment.get('error_code'),
  };
}

const CHALLENGED = `&${new URLSearchParams(CHALLENGE)}`;

/** Starts to link this person's identity. Returns the URL of the provider's page; null if the request fails. */
export async function startIdentityLink(
  w: ModelState,
  session: Session,
  { provider }: Person,
  pkce: boolean,
): Promise<string | null> {
  return (await get(w, `/user/identities/authorize?provider=${provider}${pkce ? CHALLENGED : ''}`, session)).location;
}

/** Consents as this person on the provider's page, and follows the redirect back to the gateway. */
export async function returnFromProvider(w: ModelState, url: string, person: Person): Promise<SignInResult> {
  return readRedirect(w, await get(w, consentPath(url, person)));
}

export async function signInWith(w: ModelState, person: Person, pkce: boolean): Promise<SignInResult> {
  const url = (await get(w, `/authorize?provider=${person.provider}${pkce ? CHALLENGED : ''}`)).location;
  return url === null ? { session: null, code: null, error: 'refused' } : returnFromProvider(w, url, person);
}

export async function exchangeAuthCode(w: ModelState, auth_code: string): Promise<Session | null> {
  return readSession(w, await post(w, '/token?grant_type=pkce', { auth_code, code_verifier: CODE_VERIFIER }));
}

/** Opens the link of a mail. Returns the session, or null. */
export async function openMailLink(w: ModelState, message: Message): Promise<Session | null> {
  const { session, code } = readRedirect(w, await get(w, message.link));
  return code === null ? session : exchangeAuthCode(w, code);
}

/** Returns the PKCE members that bind a link or code to the requesting browser. */
export const pkceMembers = (pkce: boolean): object => (pkce ? CHALLENGE : {});

/** Returns the id of the account with an address, or null. */
export async function findAccount(w: ModelState, address: string): Promise<string | null> {
  const [row] = await w.system.db.sql<{ user_id: string }[]>`
    select user_id from auth.addresses where value = ${address}`;
  return row?.user_id ?? null;
}

export const signInByPassword = async (w: ModelState, who: object, password: string): Promise<Session | null> =>
  readSession(w, await post(w, '/token?grant_type=password', { ...who, password }));

export const refreshModelSession = async (w: ModelState, { refresh_token }: Session): Promise<Session | null> =>
  readSession(w, await post(w, '/token?grant_type=refresh_token', { refresh_token }));
