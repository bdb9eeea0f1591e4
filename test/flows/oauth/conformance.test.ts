// Test modules of the OpenID Foundation's plans Config OP, Basic OP and Dynamic OP as HTTP requests, with an RS256 key,
// which certification requires. docs/adr/0047 lists each module with its test, or with the reason why it has none.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  approveAuthorization,
  authorizeQuery,
  basicAuthorization,
  CALLBACK,
  createOAuthClient,
  createPkce,
  postForm,
  redirectLocation,
  signInByClient,
  startAuthorization,
  startOAuth,
  type TestClient,
} from '../../support/clients/oauth.ts';
import { shiftClock } from '../../support/database/clock.ts';
import { bearer, confirmedUser } from '../../support/processes/stack.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const RS256 = { ...privateKey.export({ format: 'jwk' }), kid: 'rs-1', alg: 'RS256', key_ops: ['sign', 'verify'] };
const stack = await startOAuth({
  env: {
    SVC_JWT_KEYS: JSON.stringify([RS256]),
    SVC_JWT_VALID_METHODS: 'RS256,HS256',
  },
});
test.after(() => stack.close());
const user = await confirmedUser(stack);
/** A client as the test plan configures it: with a secret and without PKCE. */
const app = await createOAuthClient(stack, { require_pkce: false });

/** Returns the query of an authorization request without PKCE, as nearly all modules send it. */
function authorizationQuery(more: Record<string, string> = {}): string {
  const all = new URLSearchParams(authorizeQuery(app.client_id, '', { scope: 'openid', nonce: 'n-1', ...more }));
  for (const name of ['code_challenge', 'code_challenge_method']) all.delete(name);
  return all.toString();
}

async function requestTokens(asked: string, client: TestClient = app): Promise<Record<string, unknown>> {
  const address = await approveAuthorization(stack, await startAuthorization(stack, asked), user.access_token);
  const code = address.searchParams.get('code') ?? '';
  const values = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
  const answer = await postForm(stack, '/oauth/token', values, basicAuthorization(client));
  assert.is(answer.status, 200, answer.text);
  return answer.body as Record<string, unknown>;
}

const claimsOf = (token: unknown): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>;
const errorOf = async (asked: string): Promise<string | null> =>
  redirectLocation(await stack.get(`/oauth/authorize?${asked}`)).searchParams.get('error');

