// Approves an OAuth client or a device with the requests that Postern's consent page sends.
import * as assert from 'uvu/assert';

/** Follows an authorization request to the consent page, signs in, approves, and returns the redirect to the client. */
export async function approveAsUser(
  authorization_url: string,
  user: { email: string; password: string },
  more: { scopes?: string[] } = {},
): Promise<string> {
  const left = await fetch(authorization_url, { redirect: 'manual' });
  const page = new URL(left.headers.get('location') ?? '', authorization_url);
  const authorization_id = page.searchParams.get('authorization_id');
  assert.ok(authorization_id, `${authorization_url} led to ${page.href}`);
  assert.is((await fetch(page)).status, 200, page.href);
  const ask = await signInForRequests(new URL('../', page), user);
  const path = `oauth/authorizations/${authorization_id}`;
  const details = await ask('GET', path);
  if (details.redirect_url !== undefined) return String(details.redirect_url);
  const decided = await ask('POST', `${path}/consent`, { action: 'approve', ...more });
  return String(decided.redirect_url);
}

/** Opens the device verification page, signs in, enters the user code and approves. */
export async function approveDevice(
  verification_url: string,
  user_code: string,
  user: { email: string; password: string },
): Promise<void> {
  assert.is((await fetch(verification_url)).status, 200, verification_url);
  const ask = await signInForRequests(new URL('../', verification_url), user);
  const { authorization_id } = await ask('POST', 'oauth/device', { user_code });
  await ask('POST', `oauth/authorizations/${authorization_id}/consent`, { action: 'approve' });
}

/** Signs a user in. Returns a function that sends requests with the access token. */
async function signInForRequests(
  api: URL,
  user: { email: string; password: string },
): Promise<(method: string, path: string, body?: object) => Promise<Record<string, unknown>>> {
  const ask = async (method: string, path: string, body?: object, token?: unknown) => {
    const headers = {
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(new URL(path, api), { method, headers, ...sent });
    const answer = (await response.json()) as Record<string, unknown>;
    assert.is(response.status, 200, `${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const { access_token } = await ask('POST', 'token?grant_type=password', user);
  return (method, path, body) => ask(method, path, body, access_token);
}
