// Sessions, refreshes and the claims of access tokens.
import { SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shiftClock } from '../support/database/clock.ts';
import { bearer, confirmedUser, JWT_SECRET, type Stack, startStack } from '../support/processes/stack.ts';

let stack: Stack;
let admin: Record<string, string>;
test.before(async () => {
  stack = await startStack();
  const token = new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' });
  admin = bearer(await token.sign(new TextEncoder().encode(JWT_SECRET)));
});
test.after(() => stack.close());

const refresh = (refresh_token: unknown) => stack.post('/token?grant_type=refresh_token', { refresh_token });
const claims = (token: unknown) => JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());
const signIn = (user: { email: string; password: string }) =>
  stack.post('/token?grant_type=password', { email: user.email, password: user.password });

test('T77 concurrent refreshes of one token return one child', async () => {
  const { refresh_token } = await confirmedUser(stack);
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refresh_token)));
  assert.equal(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.is(new Set(answers.map(({ body }) => body.refresh_token)).size, 1);
});

test('T78 the parent within the interval returns the child and creates no row', async () => {
  const { refresh_token, id } = await confirmedUser(stack);
  const child = await refresh(refresh_token);
  const counter = () => stack.db.sql`select counter::integer, rotated_at from auth.sessions where user_id = ${id}`;
  const before = await counter();
  assert.is((await refresh(refresh_token)).body.refresh_token, child.body.refresh_token);
  assert.equal([...(await counter())], [...before]);
});

test('T79 and T80 a reused ancestor revokes, committed, and the newest token is invalid', async () => {
  const { refresh_token, id } = await confirmedUser(stack);
  const child = await refresh(refresh_token);
  const grandchild = await refresh(child.body.refresh_token);
  const reused = await refresh(refresh_token);
  assert.is(reused.status, 400);
  assert.is(reused.body.error_code, 'refresh_token_already_used');
  const [session] = await stack.db.sql`select revoked_reason from auth.sessions where user_id = ${id}`;
  assert.is(session?.revoked_reason, 'reuse');
  assert.is((await refresh(grandchild.body.refresh_token)).status, 400);
});

test('T81 twelve characters: with a capital it is no token, in lower case an unknown one', async () => {
  assert.is((await refresh('abcdefgh234A')).body.error_code, 'validation_failed');
  assert.is((await refresh('abcdefgh2345')).body.error_code, 'refresh_token_not_found');
});

test('T82, T83 and T88 a refresh has the user, a new exp, the old amr and the old last_sign_in_at', async () => {
  const { refresh_token, access_token } = await confirmedUser(stack);
  const { body: before } = await stack.get('/user', bearer(access_token));
  // Half an hour later, so that new values differ from unchanged ones.
  await shiftClock(stack.db, 1800);
  const { body } = await refresh(refresh_token);
  await shiftClock(stack.db);
  const user = body.user as Record<string, unknown>;
  const [old, now] = [claims(access_token), claims(body.access_token)];
  assert.is(user.id, before.id);
  assert.is(user.email, before.email);
  assert.ok(now.iat >= old.iat + 1800, `iat ${now.iat} after ${old.iat}`);
  assert.is(now.exp, now.iat + 3600);
  assert.is(body.expires_at, now.exp);
  assert.is(now.session_id, old.session_id);
  assert.type(old.amr[0].timestamp, 'number');
  assert.equal(now.amr, old.amr);
  assert.is(user.last_sign_in_at, before.last_sign_in_at);
});

test('T84 local ends this session, others all but this, the default all', async () => {
  const user = await confirmedUser(stack);
  const sessions = [await signIn(user), await signIn(user), await signIn(user)].map(({ body }) => body);
  const [one, two, three] = sessions as [Record<string, unknown>, Record<string, unknown>, Record<string, unknown>];
  const alive = async (session: Record<string, unknown>) => {
    const { status, body } = await refresh(session.refresh_token);
    if (status === 200) session.refresh_token = body.refresh_token;
    return status === 200;
  };
  await stack.post('/logout?scope=local', undefined, bearer(one.access_token));
  assert.equal([await alive(one), await alive(two), await alive(three)], [false, true, true]);
  await stack.post('/logout?scope=others', undefined, bearer(two.access_token));
  assert.equal([await alive(two), await alive(three)], [true, false]);
  for (const scope of ['', '?scope=', '?scope=global']) {
    const four = (await signIn(user)).body;
    const five = (await signIn(user)).body;
    assert.equal([await alive(four), await alive(five)], [true, true]);
    await stack.post(`/logout${scope}`, undefined, bearer(four.access_token));
    assert.equal([await alive(four), await alive(five), await alive(two)], [false, false, false], scope);
  }
});

test('T85 metadata reaches the token with a refresh', async () => {
  const { refresh_token, access_token } = await confirmedUser(stack);
  await stack.request('PUT', '/user', { data: { color: 'red' } }, bearer(access_token));
  assert.is(claims(access_token).user_metadata.color, undefined);
  assert.is(claims((await refresh(refresh_token)).body.access_token).user_metadata.color, 'red');
});

test('T86 aud is a string, email and phone are there even when empty', async () => {
  const { access_token, email } = await confirmedUser(stack);
  const mailed = claims(access_token);
  assert.equal([mailed.aud, mailed.email, mailed.phone], ['authenticated', email, '']);
  const open = await stack.another({
    SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
    SVC_SMS_AUTOCONFIRM: 'true',
  });
  const anonymous = claims((await open.post('/signup', {})).body.access_token);
  assert.equal([anonymous.aud, anonymous.email, anonymous.phone], ['authenticated', '', '']);
  const phone = '491701234560';
  const called = claims((await open.post('/signup', { phone, password: 'correct horse battery' })).body.access_token);
  assert.equal([called.aud, called.email, called.phone], ['authenticated', '', phone]);
});

test('T87 JWT_SECRET is used as text', async () => {
  const { id } = await confirmedUser(stack);
  const token = new SignJWT({ sub: id, aud: 'authenticated' }).setProtectedHeader({ alg: 'HS256' });
  const asText = await token.sign(new TextEncoder().encode(JWT_SECRET));
  assert.is((await stack.get('/user', bearer(asText))).status, 200);
  const decoded = new SignJWT({ sub: id, aud: 'authenticated' }).setProtectedHeader({ alg: 'HS256' });
  const asBase64 = await decoded.sign(Buffer.from(JWT_SECRET, 'base64'));
  assert.is((await stack.get('/user', bearer(asBase64))).status, 403);
});

test('T90 a ban invalidates access tokens at once', async () => {
  const { access_token, id } = await confirmedUser(stack);
  await stack.request('PUT', `/admin/users/${id}`, { ban_duration: '1h' }, admin);
  const { status, body } = await stack.get('/user', bearer(access_token));
  assert.is(status, 403);
  assert.is(body.error_code, 'user_banned');
});

test.run();
