// runner: when=sql,gateway,core

// A dump of the database gives access to nothing: no value of 8 to 200 characters in the dump is accepted as a
// credential, on routes of the OAuth server or of apps. The log contains no secret either.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  approveAuthorization,
  authorizeQuery,
  basicAuthorization,
  CALLBACK,
  createOAuthClient,
  createPkce,
  EVERY_GRANT_TYPE,
  exchangeCode,
  pollDevice,
  postForm,
  signInByClient,
  startAuthorization,
  startDeviceAuthorization,
  startOAuth,
} from '../support/clients/oauth.ts';
import { bearer, confirmedUser } from '../support/processes/stack.ts';

// The test tries these values before it exchanges the code, which takes longer than the default lifetime of a code, one
// minute. Each value is also tried as a user code, and wrong ones are limited per account.
const stack = await startOAuth({
  env: {
    SVC_OAUTH_SERVER_CODE_TTL: '600',
    SVC_SECURITY_MAX_CODE_FAILURES: '10000',
    SVC_SECURITY_MAX_CODE_FAILURES_PER_DAY: '10000',
  },
});
test.after(() => stack.close());

test('no value of a dump is an authorization id, a code, a client secret or a token', async () => {
  const user = await confirmedUser(stack);
  const client = await createOAuthClient(stack, { grant_types: EVERY_GRANT_TYPE });
  const signed = await signInByClient(stack, {
    client,
    user,
    scope: 'openid email offline_access',
    more: { nonce: 'the-nonce' },
  });
  // One pending authorization, and one that is approved but not exchanged.
  const { verifier, challenge } = createPkce();
  const waiting = await startAuthorization(
    stack,
    authorizeQuery(client.client_id, challenge, { state: 'the-state', prompt: 'consent' }),
  );
  const other = await startAuthorization(stack, authorizeQuery(client.client_id, challenge));
  const code = (await approveAuthorization(stack, other, user.access_token)).searchParams.get('code') ?? '';

  const sent = {
    redirect_uri: CALLBACK,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  const pushed = await postForm(stack, '/oauth/par', sent, basicAuthorization(client));
  const request_uri = String(pushed.body.request_uri);
  await stack.db
    .sql`update auth.oauth_authorizations set expires_at = now() + interval '10 minutes' where kind = 'pushed'`;
  // One pending device authorization, and one that is approved but not polled.
  const [first, second] = [
    await startDeviceAuthorization(stack, client),
    await startDeviceAuthorization(stack, client),
  ];
  const shown = await stack.post('/oauth/device', { user_code: second.user_code }, bearer(user.access_token));
  const decided = `/oauth/authorizations/${shown.body.authorization_id}/consent`;
  await stack.post(decided, { action: 'approve' }, bearer(user.access_token));

  const tables = await stack.db.sql<{ name: string }[]>`
    select c.relname::text as name from pg_class as c
    where c.relnamespace = 'auth'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`;
  const values = new Set<string>();
  const collect = (value: unknown): void => {
    if (value === null || typeof value === 'boolean') return;
    if (typeof value === 'object') for (const one of Object.values(value)) collect(one);
    else {
      const text = String(value);
      values.add(text);
      if (text.startsWith('\\x')) {
        values.add(text.slice(2));
        values.add(Buffer.from(text.slice(2), 'hex').toString('base64url'));
      }
      const bare = text.replaceAll('-', '');
      if (/^[0-9a-f]{32}$/.test(bare)) values.add(Buffer.from(bare, 'hex').toString('base64url'));
    }
  };
  for (const { name } of tables) {
    for (const { row } of await stack.db.sql.unsafe<{ row: object }[]>(
      `select to_jsonb(t) as row from auth.${name} as t`,
    ))
      collect(row);
  }
  assert.ok(values.size > 100, String(values.size));
  const id_token = signed.id_token ?? '';
  assert.ok(id_token, 'the flow has an ID token');
  const secrets = [
    signed.refresh_token,
    signed.access_token,
    user.access_token,
    user.refresh_token,
    id_token,
    client.client_secret,
    code,
    waiting,
    'the-state',
    'the-nonce',
    verifier,
    first.device_code,
    request_uri.split(':').at(-1) ?? '',
    first.user_code,
    first.user_code.replace('-', ''),
    second.device_code,
  ];
  const dump = [...values].join('\n');
  for (const secret of secrets) assert.not.ok(dump.includes(secret), secret);

  /** Submits a value as each kind of credential that the OAuth server and the routes for apps accept. */
  const tryAs = async (value: string): Promise<void> => {
    const token = (values: Record<string, string>) =>
      postForm(stack, '/oauth/token', values, basicAuthorization(client));
    const authorize = (request_uri: string) =>
      stack.get(`/oauth/authorize?${new URLSearchParams({ client_id: client.client_id, request_uri })}`);
    const inspect = (token: string, hint: string) =>
      postForm(stack, '/oauth/introspect', { token, token_type_hint: hint }, basicAuthorization(client));
    const hint = new URLSearchParams({ id_token_hint: value, client_id: client.client_id });
    const protected_resources = Promise.all([
      stack.get('/oauth/userinfo', bearer(value)),
      postForm(stack, '/oauth/userinfo', { access_token: value }),
      stack.get('/user', bearer(value)),
      stack.get('/user/oauth/grants', bearer(value)),
      stack.get('/admin/oauth/clients', bearer(value)),
      stack.get(`/oauth/logout?${hint}`),
      stack.post('/oauth/device', { user_code: value }, bearer(user.access_token)),
    ]);
    const inspected = Promise.all([inspect(value, 'access_token'), inspect(value, 'refresh_token')]);
    const assertion = {
      grant_type: 'refresh_token',
      refresh_token: signed.refresh_token,
      client_id: client.client_id,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: value,
    };
    const opened = Promise.all([
      stack.post('/token?grant_type=refresh_token', { refresh_token: value }),
      stack.post('/token?grant_type=pkce', { auth_code: value, code_verifier: verifier }),
      stack.post('/verify', { type: 'magiclink', token_hash: value }),
      stack.post('/verify', { type: 'email', email: user.email, token: value }),
      token({ grant_type: 'authorization_code', code, code_verifier: value, redirect_uri: CALLBACK }),
      postForm(stack, '/oauth/token', assertion),
    ]);
    const [shown, bare, pushed, exchanged, device, refreshed, guessed] = await Promise.all([
      stack.get(`/oauth/authorizations/${encodeURIComponent(value)}`, bearer(user.access_token)),
      authorize(value),
      authorize(`urn:ietf:params:oauth:request_uri:${value}`),
      token({ grant_type: 'authorization_code', code: value, code_verifier: verifier, redirect_uri: CALLBACK }),
      pollDevice(stack, client, value),
      token({ grant_type: 'refresh_token', refresh_token: value }),
      postForm(stack, '/oauth/revoke', { token: 'x' }, basicAuthorization({ ...client, client_secret: value })),
    ]);
    assert.equal([shown.status, bare.status, pushed.status, guessed.status], [404, 400, 400, 401], value);
    const errors = [exchanged.body.error, device.body.error, refreshed.body.error];
    assert.equal(errors, ['invalid_grant', 'invalid_grant', 'invalid_grant'], value);
    const statuses = (await protected_resources).map(({ status }) => status);
    assert.equal(statuses, [401, 401, 403, 403, 403, 400, 404], value);
    for (const { status, body } of await opened) {
      assert.ok(status >= 400 && status < 500, `${status} ${value}`);
      assert.is(body.access_token, undefined, value);
    }
    for (const { status, body } of await inspected) assert.equal([status, body], [200, { active: false }], value);
  };
  const tried = [...values].filter((value) => value.length <= 200 && value.length >= 8 && !/[^\x21-\x7e]/.test(value));
  assert.ok(tried.length > 100, String(tried.length));
  for (let at = 0; at < tried.length; at += 8) await Promise.all(tried.slice(at, at + 8).map(tryAs));
  assert.is((await exchangeCode(stack, client, code, verifier)).status, 200, 'and the code itself works');
  assert.is((await pollDevice(stack, client, second.device_code)).status, 200, 'and the device code');
  const query = new URLSearchParams({ client_id: client.client_id, request_uri });
  assert.is((await stack.get(`/oauth/authorize?${query}`)).status, 302, 'and the pushed request');
  const entered = await stack.post('/oauth/device', { user_code: first.user_code }, bearer(user.access_token));
  assert.is(entered.status, 200, 'and the user code');
  const inspected = await postForm(
    stack,
    '/oauth/introspect',
    { token: signed.access_token },
    basicAuthorization(client),
  );
  assert.is(inspected.body.active, true, 'and introspection knows the access token');
  assert.is((await stack.get('/oauth/userinfo', bearer(signed.access_token))).status, 200, 'and userinfo');
  assert.is((await stack.get(`/oauth/logout?${new URLSearchParams({ id_token_hint: id_token })}`)).status, 302);
  assert.is((await stack.get('/oauth/userinfo', bearer(signed.access_token))).status, 401, 'the sign-out ended it');
});

test('no secret of a whole flow is in the log of the server', async () => {
  const client = await createOAuthClient(stack, { grant_types: EVERY_GRANT_TYPE });
  const user = await confirmedUser(stack);
  const signed = await signInByClient(stack, { client, user, scope: 'openid email offline_access' });
  const device = await startDeviceAuthorization(stack, client);
  await fetch(`${stack.url}/oauth/device?user_code=${device.user_code}`);
  // A faulty client sends these secrets in a URL.
  const wrong = { code: signed.code, client_secret: client.client_secret, device_code: device.device_code };
  await stack.get(`/oauth/authorize?${new URLSearchParams(wrong)}`);
  await fetch(`${stack.url}/oauth/token/${signed.code}`);
  await postForm(
    stack,
    '/oauth/token',
    { grant_type: signed.refresh_token, code: signed.code },
    basicAuthorization(client),
  );
  await postForm(stack, '/oauth/revoke', { token: signed.refresh_token }, basicAuthorization(client));
  const log = stack.log();
  assert.match(log, '/oauth/token');
  for (const [name, secret] of Object.entries({ ...signed, ...client, ...wrong, user_code: device.user_code })) {
    if (typeof secret !== 'string' || ['client_id', 'scope', 'token_type'].includes(name)) continue;
    assert.not.ok(log.includes(secret), name);
  }
});

test.run();
