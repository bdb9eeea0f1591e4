// Approves a client as a user does on the consent page, by the calls that the page makes.
import * as assert from 'uvu/assert';

/** Follows a client's request to the consent page, signs in, approves, and returns the redirect to the client. */
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
  const api = new URL('../', page);
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
  const path = `oauth/authorizations/${authorization_id}`;
  const details = await ask('GET', path, undefined, access_token);
  if (details.redirect_url !== undefined) return String(details.redirect_url);
  const decided = await ask('POST', `${path}/consent`, { action: 'approve', ...more }, access_token);
  return String(decided.redirect_url);
}
