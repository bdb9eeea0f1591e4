// Leaked passwords on the routes that set or verify a password. A server on loopback takes the place of the range API.
import { createHash } from 'node:crypto';
import { AuthWeakPasswordError } from '@supabase/auth-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE as admin } from '../support/clients/admin.ts';
import { createClient } from '../support/clients/client.ts';
import { bearer, confirmedUser, newEmail, type Stack, startStack } from '../support/processes/stack.ts';
import { startThirdParty } from '../support/providers/third_party.ts';

const LEAKED = 'Tr0ub4dor&3 leaked';
const FINE = 'correct horse battery';
const hexOf = (password: string): string => createHash('sha1').update(password).digest('hex').toUpperCase();
const MESSAGE = 'Password is known to be weak and easy to guess, please choose a different one.';

const service = await startThirdParty();
const others = Array.from({ length: 800 }, (_, at) => `${hexOf(`other ${at}`).slice(5)}:${at + 1}`);
const answers = (): void => {
  service.behaviour = () => ({ body: [...others, `${hexOf(LEAKED).slice(5)}:3`].join('\r\n') });
};
answers();
const HIBP = {
  SVC_PASSWORD_HIBP_ENABLED: 'true',
  SVC_PASSWORD_HIBP_URL: service.url,
  SVC_PASSWORD_HIBP_CACHE_PREFIXES: '0',
};
const stack = await startStack({ env: { ...HIBP, SVC_PASSWORD_MIN_LENGTH: '8' } });
const closed = await stack.another({ SVC_PASSWORD_HIBP_FAIL_CLOSED: 'true' });
const changing = await stack.another({ SVC_PASSWORD_HIBP_REQUIRE_CHANGE: 'true' });
const client = () => createClient(stack.url).auth;
test.after(async () => {
  await stack.close();
  await service.close();
});
test.before.each(() => {
  answers();
  service.requests.length = 0;
});

const weak = ({ status, body }: { status: number; body: Record<string, unknown> }, reasons = ['pwned']): void => {
  assert.is(status, 422);
  assert.is(body.error_code, 'weak_password');
  assert.equal(body.weak_password, { reasons });
  assert.is(body.msg, MESSAGE);
};

/** Creates a user, to whom an administrator then gives a leaked password. */
async function createUserWithLeakedPassword(at: Stack): Promise<{ id: string; email: string; access_token: string }> {
  const user = await confirmedUser(at);
  const path = `/admin/users/${user.id}?allow_leaked=true`;
  const { status } = await at.request('PUT', path, { password: LEAKED }, admin);
  assert.is(status, 200);
  return user;
}

test('POST /signup, POST /admin/generate_link and POST /admin/users refuse a leaked password', async () => {
  weak(await stack.post('/signup', { email: newEmail(), password: LEAKED }));
  weak(await stack.post('/admin/generate_link', { type: 'signup', email: newEmail(), password: LEAKED }, admin));
  weak(await stack.post('/admin/users', { email: newEmail(), password: LEAKED }, admin));
  assert.is((await stack.post('/admin/users', { email: newEmail(), password: 'short' }, admin)).status, 200);
  const id = 'b3b7a7b1-7f1e-4d0b-9e6c-2f1a55a9a001';
  weak(await stack.post(`/admin/users/${id}`, { email: newEmail(), password: LEAKED }, admin));
});

test('POST /admin/users refuses a leaked password that is shorter than users may choose', async () => {
  const short = 'qwerty7';
  service.behaviour = () => ({ body: [...others, `${hexOf(short).slice(5)}:9`].join('\r\n') });
  const { status, body } = await stack.post('/admin/users', { email: newEmail(), password: short }, admin);
  assert.is(status, 422);
  assert.equal(body.weak_password, { reasons: ['length', 'pwned'] });
  const path = '/admin/users?allow_leaked=true';
  assert.is((await stack.post(path, { email: newEmail(), password: short }, admin)).status, 200);
});

test('auth-js gets AuthWeakPasswordError with the reason', async () => {
  const { error } = await client().signUp({ email: newEmail(), password: LEAKED });
  assert.instance(error, AuthWeakPasswordError);
  assert.equal((error as AuthWeakPasswordError).reasons, ['pwned']);
  assert.is(error?.message, MESSAGE);
});

test('an administrator may set a leaked password with allow_leaked=true, and only with it', async () => {
  const { status, body } = await stack.post(
    '/admin/users?allow_leaked=true',
    { email: newEmail(), password: LEAKED },
    admin,
  );
  assert.is(status, 200);
  weak(await stack.request('PUT', `/admin/users/${body.id}`, { password: LEAKED }, admin));
  weak(await stack.request('PUT', `/admin/users/${body.id}?allow_leaked=1`, { password: LEAKED }, admin));
  const link = { type: 'signup', email: newEmail(), password: LEAKED };
  assert.is((await stack.post('/admin/generate_link?allow_leaked=true', link, admin)).status, 200);
});

