// Rules for all OAuth requests over HTTP: the recipient of errors, accepted parameters, client authentication, and the
// error format.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OAUTH_SWITCH } from '../../../gateway/routes/oauth.ts';
import { ROUTES } from '../../../gateway/routes/table.ts';
import { SERVICE } from '../../support/clients/admin.ts';
import {
  approveAuthorization,
  authorizeQuery,
  basicAuthorization,
  CALLBACK,
  createOAuthClient,
  createPkce,
  postForm,
  redirectLocation,
  refreshTokens,
  signInByClient,
  startAuthorization,
  startOAuth,
  type TestClient,
} from '../../support/clients/oauth.ts';
import { type Answer, bearer, confirmedUser } from '../../support/processes/stack.ts';

const stack = await startOAuth({ env: { SVC_RATE_LIMIT_OAUTH_TOKEN: '100000', SVC_RATE_LIMIT_AUTHORIZE: '100000' } });
test.after(() => stack.close());
const issuer = stack.settings.api_external_url;
const client = await createOAuthClient(stack);
const user = await confirmedUser(stack);

const ask = (more: Record<string, string> = {}, without: string[] = []): Promise<Answer> => {
  const query = new URLSearchParams(authorizeQuery(client.client_id, createPkce().challenge, more));
  for (const name of without) query.delete(name);
  return stack.get(`/oauth/authorize?${query}`);
};
const rows = async (): Promise<number> =>
  Number((await stack.db.sql`select count(*) as n from auth.oauth_authorizations`)[0]?.n);

test('with the feature off every route answers feature_disabled, after the token of an administrator or user', async () => {
  const off = await stack.another({ SVC_OAUTH_SERVER_ENABLED: 'false' });
  const own = ROUTES.filter((route) => route.only_with === OAUTH_SWITCH.only_with);
  assert.ok(own.length > 20, String(own.length));
  for (const { method, path, auth } of own) {
    const place = path.replace(/\{\w+\}/g, randomUUID());
    const send = (headers: Record<string, string>) =>
      off.request(method, place, method === 'GET' ? undefined : {}, headers);
    const token = auth === 'admin' ? SERVICE : auth === 'user' ? bearer(user.access_token) : {};
    const answer = await send(token);
    assert.equal([answer.status, answer.body.error_code], [404, 'feature_disabled'], `${method} ${path}`);
    if (auth === 'none') continue;
    assert.is((await send({})).status, 401, `${method} ${path}`);
    if (auth === 'admin') assert.is((await send(bearer(user.access_token))).status, 403, `${method} ${path}`);
  }
});

test('errors before client and redirect URI are known never redirect; all later ones carry state and iss', async () => {
  for (const answer of [
    await ask({}, ['client_id']),
    await ask({ client_id: randomUUID() }),
    await ask({ client_id: 'x' }),
    await ask({ client_id: 'https://client.example.com/client.json' }),
    await ask({}, ['redirect_uri']),
    await ask({ redirect_uri: 'https://evil.example.com/callback' }),
    await ask({ redirect_uri: `${CALLBACK}/` }),
    await ask({ redirect_uri: 'javascript:alert(1)' }),
    await ask({ request_uri: 'urn:ietf:params:oauth:request_uri:x' }, ['redirect_uri']),
  ]) {
    assert.equal([answer.status, answer.headers.get('location')], [400, null], answer.text);
  }
  for (const [error, more, without] of [
    ['invalid_request', {}, ['response_type']],
    ['unsupported_response_type', { response_type: 'token' }, []],
    ['unsupported_response_type', { response_type: 'code id_token' }, []],
    ['invalid_scope', { scope: 'unknown' }, []],
    ['invalid_target', { resource: 'http://elsewhere.example.com' }, []],
    ['invalid_request', {}, ['code_challenge']],
    ['invalid_request', { code_challenge_method: 'plain' }, []],
    ['invalid_request', { prompt: 'none login' }, []],
    ['invalid_request', { max_age: '-1' }, []],
    ['request_not_supported', { request: 'x' }, []],
    ['request_uri_not_supported', { request_uri: 'https://client.example.com/request' }, []],
  ] as [string, Record<string, string>, string[]][]) {
    const answer = await ask(more, without);
    const { origin, pathname, searchParams } = redirectLocation(answer);
    assert.equal(
      [answer.status, origin + pathname, searchParams.get('error'), searchParams.get('state'), searchParams.get('iss')],
      [302, CALLBACK, error, 'state-1', issuer],
      `${JSON.stringify(more)} without ${without}`,
    );
    assert.is(answer.headers.get('referrer-policy'), 'no-referrer');
  }
});

test('responds in the query for every response_mode that a client sends, and announces no other mode', async () => {
  for (const response_mode of ['query', 'fragment', 'form_post', 'web_message', 'query.jwt', 'x']) {
    const failed = redirectLocation(await ask({ scope: 'unknown', response_mode }));
    assert.equal([failed.searchParams.get('error'), failed.hash], ['invalid_scope', ''], response_mode);
    const query = authorizeQuery(client.client_id, createPkce().challenge, { response_mode });
    const target = await approveAuthorization(stack, await startAuthorization(stack, query), user.access_token);
    assert.is(target.origin + target.pathname, CALLBACK);
    assert.match(target.searchParams.get('code') ?? '', /^[\w-]{56}$/, response_mode);
    assert.is(target.hash, '', response_mode);
  }
  const { body } = await stack.get('/.well-known/oauth-authorization-server');
  assert.equal(body.response_modes_supported, ['query']);
});

