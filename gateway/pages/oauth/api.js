// The calls of the API. The session is kept in this module alone: it ends with the page.

/** An expected error of the API, or of the network. */
export class ApiError extends Error {
  constructor(message, code, status) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
  }
}

/** Base URL of the API: the page is /oauth/consent or /oauth/device below it. */
const BASE = new URL('../', new URL(location.pathname, location.origin));
const VERSION = '2024-01-01';

/** The user's session: access_token, refresh_token, user. */
let session = null;

export const currentUser = () => session?.user ?? null;
export const isSignedIn = () => session !== null;

export function keep(opened) {
  if (!opened?.access_token) throw new ApiError('The server opened no session', 'no_session');
  session = opened;
}

/** Returns the URL of a route. */
export function urlOf(path, query = {}) {
  const url = new URL(path.slice(1), BASE);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

async function send(method, path, { query, body, bearer } = {}) {
  const headers = { Accept: 'application/json', 'X-Supabase-Api-Version': VERSION };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (bearer) headers.Authorization = `Bearer ${session.access_token}`;
  let response;
  try {
    response = await window.fetch(urlOf(path, query), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
  } catch (error) {
    if (error instanceof TypeError) throw new ApiError('The server cannot be reached', 'unreachable', 0);
    throw error;
  }
  const text = await response.text();
  const answer = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {};
  if (response.ok) return answer;
  const code = answer.code ?? answer.error_code ?? answer.error ?? 'unexpected';
  throw new ApiError(answer.message ?? answer.msg ?? answer.error_description ?? '', code, response.status);
}

/** Makes a call without a session. */
export const call = (method, path, options) => send(method, path, options);

/** Makes a call with the session, whose access token is renewed once if it has expired meanwhile. */
export async function callAsUser(method, path, options) {
  if (session === null) throw new ApiError('The session has ended', 'no_session', 401);
  try {
    return await send(method, path, { ...options, bearer: true });
  } catch (error) {
    if (error.status !== 401 && error.code !== 'bad_jwt') throw error;
    const { refresh_token } = session;
    keep(await send('POST', '/token', { query: { grant_type: 'refresh_token' }, body: { refresh_token } }));
    return send(method, path, { ...options, bearer: true });
  }
}

/** Forgets the session, which stays at the server. */
export function forgetSession() {
  session = null;
}

/** Forgets the session and ends it at the server. The page does not wait: it may be left at once. */
export function endSession() {
  if (session === null) return;
  const headers = { Authorization: `Bearer ${session.access_token}` };
  session = null;
  window
    .fetch(urlOf('/logout', { scope: 'local' }), { method: 'POST', headers, credentials: 'omit', keepalive: true })
    .catch(
      () => undefined, // it ends by itself when nobody refreshes it
    );
}

// A page that is left without a decision leaves no session behind.
addEventListener('pagehide', endSession);

/** Returns the claims of the session's access token. The server has verified what it says. */
export function claims() {
  const [, payload = ''] = session.access_token.split('.');
  const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
