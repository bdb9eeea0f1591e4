// Pushed authorization requests over HTTP (RFC 9126).
import * as oauth from 'oauth4webapi';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  approveAuthorization,
  basicAuthorization,
  CALLBACK,
  createOAuthClient,
  createPkce,
  exchangeCode,
  postForm,
  redirectLocation,
  startOAuth,
} from '../../support/clients/oauth.ts';
import { confirmedUser } from '../../support/processes/stack.ts';

const stack = await startOAuth();
test.after(() => stack.close());

const client = await createOAuthClient(stack);
const user = await confirmedUser(stack);
const base = stack.settings.api_external_url;
const o = {
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, init: object) => fetch(url.replace(base, stack.url), init as RequestInit),
};

const sent = (challenge: string) => ({
  redirect_uri: CALLBACK,
  response_type: 'code',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'state-1',
  scope: 'email',
});
const authorize = (query: Record<string, string>) => stack.get(`/oauth/authorize?${new URLSearchParams(query)}`);
const { client_id } = client;

test('oauth4webapi: a client pushes its request, and the browser carries its address alone', async () => {
  const found = await oauth.discoveryRequest(new URL(base), { algorithm: 'oauth2', ...o });
  const as = await oauth.processDiscoveryResponse(new URL(base), found);
  const { verifier, challenge } = createPkce();
  const secret = oauth.ClientSecretBasic(client.client_secret);
  const pushed = await oauth.processPushedAuthorizationResponse(
    as,
    { client_id },
    await oauth.pushedAuthorizationRequest(as, { client_id }, secret, sent(challenge), o),
  );
  assert.is(pushed.expires_in, 90);
  const page = redirectLocation(await authorize({ client_id, request_uri: pushed.request_uri }));
  const address = await approveAuthorization(stack, page.searchParams.get('authorization_id') ?? '', user.access_token);
  const code = String(oauth.validateAuthResponse(as, { client_id }, address, 'state-1').get('code'));
  assert.is((await exchangeCode(stack, client, code, verifier)).status, 200);
});

test('PAR: once, 90 s, its own client; parameters in the address are ignored', async () => {
  const push = async () => {
    const answer = await postForm(stack, '/oauth/par', sent(createPkce().challenge), basicAuthorization(client));
    assert.equal([answer.status, answer.headers.get('cache-control')], [201, 'no-store'], answer.text);
    return String(answer.body.request_uri);
  };
  const other = await createOAuthClient(stack);
  const request_uri = await push();
  const refused = async (query: Record<string, string>) => {
    const { status, body } = await authorize(query);
    return [status, body.error_code];
  };
  assert.equal(await refused({ client_id: other.client_id, request_uri }), [400, 'validation_failed']);
  assert.equal(await refused({ client_id, request_uri: `${request_uri}x` }), [400, 'validation_failed']);
  assert.equal(await refused({ request_uri }), [400, 'validation_failed']);
  // Other parameters in the authorization request, valid or not, change nothing.
  const beside = {
    redirect_uri: 'https://elsewhere.example/',
    scope: 'phone',
    state: 'x'.repeat(5_000),
    prompt: 'none',
  };
  const page = redirectLocation(await authorize({ client_id, request_uri, ...beside }));
  const id = page.searchParams.get('authorization_id') ?? '';
  const shown = await stack.get(`/oauth/authorizations/${id}`, { Authorization: `Bearer ${user.access_token}` });
  const address = shown.body.redirect_url ? new URL(String(shown.body.redirect_url)) : null;
  assert.is(shown.body.scope ?? 'remembered', address === null ? 'email' : 'remembered');
  assert.equal(await refused({ client_id, request_uri }), [400, 'validation_failed'], 'a second time');
  const late = await push();
  await stack.db.sql`update auth.oauth_authorizations set expires_at = now() - interval '1 s' where kind = 'pushed'`;
  assert.equal(await refused({ client_id, request_uri: late }), [400, 'validation_failed'], 'after its end');
});