test('doubled parameters, sizes above the bound, NUL and broken text are invalid_request and write no row', async () => {
  const before = await rows();
  const query = authorizeQuery(client.client_id, createPkce().challenge);
  for (const more of [
    '&scope=email&scope=openid',
    '&state=2',
    '&nonce=1&nonce=2',
    '&code_challenge=x',
    `&nonce=${'n'.repeat(256)}`,
    `&login_hint=${'x'.repeat(2_049)}`,
    `&scope=${'x'.repeat(1_001)}`,
    '&nonce=a%00b',
    '&nonce=%ED%A0%80',
    '&nonce=%FF',
  ]) {
    const answer = await stack.get(`/oauth/authorize?${query}${more}`);
    assert.equal([answer.status, redirectLocation(answer).searchParams.get('error')], [302, 'invalid_request'], more);
    assert.is(redirectLocation(answer).searchParams.get('iss'), issuer);
  }
  for (const more of [`&client_id=${client.client_id}`, `&redirect_uri=${encodeURIComponent(CALLBACK)}`]) {
    const answer = await stack.get(`/oauth/authorize?${query}${more}`);
    assert.equal([answer.status, answer.headers.get('location')], [400, null], more);
  }
  assert.is(await rows(), before);
  const most = await ask({ state: 's'.repeat(4_096), nonce: 'n'.repeat(255) });
  assert.ok(redirectLocation(most).searchParams.get('authorization_id'), 'the bounds themselves are allowed');
  assert.is(await rows(), before + 1);
});

test('a client authenticates by Basic, form and JSON as registered, and by no other way; unknown and wrong are one answer', async () => {
  const post = await createOAuthClient(stack, { token_endpoint_auth_method: 'client_secret_post' });
  const open = await createOAuthClient(stack, { client_type: 'public' });
  const wrong = { client_secret: `${client.client_secret.slice(0, -1)}x` };
  const by = {
    basic: (one: TestClient) => send({}, basicAuthorization(one)),
    form: (one: TestClient) => send({ ...one }),
    json: (one: TestClient) =>
      stack.post(
        '/oauth/token',
        { grant_type: 'refresh_token', refresh_token: 'x', ...one },
        { 'Content-Type': 'application/json' },
      ),
    none: ({ client_id }: TestClient) => send({ client_id }),
  };
  const send = (values: Record<string, string>, headers: Record<string, string> = {}) =>
    postForm(stack, '/oauth/token', { grant_type: 'refresh_token', refresh_token: 'x', ...values }, headers);
  const ways: [string, TestClient, (keyof typeof by)[]][] = [
    ['Basic', client, ['basic']],
    ['post', post, ['form', 'json']],
    ['public', open, ['none']],
  ];
  const refused = new Set<string>();
  for (const [name, one, allowed] of ways) {
    for (const [way, use] of Object.entries(by)) {
      if (one.client_secret === '' && way !== 'none') continue;
      const answer = await use(one);
      const proven = allowed.includes(way as keyof typeof by);
      assert.equal(
        [answer.status, answer.body.error],
        proven ? [400, 'invalid_grant'] : [401, 'invalid_client'],
        `${name} by ${way}`,
      );
      if (!proven) refused.add(String(answer.body.error_description));
    }
  }
  for (const answer of [
    await by.basic({ ...client, ...wrong }),
    await by.basic({ ...client, client_id: randomUUID() }),
    await by.basic({ ...client, client_id: 'x' }),
    await by.basic({ ...client, client_secret: post.client_secret }),
    await by.form({ ...post, ...wrong }),
    await by.form({ ...post, client_id: randomUUID() }),
    await by.form({ ...open, client_secret: client.client_secret }),
    await by.none({ ...open, client_id: randomUUID() }),
    await send({ ...client }, basicAuthorization(client)),
    await send({}, { Authorization: 'Basic !' }),
  ]) {
    assert.equal([answer.status, answer.body.error], [401, 'invalid_client'], answer.text);
    refused.add(String(answer.body.error_description));
  }
  assert.is(refused.size, 1, [...refused].join(', '));
  const query = new URLSearchParams({ client_id: post.client_id, client_secret: post.client_secret });
  const address = await postForm(stack, `/oauth/token?${query}`, { grant_type: 'refresh_token', refresh_token: 'x' });
  assert.is(address.body.error, 'invalid_client', 'an address is no place for a secret');
});