test('PUT /user refuses a leaked password, and asks nothing for a caller without a token', async () => {
  const user = await confirmedUser(stack);
  service.requests.length = 0;
  assert.is((await stack.request('PUT', '/user', { password: LEAKED })).status, 401);
  assert.is((await stack.request('PUT', '/user', { password: LEAKED }, bearer('forged'))).status, 403);
  assert.is(service.requests.length, 0);
  weak(await stack.request('PUT', '/user', { password: LEAKED }, bearer(user.access_token)));
  assert.is(
    (await stack.request('PUT', '/user', { password: 'another fine one' }, bearer(user.access_token))).status,
    200,
  );
});

test('an invited person cannot choose a leaked password with the link, and can use the link again', async () => {
  const email = newEmail();
  await stack.post('/invite', { email }, admin);
  const { token } = await stack.mail(email);
  weak(await stack.post('/verify', { type: 'invite', token_hash: token, password: LEAKED }));
  assert.is((await stack.post('/verify', { type: 'invite', token_hash: token, password: FINE })).status, 200);
});

test('a password that is too short is refused for that alone and not asked about', async () => {
  const { body } = await stack.post('/signup', { email: newEmail(), password: 'short' });
  assert.equal(body.weak_password, { reasons: ['length'] });
  assert.is(service.requests.length, 0);
});

test('a sign-in with a leaked password opens a session that says so; a wrong password is answered as always', async () => {
  const user = await createUserWithLeakedPassword(stack);
  service.requests.length = 0;
  const path = '/token?grant_type=password';
  const signedIn = await stack.post(path, { email: user.email, password: LEAKED });
  assert.is(signedIn.status, 200, signedIn.text);
  assert.equal(signedIn.body.weak_password, { message: MESSAGE, reasons: ['pwned'] });
  assert.not.ok('weak_if_leaked' in signedIn.body);
  assert.is(service.requests.length, 1);
  const { data, error } = await client().signInWithPassword({ email: user.email, password: LEAKED });
  assert.is(error, null);
  assert.equal(data.weakPassword?.reasons, ['pwned']);
  assert.is(
    (await stack.post(path, { email: user.email, password: `${LEAKED}!` })).body.error_code,
    'invalid_credentials',
  );
  const fine = await confirmedUser(stack);
  assert.is((await stack.post(path, { email: fine.email, password: FINE })).body.weak_password, null);
  service.behaviour = () => 'cut';
  for (const at of [stack, closed]) {
    const { status, body } = await at.post(path, { email: user.email, password: LEAKED });
    assert.equal([status, body.weak_password], [200, null]);
  }
});

test('with PASSWORD_HIBP_REQUIRE_CHANGE a leaked password is refused, and a recovery mail is sent to its owner', async () => {
  const user = await createUserWithLeakedPassword(stack);
  const path = '/token?grant_type=password';
  weak(await changing.post(path, { email: user.email, password: LEAKED }));
  const wrong = await changing.post(path, { email: user.email, password: `${LEAKED}!` });
  assert.is(wrong.body.error_code, 'invalid_credentials');
  const { path: link } = await stack.mail(user.email, 2);
  assert.match(link, /type=recovery/);
  weak(await changing.post(path, { email: user.email, password: LEAKED }));
  const [row] = await stack.db
    .sql`select count(*)::integer as mails from auth.messages where to_address = ${user.email}`;
  assert.is(row?.mails, 2, 'the mail is bounded like that of /recover');
  const fine = await confirmedUser(stack);
  assert.is((await changing.post(path, { email: fine.email, password: FINE })).status, 200);
});

test('without an answer sign-ups are accepted; with FAIL_CLOSED they are 503 with Retry-After', async () => {
  service.behaviour = () => ({ status: 500, body: 'down' });
  assert.is((await stack.post('/signup', { email: newEmail(), password: LEAKED })).status, 200);
  const { status, headers, body } = await closed.post('/signup', { email: newEmail(), password: FINE });
  assert.equal([status, headers.get('retry-after'), body.error_code], [503, '30', 'unexpected_failure']);
  assert.match(stack.log(), /passwords cannot be compared with leaked ones/);
});

test('no log line, audit entry or message contains the password, its digest or the range', async () => {
  const digest = hexOf(LEAKED);
  const rows = await stack.db.sql<{ text: string }[]>`
    select coalesce((select string_agg(a::text, ' ') from auth.audit_log as a), '')
      || coalesce((select string_agg(m::text, ' ') from auth.messages as m), '') as text`;
  const texts = [stack.log(), closed.log(), changing.log(), rows.map(({ text }) => text).join()];
  for (const text of texts) {
    assert.ok(text.length > 100);
    for (const secret of [LEAKED, digest, digest.slice(5), 'range/']) {
      assert.not.ok(text.toUpperCase().includes(secret.toUpperCase()), 'a log has it');
    }
  }
});

test.run();
