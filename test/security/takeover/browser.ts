// Requests of the three people: with a token, through a provider and back, and from a delivered message.
import { claimsOf } from '../../support/clients/client.ts';
import type { Session, World } from './state.ts';
import {
  CHALLENGE,
  CODE_VERIFIER,
  consent,
  type Message,
  type Person,
  PROVIDER,
  type Reply,
  serviceToken,
} from './system.ts';

/** Final state of a browser: tokens in the fragment, or a code in the query. */
export interface Returned {
  session: Session | null;
  code: string | null;
  error: string | null;
}

export const post = (w: World, path: string, body?: unknown, session?: Session | null): Promise<Reply> =>
  request(w, 'POST', path, body, session);
export const put = (w: World, path: string, body: unknown, session?: Session | null): Promise<Reply> =>
  request(w, 'PUT', path, body, session);
export const get = (w: World, path: string, session?: Session | null): Promise<Reply> =>
  request(w, 'GET', path, undefined, session);

export function request(
  w: World,
  method: string,
  path: string,
  body?: unknown,
  session?: Session | null,
): Promise<Reply> {
  return w.system.ask(w.mode, { method, path, body, token: session?.access_token, aud: w.aud });
}

/** Sends an administrator's request in the audience of the world. */
export function admin(w: World, method: string, path: string, body?: unknown): Promise<Reply> {
  return w.system.ask(w.mode, { method, path, body, token: serviceToken(w.aud ?? 'authenticated'), aud: w.aud });
}

/** Returns the session in a response, or null. */
export function sessionIn(w: World, { body }: Reply): Session | null {
  return typeof body.access_token === 'string' ? sessionOf(w, body.access_token, body.refresh_token) : null;
}

function sessionOf(w: World, access_token: string, refresh_token: string): Session {
  const claims = claimsOf(access_token);
  const { sub, session_id, aud } = claims as Record<'sub' | 'session_id' | 'aud', string>;
  return { access_token, refresh_token, account: sub, id: session_id, aud, since: w.now };
}

export function returned(w: World, { location }: Reply): Returned {
  if (location === null || !URL.canParse(location)) return { session: null, code: null, error: 'no redirect' };
  const { searchParams, hash } = new URL(location);
  const fragment = new URLSearchParams(hash.slice(1));
  const token = fragment.get('access_token');
  return {
    session: token === null ? null : sessionOf(w, token, fragment.get('refresh_token') ?? ''),
    code: searchParams.get('code'),
    error: searchParams.get('error_code') ?? fragment.get('error_code'),
  };
}

const CHALLENGED = `&${new URLSearchParams(CHALLENGE)}`;

/** Starts a sign-in and returns the URL of the provider's page, or null. */
export async function startSignIn(w: World, pkce: boolean): Promise<string | null> {
  return (await get(w, `/authorize?provider=${PROVIDER}${pkce ? CHALLENGED : ''}`)).location;
}

/** Starts to link an identity and returns the URL of the provider's page; null if the request fails. */
export async function departToLink(w: World, session: Session, pkce: boolean): Promise<string | null> {
  return (await get(w, `/user/identities/authorize?provider=${PROVIDER}${pkce ? CHALLENGED : ''}`, session)).location;
}

/** Returns from the provider's page after this person's consent. */
export async function comeBack(w: World, url: string, person: Person): Promise<Returned> {
  return returned(w, await get(w, consent(url, person)));
}

export async function signInWith(w: World, person: Person, pkce: boolean): Promise<Returned> {
  const url = await startSignIn(w, pkce);
  return url === null ? { session: null, code: null, error: 'refused' } : comeBack(w, url, person);
}

export async function exchange(w: World, auth_code: string): Promise<Session | null> {
  return sessionIn(w, await post(w, '/token?grant_type=pkce', { auth_code, code_verifier: CODE_VERIFIER }));
}

/** Opens the link of a mail and returns the session, if it yields one. */
export async function open(w: World, message: Message): Promise<Session | null> {
  const { session, code } = returned(w, await get(w, message.link));
  return code === null ? session : exchange(w, code);
}

/** Returns the members that bind a link or code to the browser that requests it. */
export const challenged = (pkce: boolean): object => (pkce ? CHALLENGE : {});

/** Returns the account with an address, or null. */
export async function accountOf(w: World, address: string): Promise<string | null> {
  const [row] = await w.system.db.sql<{ user_id: string }[]>`
    select user_id from auth.addresses where value = ${address}`;
  return row?.user_id ?? null;
}

export const passwordSignIn = async (w: World, who: object, password: string): Promise<Session | null> =>
  sessionIn(w, await post(w, '/token?grant_type=password', { ...who, password }));

export const refresh = async (w: World, { refresh_token }: Session): Promise<Session | null> =>
  sessionIn(w, await post(w, '/token?grant_type=refresh_token', { refresh_token }));