test('every failure of /oauth/token has RFC 6749’s body and status, no-store, and no header that names a session', async () => {
  const { refresh_token, verifier } = await signInByClient(stack, { client, user });
  const other = await createOAuthClient(stack);
  const no_refresh = await createOAuthClient(stack, { grant_types: ['authorization_code'] });
  const token = (values: Record<string, string>, by: TestClient = client) =>
    postForm(stack, '/oauth/token', values, basicAuthorization(by));
  const code = { grant_type: 'authorization_code', redirect_uri: CALLBACK, code_verifier: verifier };
  const renewal = { grant_type: 'refresh_token', refresh_token };
  const failures: [string, number, string, Answer][] = [
    ['no grant type', 400, 'invalid_request', await token({})],
    ['an unknown grant type', 400, 'unsupported_grant_type', await token({ grant_type: 'password' })],
    ['a grant type of others', 400, 'unauthorized_client', await token(renewal, no_refresh)],
    ['no code', 400, 'invalid_request', await token(code)],
    ['a forged code', 400, 'invalid_grant', await token({ ...code, code: 'x'.repeat(56) })],
    ['no refresh token', 400, 'invalid_request', await token({ grant_type: 'refresh_token' })],
    ['a forged refresh token', 400, 'invalid_grant', await token({ ...renewal, refresh_token: 'x'.repeat(60) })],
    ['a doubled member', 400, 'invalid_request', await raw(`grant_type=refresh_token&grant_type=x`)],
    ['a wider scope', 400, 'invalid_scope', await token({ ...renewal, scope: 'email phone' })],
    ['another resource', 400, 'invalid_target', await token({ ...renewal, resource: 'https://b.example.com' })],
    ['another client', 400, 'invalid_grant', await token(renewal, other)],
    ['no client', 400, 'invalid_client', await postForm(stack, '/oauth/token', renewal)],
    ['a wrong secret', 401, 'invalid_client', await token(renewal, { ...client, client_secret: 'x' })],
    ['broken JSON', 400, 'invalid_request', await raw('{', 'application/json')],
  ];
  assert.is((await refreshTokens(stack, client, refresh_token)).status, 200, 'no failure has rotated or ended it');
  for (const [name, status, error, answer] of failures) {
    assert.equal([answer.status, answer.body.error], [status, error], `${name}: ${answer.text}`);
    assert.equal(Object.keys(answer.body), ['error', 'error_description'], name);
    assert.equal([answer.headers.get('cache-control'), answer.headers.get('pragma')], ['no-store', 'no-cache'], name);
    assert.equal(
      [...answer.headers.keys()].filter((header) => header.startsWith('sb-auth')),
      [],
      name,
    );
  }
  const tried = failures.find(([name]) => name === 'a wrong secret')?.[3];
  assert.match(String(tried?.headers.get('www-authenticate')), /^Basic realm=/);
});

const raw = (body: string, type = 'application/x-www-form-urlencoded'): Promise<Answer> =>
  stack.request('POST', '/oauth/token', body, { 'Content-Type': type, ...basicAuthorization(client) });

test('revocation answers 200 for anything, and ends what is the client’s own; introspection returns inactive to other clients', async () => {
  const signed = await signInByClient(stack, { client, user });
  const other = await createOAuthClient(stack);
  const revoke = (token: string, by: TestClient) => postForm(stack, '/oauth/revoke', { token }, basicAuthorization(by));
  const inspect = async (token: string, by: TestClient) =>
    (await postForm(stack, '/oauth/introspect', { token }, basicAuthorization(by))).body;
  for (const token of ['x', 'a.b.c', '\u00e9', signed.access_token, signed.refresh_token, user.access_token]) {
    const answer = await revoke(token, other);
    assert.equal([answer.status, answer.text], [200, ''], token);
    assert.equal(await inspect(token, other), { active: false }, token);
  }
  assert.equal(
    [
      (await inspect(signed.access_token, client)).active,
      (await inspect(signed.refresh_token, client)).active,
      (await stack.get('/user', bearer(user.access_token))).status,
    ],
    [true, true, 200],
    'a stranger ends nothing',
  );
  assert.is((await revoke('x', { ...client, client_secret: 'x' })).status, 401);
  assert.is((await postForm(stack, '/oauth/revoke', {}, basicAuthorization(client))).body.error, 'invalid_request');
  await revoke(signed.access_token, client);
  assert.equal(await inspect(signed.refresh_token, client), { active: false }, 'the tokens of a session are one grant');
  assert.is((await refreshTokens(stack, client, signed.refresh_token)).body.error, 'invalid_grant');
});

test('an authorization can be read twice at once, and only its user reads it', async () => {
  const id = await startAuthorization(
    stack,
    authorizeQuery(client.client_id, createPkce().challenge, { prompt: 'consent' }),
  );
  const read = () => stack.get(`/oauth/authorizations/${id}`, bearer(user.access_token));
  const answers = await Promise.all(Array.from({ length: 10 }, read));
  for (const answer of answers) assert.equal([answer.status, answer.text], [200, answers[0]?.text]);
  assert.is((await approveAuthorization(stack, id, user.access_token)).searchParams.get('state'), 'state-1');
  const stranger = await confirmedUser(stack);
  assert.is((await stack.get(`/oauth/authorizations/${id}`, bearer(stranger.access_token))).status, 404);
});

test.run();