test('oidcc-config: the issuer, https endpoints, RS256, openid, and public keys alone', async () => {
  const node = await stack.another({ SVC_API_EXTERNAL_URL: 'https://auth.example.com' });
  const found = (await node.get('/.well-known/openid-configuration')).body as Record<string, unknown>;
  assert.is(found.issuer, 'https://auth.example.com');
  for (const [name, value] of Object.entries(found))
    if (/_endpoint$|_uri$/.test(name)) assert.match(String(value), /^https:\/\/auth\.example\.com\//, name);
  assert.equal(found.id_token_signing_alg_values_supported, ['RS256']);
  assert.ok((found.scopes_supported as string[]).includes('openid'));
  assert.equal([found.response_types_supported, found.subject_types_supported], [['code'], ['public']]);
  assert.ok((found.grant_types_supported as string[]).includes('authorization_code'));
  assert.equal(found.code_challenge_methods_supported, ['S256']);
  assert.ok(Array.isArray(found.claims_supported));
  const { keys } = (await node.get('/.well-known/jwks.json')).body as { keys: Record<string, unknown>[] };
  assert.equal(
    keys.map((key) => [key.kty, key.kid, ['d', 'p', 'q', 'k'].filter((name) => name in key)]),
    [['RSA', 'rs-1', []]],
  );
});

test('oidcc-server, idtoken-signature, ensure-request-without-nonce: the code flow without PKCE, kid in the key set', async () => {
  const tokens = await requestTokens(authorizationQuery());
  const { kid, alg } = JSON.parse(Buffer.from(String(tokens.id_token).split('.')[0] ?? '', 'base64url').toString()) as {
    kid: string;
    alg: string;
  };
  assert.equal([kid, alg, claimsOf(tokens.id_token).nonce], ['rs-1', 'RS256', 'n-1']);
  const plain = new URLSearchParams(authorizationQuery());
  plain.delete('nonce');
  assert.is(claimsOf((await requestTokens(plain.toString())).id_token).nonce, undefined);
});

test('oidcc-ensure-request-with-valid-pkce: PKCE is verified where a client uses it', async () => {
  const { id_token } = await signInByClient(stack, { client: app, user, scope: 'openid' });
  assert.is(claimsOf(id_token).aud, app.client_id);
});

test('oidcc-response-type-missing, ensure-registered-redirect-uri', async () => {
  const missing = new URLSearchParams(authorizationQuery());
  missing.delete('response_type');
  assert.is(await errorOf(missing.toString()), 'invalid_request');
  const answer = await stack.get(`/oauth/authorize?${authorizationQuery({ redirect_uri: `${CALLBACK}/other` })}`);
  assert.equal([answer.status, answer.headers.get('location')], [400, null]);
});

test('oidcc-userinfo-get, -post-header, -post-body', async () => {
  const { access_token } = await requestTokens(authorizationQuery({ scope: 'openid email' }));
  const got = await stack.get('/oauth/userinfo', bearer(access_token));
  const header = await stack.request('POST', '/oauth/userinfo', undefined, bearer(access_token));
  const body = await postForm(stack, '/oauth/userinfo', { access_token: String(access_token) });
  for (const answer of [got, header, body]) {
    const { sub, email } = answer.body as Record<string, unknown>;
    assert.equal([answer.status, sub, email], [200, user.id, user.email]);
  }
});

test('oidcc-scope-*, other-scope-order: claims by scope; address, which there is not, breaks nothing', async () => {
  for (const [scope, granted] of [
    ['openid profile', 'openid profile'],
    ['openid email', 'openid email'],
    ['email openid', 'email openid'],
    ['openid address', 'openid'],
    ['openid phone', 'openid phone'],
    ['openid profile email address phone', 'openid profile email phone'],
  ] as const) {
    const tokens = await requestTokens(authorizationQuery({ scope }));
    assert.is(tokens.scope, granted, scope);
    const told = (await stack.get('/oauth/userinfo', bearer(tokens.access_token))).body as Record<string, unknown>;
    assert.is('email' in told, scope.includes('email'), scope);
  }
});

test('oidcc-display-*, ui-locales, claims-locales, login-hint, acr-values, claims-essential, unknown parameter: accepted', async () => {
  for (const more of [
    { display: 'page' },
    { display: 'popup' },
    { ui_locales: 'se' },
    { claims_locales: 'se' },
    { login_hint: 'ada@example.com' },
    { acr_values: '1 2' },
    { claims: '{"userinfo":{"name":{"essential":true}}}' },
    { extra: 'foobar' },
  ] as Record<string, string>[]) {
    assert.ok(await startAuthorization(stack, authorizationQuery(more)), JSON.stringify(more));
  }
});

test('oidcc-prompt-login, max-age-1, max-age-10000, id-token-hint', async () => {
  const shown = async (more: Record<string, string>) =>
    (
      await stack.get(
        `/oauth/authorizations/${await startAuthorization(stack, authorizationQuery(more))}`,
        bearer(user.access_token),
      )
    ).body;
  await new Promise((ready) => setTimeout(ready, 2_100));
  assert.is((await shown({ prompt: 'login' })).sign_in_again, true);
  assert.is((await shown({ max_age: '1' })).sign_in_again, true);
  const tokens = await requestTokens(authorizationQuery({ max_age: '10000' }));
  const again = await requestTokens(authorizationQuery({ max_age: '10000', id_token_hint: String(tokens.id_token) }));
  const [first, second] = [claimsOf(tokens.id_token), claimsOf(again.id_token)];
  assert.equal([typeof first.auth_time, second.auth_time, second.sub], ['number', first.auth_time, first.sub]);
});

test('oidcc-ensure-post-request, server with client_secret_post', async () => {
  const posted = await postForm(
    stack,
    '/oauth/authorize',
    Object.fromEntries(new URLSearchParams(authorizationQuery())),
  );
  assert.equal([posted.status, redirectLocation(posted).searchParams.has('authorization_id')], [302, true]);
  const post = await createOAuthClient(stack, {
    require_pkce: false,
    token_endpoint_auth_method: 'client_secret_post',
  });
  const asked = new URLSearchParams(authorizationQuery());
  asked.set('client_id', post.client_id);
  const address = await approveAuthorization(
    stack,
    await startAuthorization(stack, asked.toString()),
    user.access_token,
  );
  const values = { grant_type: 'authorization_code', code: address.searchParams.get('code') ?? '', ...post };
  assert.is((await postForm(stack, '/oauth/token', { ...values, redirect_uri: CALLBACK })).status, 200);
});

test('oidcc-unsigned-request-object, request-uri-unsigned: rejected, and discovery says so', async () => {
  assert.is(await errorOf(authorizationQuery({ request: 'eyJhbGciOiJub25lIn0.e30.' })), 'request_not_supported');
  assert.is(
    await errorOf(authorizationQuery({ request_uri: 'https://client.example.com/request' })),
    'request_uri_not_supported',
  );
});

test('oidcc-codereuse, -30seconds: the second use is invalid_grant, and the token of the first stops working', async () => {
  for (const seconds of [0, 31]) {
    const address = await approveAuthorization(
      stack,
      await startAuthorization(stack, authorizationQuery()),
      user.access_token,
    );
    const code = address.searchParams.get('code') ?? '';
    const values = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK };
    const first = await postForm(stack, '/oauth/token', values, basicAuthorization(app));
    assert.is((await stack.get('/oauth/userinfo', bearer(first.body.access_token))).status, 200);
    await shiftClock(stack.db, seconds);
    const second = await postForm(stack, '/oauth/token', values, basicAuthorization(app));
    assert.equal([first.status, second.status, second.body.error], [200, 400, 'invalid_grant']);
    assert.is((await stack.get('/oauth/userinfo', bearer(first.body.access_token))).status, 401);
  }
  await shiftClock(stack.db);
});

