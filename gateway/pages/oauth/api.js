// Calls the API. The session is kept in memory only and ends with the page.

/** An error of the API or of the network. */
export class ApiError extends Error {
  constructor(message, code, status) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
  }
}

/** Base URL of the API. The paths of the pages, oauth/consent and oauth/device, are relative to it. */
const BASE = new URL('../', new URL(location.pathname, location.origin));
const VERSION = '2024-01-01';

/** The user's session (access_token, refresh_token, user), or null. */
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

async function send(method, path, { query, body, bearer, timeout = 30_000 } = {}) {
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
      signal: AbortSignal.timeout(timeout),
    });
  } catch (error) {
    if (error instanceof TypeError || error.name === 'TimeoutError')
      throw new ApiError('The server cannot be reached', 'unreachable', 0);
    throw error;
  }
  const text = await response.text();
  const answer = text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : {};
  if (response.ok) return answer;
  const code = answer.code ?? answer.error_code ?? answer.error ?? 'unexpected';
  throw new ApiError(answer.message ?? answer.msg ?? answer.error_description ?? '', code, response.status);
}

/** Calls the API without a session. */
export const call = (method, path, options) => send(method, path, options);

/** Calls the API with the session. Refreshes an expired access token once. */
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

/** Forgets the session without revoking it. */
export function forgetSession() {
  session = null;
}

/** Forgets the session and revokes it on the server. Does not wait, because the browser may leave the page at once. */
export function endSession() {
  if (session === null) return;
  const headers = { Authorization: `Bearer ${session.access_token}` };
  session = null;
  window
    .fetch(urlOf('/logout', { scope: 'local' }), { method: 'POST', headers, credentials: 'omit', keepalive: true })
    .catch(
      () => undefined, // ignored, because nobody else has the tokens of the session
    );
}

// Revoke the session if the user leaves the page without a decision.
addEventListener('pagehide', endSession);

/** Returns the unverified claims of the session's access token. */
export function claims() {
  const [, payload = ''] = session.access_token.split('.');
  const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
