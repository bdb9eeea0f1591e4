// Sessions over HTTP: a list of devices, an end to one of them, tags, and what a listener in the database is told.
import { SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bearer, confirmedUser, JWT_SECRET, type Stack, startStack } from '../support/stack.ts';

let stack: Stack;
let admin: Record<string, string>;
let listener: Awaited<ReturnType<Stack['db']['sql']['listen']>>;
const told: string[] = [];
const waiting: (() => void)[] = [];
test.before(async () => {
  stack = await startStack({
    env: { SVC_SESSIONS_TAGS: 'web,mobile', SVC_SESSIONS_SINGLE_PER_USER: 'true' },
  });
  const token = new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' });
  admin = bearer(await token.sign(new TextEncoder().encode(JWT_SECRET)));
  listener = await stack.db.sql.listen('postern_session_ended', (id) => {
    told.push(id);
    for (const wake of waiting.splice(0)) wake();
  });
});
test.after(async () => {
  await listener.unlisten();
  await stack.close();
});

/** What the listener has heard by now: notifications come in the order of their commits, so after ours there are no earlier ones. */
async function heard(): Promise<readonly string[]> {
  const mark = `mark ${crypto.randomUUID()}`;
  await stack.db.sql.notify('postern_session_ended', mark);
  while (!told.includes(mark)) await new Promise<void>((resolve) => waiting.push(resolve));
  return told;
}

async function hears(ids: readonly unknown[], how = ''): Promise<void> {
  const all = await heard();
  for (const id of ids) assert.ok(all.includes(String(id)), how);
}

const sessionOf = (token: unknown): string =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()).session_id;
const signIn = (user: { email: string; password: string }, headers: Record<string, string> = {}) =>
  stack.post('/token?grant_type=password', { email: user.email, password: user.password }, headers);
const refresh = async (refresh_token: unknown) =>
  (await stack.post('/token?grant_type=refresh_token', { refresh_token })).body.error_code;
interface Listed {
  id: string;
  current: boolean;
  tag: string | null;
  user_agent: string;
}

test('somebody sees the devices, ends a session on one of them, and that device cannot go on', async () => {
  const user = await confirmedUser(stack);
  const phone = (await signIn(user, { 'X-Session-Tag': 'mobile', 'User-Agent': 'a phone' })).body;
  const { status, headers, body } = await stack.get('/sessions', bearer(user.access_token));
  assert.equal([status, headers.get('cache-control')], [200, 'no-store']);
  const sessions = body.sessions as Listed[];
  assert.equal(
    sessions.map(({ current, tag }) => [current, tag]),
    [
      [false, 'mobile'],
      [true, null],
    ],
  );
  assert.equal([sessions[0]?.user_agent, sessions[0]?.id], ['a phone', sessionOf(phone.access_token)]);
  const path = `/sessions/${sessions[0]?.id}`;
  assert.is((await stack.request('DELETE', path, undefined, bearer(user.access_token))).status, 204);
  await hears([sessions[0]?.id]);
  assert.is(await refresh(phone.refresh_token), 'refresh_token_not_found');
  assert.is(await refresh(user.refresh_token), undefined);
  assert.is((await stack.request('DELETE', path, undefined, bearer(user.access_token))).status, 404);
});

test('one session per tag: a second sign-in on the web ends the first, and leaves the phone alone', async () => {
  const user = await confirmedUser(stack);
  const phone = (await signIn(user, { 'X-Session-Tag': 'mobile' })).body;
  const web = (await signIn(user, { 'X-Session-Tag': 'web' })).body;
  assert.is(await refresh(user.refresh_token), 'session_expired');
  assert.equal([await refresh(phone.refresh_token), await refresh(web.refresh_token)], [undefined, undefined]);
  const { status, body } = await signIn(user, { 'X-Session-Tag': 'fridge' });
  assert.equal([status, body.error_code], [400, 'validation_failed']);
});

test('two devices that refresh at once: at most one of them stays, and nobody waits for the other', async () => {
  const user = await confirmedUser(stack);
  const second = (await signIn(user)).body;
  const codes = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => refresh((turn % 2 ? second : user).refresh_token)),
  );
  assert.equal(new Set(codes.filter((_, turn) => turn % 2 === 0)), new Set(['session_expired']));
  assert.equal(new Set(codes.filter((_, turn) => turn % 2 === 1)), new Set([undefined]));
});

test('an administrator sees the sessions of a user and ends one or all', async () => {
  const user = await confirmedUser(stack);
  const [second, third] = [(await signIn(user)).body, (await signIn(user)).body];
  const path = `/admin/users/${user.id}/sessions`;
  assert.is(((await stack.get(path, admin)).body.sessions as Listed[]).length, 3);
  const one = sessionOf(second.access_token);
  assert.is((await stack.request('DELETE', `${path}/${one}`, undefined, admin)).status, 204);
  await hears([one]);
  assert.not.ok((await heard()).includes(sessionOf(third.access_token)));
  assert.is((await stack.request('DELETE', path, undefined, admin)).status, 204);
  await hears([sessionOf(third.access_token), sessionOf(user.access_token)]);
  assert.is(await refresh(third.refresh_token), 'refresh_token_not_found');
  assert.is((await stack.get(path, bearer(user.access_token))).status, 403);
});

test('whatever ends a session tells the listener: sign-out, reuse, a new password, a ban, a deletion', async () => {
  const ends: Record<string, (user: Awaited<ReturnType<typeof confirmedUser>>) => Promise<unknown>> = {
    'sign-out': ({ access_token }) => stack.post('/logout', {}, bearer(access_token)),
    reuse: async ({ refresh_token }) => {
      const child = (await stack.post('/token?grant_type=refresh_token', { refresh_token })).body;
      await refresh(child.refresh_token);
      await refresh(refresh_token);
    },
    'a new password': ({ id }) => stack.request('PUT', `/admin/users/${id}`, { password: 'another password' }, admin),
    'a ban': ({ id }) => stack.request('PUT', `/admin/users/${id}`, { ban_duration: '1h' }, admin),
    'a deletion': ({ id }) => stack.request('DELETE', `/admin/users/${id}`, {}, admin),
    'a soft deletion': ({ id }) => stack.request('DELETE', `/admin/users/${id}`, { should_soft_delete: true }, admin),
  };
  for (const [name, how] of Object.entries(ends)) {
    const user = await confirmedUser(stack);
    await how(user);
    await hears([sessionOf(user.access_token)], name);
  }
});

test.run();