test('a push answers every fault as the token endpoint does', async () => {
  const push = (more: Record<string, string>, headers = basicAuthorization(client)) =>
    postForm(stack, '/oauth/par', { ...sent(createPkce().challenge), ...more }, headers);
  const FAULTS: readonly [Record<string, string>, string][] = [
    [{ redirect_uri: 'https://elsewhere.example/' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'unknown' }, 'invalid_scope'],
    [{ resource: 'x' }, 'invalid_target'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ request_uri: 'urn:x' }, 'invalid_request'],
    [{ state: 'x'.repeat(5_000) }, 'invalid_request'],
    [{ nonce: 'a\0b' }, 'invalid_request'],
  ];
  for (const [more, error] of FAULTS) {
    const answer = await push(more);
    assert.equal([answer.status, answer.body.error], [400, error], JSON.stringify(more));
  }
  const wrong = await push({}, basicAuthorization({ ...client, client_secret: 'x' }));
  assert.equal([wrong.status, wrong.body.error], [401, 'invalid_client']);
});

test('the limits of a form hold for JSON too', async () => {
  const push = (more: object) =>
    stack.request('POST', '/oauth/par', JSON.stringify({ ...sent(createPkce().challenge), ...more }), {
      'Content-Type': 'application/json',
      ...basicAuthorization(client),
    });
  assert.is((await push({ state: 'x'.repeat(4_096) })).status, 201);
  for (const more of [
    { state: 'x'.repeat(4_097) },
    { nonce: 'x'.repeat(256) },
    { login_hint: 'x'.repeat(100_000) },
    { ui_locales: 'x'.repeat(100_000) },
    { resource: 'x'.repeat(2_049) },
    { resource: Array.from({ length: 21 }, () => 'https://mcp.example.com') },
  ]) {
    const answer = await push(more);
    assert.equal([answer.status, answer.body.error], [400, 'invalid_request'], Object.keys(more).join());
  }
});

test('a confidential client that an administrator lets do without PKCE; no other', async () => {
  const refused = await createOAuthClient(stack, { require_pkce: false, client_type: 'public' }).catch(String);
  assert.match(String(refused), 'confidential');
  const plain = await createOAuthClient(stack, { require_pkce: false });
  const query = { client_id: plain.client_id, redirect_uri: CALLBACK, response_type: 'code', scope: 'email' };
  const code = async (more: Record<string, string> = {}) => {
    const page = redirectLocation(await authorize({ ...query, ...more }));
    const address = await approveAuthorization(
      stack,
      page.searchParams.get('authorization_id') ?? '',
      user.access_token,
    );
    return address.searchParams.get('code') ?? '';
  };
  const without = { grant_type: 'authorization_code', redirect_uri: CALLBACK };
  assert.is(
    (await postForm(stack, '/oauth/token', { ...without, code: await code() }, basicAuthorization(plain))).status,
    200,
  );
  // Without PKCE, the code needs the redirect URI of its request (RFC 6749, 4.1.3), and stays valid after a refusal.
  const bound = await code();
  const others: Record<string, string>[] = [{}, { redirect_uri: '' }, { redirect_uri: `${CALLBACK}/` }];
  for (const more of others) {
    const values = { grant_type: 'authorization_code', code: bound, ...more };
    const unbound = await postForm(stack, '/oauth/token', values, basicAuthorization(plain));
    assert.equal([unbound.status, unbound.body.error], [400, 'invalid_grant'], JSON.stringify(more));
  }
  assert.is(
    (await postForm(stack, '/oauth/token', { ...without, code: bound }, basicAuthorization(plain))).status,
    200,
  );
  // A PKCE downgrade fails in both directions (RFC 9700, 4.8.2).
  const { verifier, challenge } = createPkce();
  const challenged = await code({ code_challenge: challenge, code_challenge_method: 'S256' });
  const stripped = await postForm(stack, '/oauth/token', { ...without, code: challenged }, basicAuthorization(plain));
  assert.is(stripped.body.error, 'invalid_grant');
  assert.is((await exchangeCode(stack, plain, challenged, verifier)).status, 200);
  assert.is((await exchangeCode(stack, plain, await code(), verifier)).body.error, 'invalid_grant');
  const demanded = redirectLocation(await authorize({ ...query, client_id }));
  assert.is(demanded.searchParams.get('error'), 'invalid_request', 'another client must send a challenge');
});

test.run();
