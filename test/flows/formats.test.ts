// Error formats, headers, bodies, ids and timestamps.
import { SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bearer, confirmedUser, JWT_SECRET, newEmail, type Stack, startStack } from '../support/processes/stack.ts';

const NEW = { 'X-Supabase-Api-Version': '2024-01-01' };
const secret = new TextEncoder().encode(JWT_SECRET);
const signed = (claims: Record<string, unknown>) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret);

let stack: Stack;
let admin: Record<string, string>;
test.before(async () => {
  stack = await startStack();
  admin = bearer(await signed({ role: 'service_role' }));
});
test.after(() => stack.close());

const wrongPassword = (headers?: Record<string, string>) =>
  stack.post('/token?grant_type=password', { email: 'nobody@example.com', password: 'x' }, headers);

test('T1 the 2024 error has string code and message, no msg, and its response header', async () => {
  const { status, body, headers } = await wrongPassword(NEW);
  assert.is(status, 400);
  assert.equal(body, { code: 'invalid_credentials', message: 'Invalid login credentials' });
  assert.is(headers.get('x-supabase-api-version'), '2024-01-01');
});

test('T2 without the request header: integer code, error_code, msg', async () => {
  const { body, headers } = await wrongPassword();
  assert.equal(body, { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' });
  assert.is(headers.get('x-supabase-api-version'), null);
});

test('T3 later dates select the 2024 format, earlier and invalid ones the default', async () => {
  const format = async (version: string) =>
    typeof (await wrongPassword({ 'X-Supabase-Api-Version': version })).body.code;
  assert.is(await format('2099-12-31'), 'string');
  assert.is(await format('banana'), 'number');
  assert.is(await format('2023-12-31'), 'number');
});

test('T4 a success never carries X-Supabase-Api-Version, with a token or without', async () => {
  const { email, password, access_token, refresh_token, id } = await confirmedUser(stack);
  const mine = { ...bearer(access_token), ...NEW };
  const service = { ...admin, ...NEW };
  const successes = [
    await stack.get('/health', NEW),
    await stack.get('/settings', NEW),
    await stack.post('/signup', { email: newEmail(), password }, NEW),
    await stack.post('/recover', { email }, NEW),
    await stack.post('/token?grant_type=password', { email, password }, NEW),
    await stack.post('/token?grant_type=refresh_token', { refresh_token }, NEW),
    await stack.get('/user', mine),
    await stack.request('PUT', '/user', { data: { a: 1 } }, mine),
    await stack.get('/reauthenticate', mine),
    await stack.get('/admin/users', service),
    await stack.get(`/admin/users/${id}`, service),
    await stack.get('/admin/audit', service),
    await stack.post('/logout', undefined, mine),
  ];
  for (const [index, { status, headers, text }] of successes.entries()) {
    assert.ok(status < 300, `${index}: ${text}`);
    assert.is(headers.get('x-supabase-api-version'), null, String(index));
  }
  const led = await stack.get('/verify?type=signup&token=x', NEW);
  assert.equal([led.status, led.headers.get('x-supabase-api-version')], [303, null]);
});

test('T5 a weak password is 422 with reasons in both formats', async () => {
  for (const headers of [{}, NEW]) {
    const { status, body } = await stack.post('/signup', { email: newEmail(), password: 'short' }, headers);
    assert.is(status, 422);
    assert.equal(body.weak_password, { reasons: ['length'] });
  }
});

test('T6 logout is 204 without body; other successes have a JSON body', async () => {
  const { access_token } = await confirmedUser(stack);
  const out = await stack.post('/logout', undefined, bearer(access_token));
  assert.is(out.status, 204);
  assert.is(out.text, '');
  assert.is(out.headers.get('content-type'), null);
  assert.is((await stack.post('/recover', { email: newEmail() })).text, '{}');
});

test('T7 null PKCE parameters count as absent', async () => {
  const nulls = { code_challenge: null, code_challenge_method: null };
  const { access_token, email } = await confirmedUser(stack);
  assert.is((await stack.post('/signup', { email: newEmail(), password: 'secret12', ...nulls })).status, 200);
  assert.is((await stack.post('/otp', { email: newEmail(), ...nulls })).status, 200);
  assert.is((await stack.post('/recover', { email, ...nulls })).status, 200);
  assert.is((await stack.post('/resend', { type: 'signup', email: newEmail(), ...nulls })).status, 200);
  assert.is((await stack.request('PUT', '/user', { data: {}, ...nulls }, bearer(access_token))).status, 200);
});

test('T8 unknown members are accepted', async () => {
  const extra = { options: { a: 1 }, gotrue_meta_security: { captcha_token: null }, nonsense: [1] };
  assert.is((await stack.post('/signup', { email: newEmail(), password: 'secret12', ...extra })).status, 200);
  const code = await stack.post('/verify', { type: 'signup', email: newEmail(), token: '123456', ...extra });
  assert.is(code.body.error_code, 'otp_expired');
});

test('T9 a body is parsed as JSON under any Content-Type', async () => {
  for (const type of [
    'application/json;charset=UTF-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'nonsense',
  ]) {
    const headers = { 'Content-Type': type };
    assert.is((await stack.post('/signup', { email: newEmail(), password: 'secret12' }, headers)).status, 200, type);
  }
});

test('T10 logout and delete work with a JSON Content-Type and no body', async () => {
  const json = { 'Content-Type': 'application/json' };
  const { access_token, id } = await confirmedUser(stack);
  assert.is((await stack.post('/logout', undefined, { ...bearer(access_token), ...json })).status, 204);
  assert.is((await stack.request('DELETE', `/admin/users/${id}`, undefined, { ...admin, ...json })).status, 200);
});

test('T11 bearer in lower case works, two blanks are 401', async () => {
  const { access_token } = await confirmedUser(stack);
  assert.is((await stack.get('/user', { Authorization: `bearer ${access_token}` })).status, 200);
  const two = await stack.get('/user', { Authorization: `Bearer  ${access_token}` });
  assert.is(two.status, 401);
  assert.match(String(two.body.msg), /Bearer token/);
});

test('T12 a bad, expired or forged token is 403 bad_jwt, only a missing one 401', async () => {
  const { id, access_token } = await confirmedUser(stack);
  const expired = await signed({ sub: id, exp: 1000 });
  const forged = `${access_token.slice(0, -4)}AAAA`;
  for (const token of ['garbage', 'a.b.c', expired, forged]) {
    const { status, body } = await stack.get('/user', bearer(token));
    assert.is(status, 403);
    assert.is(body.error_code, 'bad_jwt');
    assert.match(String(body.msg), /^invalid JWT: unable to parse or verify signature/);
  }
  assert.is((await stack.get('/user')).status, 401);
});

test('T13 a sub that is no UUID is 400, a missing one 403', async () => {
  assert.is((await stack.get('/user', bearer(await signed({ sub: 'me' })))).status, 400);
  assert.is((await stack.get('/user', bearer(await signed({ role: 'authenticated' })))).status, 403);
});

test('T14 a token without exp is accepted', async () => {
  const { id } = await confirmedUser(stack);
  assert.is((await stack.get('/user', bearer(await signed({ sub: id, aud: 'authenticated' })))).status, 200);
});

test('T15 the nil session id and none are accepted on user routes', async () => {
  const { id } = await confirmedUser(stack);
  const nil = { sub: id, aud: 'authenticated', session_id: '00000000-0000-0000-0000-000000000000' };
  assert.is((await stack.get('/user', bearer(await signed(nil)))).status, 200);
  assert.is((await stack.get('/user', bearer(await signed({ ...nil, session_id: '' })))).status, 200);
  // Strict sessions apply only to tokens with a session id.
  const strict = await stack.another({ SVC_SECURITY_STRICT_SESSIONS: 'true' });
  const { session_id: _, ...none } = nil;
  for (const claims of [nil, { ...nil, session_id: '' }, none]) {
    const token = bearer(await signed(claims));
    assert.is((await strict.get('/user', token)).status, 200, JSON.stringify(claims));
    assert.is((await strict.request('PUT', '/user', { data: {} }, token)).status, 200, JSON.stringify(claims));
  }
  const gone = { ...nil, session_id: '00000000-0000-4000-8000-000000000000' };
  const refused = await strict.get('/user', bearer(await signed(gone)));
  assert.equal([refused.status, refused.body.error_code], [403, 'session_not_found']);
});

test('T16 the Authorization header of a refresh is ignored', async () => {
  const { refresh_token } = await confirmedUser(stack);
  const answer = await stack.post('/token?grant_type=refresh_token', { refresh_token }, bearer('anon-key'));
  assert.is(answer.status, 200);
});

test('T17 a preflight may ask for apikey', async () => {
  const { status, headers } = await stack.request('OPTIONS', '/signup', undefined, {
    Origin: 'https://app.example.com',
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'apikey,authorization,x-client-info,x-supabase-api-version',
  });
  assert.is(status, 204);
  assert.match(headers.get('access-control-allow-headers') ?? '', /apikey/);
});

test('T18 Link and X-Total-Count are exposed', async () => {
  const { headers } = await stack.get('/admin/users', { ...admin, Origin: 'https://app.example.com' });
  assert.match(headers.get('access-control-expose-headers') ?? '', /X-Total-Count, Link/);
  // The CORS headers of one response do not appear in a later response to a request without Origin.
  const { access_token } = await confirmedUser(stack);
  for (const path of ['/user', '/health', '/settings']) {
    await stack.get(path, { ...bearer(access_token), Origin: 'https://app.example.com' });
    const plain = await stack.get(path, bearer(access_token));
    assert.is(plain.headers.get('access-control-allow-origin'), null, path);
  }
});

test('T19 page is the first query key of a link', async () => {
  await confirmedUser(stack);
  await confirmedUser(stack);
  const { headers } = await stack.get('/admin/users?per_page=1&page=1', admin);
  assert.match(headers.get('link') ?? '', /^<\/admin\/users\?page=2&per_page=1>; rel="next", </);
});

test('T20 empty paging parameters are none', async () => {
  const empty = await stack.get('/admin/users?page=&per_page=', admin);
  const none = await stack.get('/admin/users', admin);
  assert.is(empty.status, 200);
  assert.equal(empty.body.users, none.body.users);
});

test('T21 POST /admin/users answers 200', async () => {
  assert.is((await stack.post('/admin/users', { email: newEmail() }, admin)).status, 200);
});

test('T22 an id that is no UUID is 404 validation_failed', async () => {
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    for (const id of ['me', '1', '00000000-0000-0000-0000-00000000000', '%00', '%20']) {
      const body = method === 'GET' ? undefined : {};
      const answer = await stack.request(method, `/admin/users/${id}`, body, admin);
      assert.equal(
        [answer.status, answer.body.error_code, answer.body.msg],
        [404, 'validation_failed', 'user_id must be an UUID'],
        `${method} ${id}`,
      );
    }
  }
});

test('T23 times end in Z with at most microseconds; unset ones are absent, unset addresses empty', async () => {
  const { access_token } = await confirmedUser(stack);
  const { body } = await stack.get('/user', bearer(access_token));
  for (const name of ['created_at', 'updated_at', 'confirmed_at', 'email_confirmed_at', 'last_sign_in_at']) {
    assert.match(String(body[name]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z$/, name);
  }
  for (const name of ['banned_until', 'deleted_at', 'phone_confirmed_at', 'invited_at', 'new_email', 'new_phone']) {
    assert.not.ok(name in body, name);
  }
  assert.is(body.phone, '');
});

test('T24 identities is always an array, an empty one too', async () => {
  const made = await stack.post('/admin/users', { email: newEmail() }, admin);
  assert.is((made.body.identities as unknown[]).length, 1);
  assert.is(((await stack.get(`/admin/users/${made.body.id}`, admin)).body.identities as unknown[]).length, 1);

  const anonymous = await stack.another({ SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' });
  const { body: session } = await anonymous.post('/signup', {});
  const user = session.user as { id: string; identities: unknown };
  const mine = bearer(session.access_token);
  assert.equal(user.identities, []);
  assert.equal((await stack.get('/user', mine)).body.identities, []);
  assert.equal((await stack.request('PUT', '/user', { data: { a: 1 } }, mine)).body.identities, []);
  assert.equal((await stack.get(`/admin/users/${user.id}`, admin)).body.identities, []);
  const changed = await stack.request('PUT', `/admin/users/${user.id}`, { user_metadata: { b: 1 } }, admin);
  assert.equal(changed.body.identities, []);
  const refreshed = await stack.post('/token?grant_type=refresh_token', { refresh_token: session.refresh_token });
  assert.equal((refreshed.body.user as { identities: unknown }).identities, []);
  const repeated = await confirmedUser(stack);
  const fake = await stack.post('/signup', { email: repeated.email, password: repeated.password });
  assert.equal(fake.body.identities, []);
});

test('T25 an error in a request is never a 5xx', async () => {
  const bodies = ['', '{', '[]', '"x"', '1', '{"email":1}', '{"email":{}}', '{"data":"x"}', '{"password":"\\u0000"}'];
  for (const path of [
    '/signup',
    '/otp',
    '/magiclink',
    '/recover',
    '/resend',
    '/verify',
    '/token?grant_type=password',
  ]) {
    for (const body of bodies) {
      const { status } = await stack.post(path, body);
      assert.ok(status >= 200 && status < 500, `${path} ${body}: ${status}`);
    }
  }
});

test.run();