test('oidcc-refresh-token: with offline_access, and the ID token’s subject stays', async () => {
  const tokens = await requestTokens(authorizationQuery({ scope: 'openid offline_access' }));
  const values = { grant_type: 'refresh_token', refresh_token: String(tokens.refresh_token) };
  const renewed = await postForm(stack, '/oauth/token', values, basicAuthorization(app));
  assert.equal([renewed.status, claimsOf(renewed.body.access_token).sub], [200, claimsOf(tokens.id_token).sub]);
});

async function registerClient(metadata: object): Promise<Record<string, unknown>> {
  const answer = await stack.post('/oauth/clients/register', metadata);
  return { status: answer.status, ...answer.body };
}

test('oidcc-redirect-uri-query-OK, -query-mismatch, -query-added, -regfrag: the whole address is compared', async () => {
  const uri = 'http://localhost/callback?foo=bar';
  const made = await registerClient({ redirect_uris: [uri] });
  const begun = (redirect_uri: string) => {
    const asked = { redirect_uri, client_id: String(made.client_id), scope: 'openid' };
    return stack.get(`/oauth/authorize?${authorizeQuery(String(made.client_id), createPkce().challenge, asked)}`);
  };
  const id = redirectLocation(await begun(uri)).searchParams.get('authorization_id') ?? '';
  const address = await approveAuthorization(stack, id, user.access_token);
  assert.equal([address.searchParams.get('foo'), address.searchParams.has('code')], ['bar', true]);
  for (const other of [
    'http://localhost/callback?foo=baz',
    `${uri}&more=1`,
    'http://localhost/callback',
    'http://localhost/callback?FOO=bar',
  ]) {
    const answer = await begun(other);
    assert.equal([answer.status, answer.headers.get('location')], [400, null], other);
  }
  const fragment = await registerClient({ redirect_uris: ['http://localhost/callback#foo'] });
  assert.equal([fragment.status, fragment.error], [400, 'invalid_redirect_uri']);
});

test('oidcc-registration-logo-uri, -policy-uri, -tos-uri, -sector-uri: kept, but for the sector; a page that is none is refused', async () => {
  const pages = {
    logo_uri: 'https://client.example.com/logo.png',
    policy_uri: 'https://client.example.com/policy',
    tos_uri: 'https://client.example.com/terms',
  };
  const redirect_uris = ['http://localhost/callback'];
  const made = await registerClient({
    redirect_uris,
    ...pages,
    sector_identifier_uri: 'https://client.example.com/sector',
  });
  const { logo_uri, policy_uri, tos_uri, sector_identifier_uri } = made;
  assert.equal([made.status, { logo_uri, policy_uri, tos_uri }, sector_identifier_uri], [201, pages, undefined]);
  for (const name of Object.keys(pages)) {
    const refused = await registerClient({ redirect_uris, [name]: 'javascript:alert(1)' });
    assert.equal([refused.status, refused.error], [400, 'invalid_client_metadata'], name);
  }
});

test('each module that docs/adr/0047 lists has a test that exists, or a reason', () => {
  const text = readFileSync('docs/adr/0047-the-oauth-server-and-oidc-provider.md', 'utf8');
  const rows = [...text.matchAll(/^\| (Config OP|Basic OP|Dynamic OP) \| (.+?) \| (.+?) \|$/gm)];
  assert.ok(rows.length > 25, String(rows.length));
  for (const [, , modules, proof = ''] of rows) {
    const [, file, title] = /^`(test\/[^`]+)`: (.+)$/.exec(proof) ?? [];
    if (file === undefined || title === undefined) assert.match(proof, /^no test: .{20}/, modules);
    else assert.ok(readFileSync(file, 'utf8').includes(title), `${file} has no test: ${title}`);
  }
});

test.run();
