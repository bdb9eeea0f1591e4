// Sessions over HTTP: the list of devices, revoking one session, tags, and notifications to a database listener.
import { SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { computeTotp, decodeBase32 } from '../support/clients/totp.ts';
import { bearer, confirmedUser, JWT_SECRET, type Stack, startStack } from '../support/processes/stack.ts';

let stack: Stack;
let admin: Record<string, string>;
let listener: Awaited<ReturnType<Stack['db']['sql']['listen']>>;
const notified: string[] = [];
const waiting: (() => void)[] = [];
test.before(async () => {
  stack = await startStack({
    env: { SVC_SESSIONS_TAGS: 'web,mobile', SVC_SESSIONS_SINGLE_PER_USER: 'true' },
  });
  const token = new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' });
  admin = bearer(await token.sign(new TextEncoder().encode(JWT_SECRET)));
  listener = await stack.db.sql.listen('postern_session_ended', (id) => {
    notified.push(id);
    for (const wake of waiting.splice(0)) wake();
  });
});
test.after(async () => {
  await listener.unlisten();
  await stack.close();
});

/**
 * Returns the notifications so far. Sends a notification and waits for it. Notifications arrive in commit order, so all
 * earlier ones have arrived then.
 */
async function receivedNotifications(): Promise<readonly string[]> {
  const mark = `mark ${crypto.randomUUID()}`;
  await stack.db.sql.notify('postern_session_ended', mark);
  while (!notified.includes(mark)) await new Promise<void>((resolve) => waiting.push(resolve));
  return notified;
}

async function assertNotified(ids: readonly unknown[], how = ''): Promise<void> {
  const all = await receivedNotifications();
  for (const id of ids) assert.ok(all.includes(String(id)), how);
}

const sessionOf = (token: unknown): string =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()).session_id;
const signIn = (user: { email: string; password: string }, headers: Record<string, string> = {}) =>
  stack.post('/token?grant_type=password', { email: user.email, password: user.password }, headers);
const refresh = async (refresh_token: unknown) =>
  (await stack.post('/token?grant_type=refresh_token', { refresh_token })).body.error_code;
interface ListedSession {
  id: string;
  current: boolean;
  tag: string | null;
  user_agent: string;
}

test('a user lists the devices and ends the session of one, which cannot continue', async () => {
  const user = await confirmedUser(stack);
  const phone = (await signIn(user, { 'X-Session-Tag': 'mobile', 'User-Agent': 'a phone' })).body;
  const { status, headers, body } = await stack.get('/sessions', bearer(user.access_token));
  assert.equal([status, headers.get('cache-control')], [200, 'no-store']);
  const sessions = body.sessions as ListedSession[];
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
  await assertNotified([sessions[0]?.id]);
  assert.is(await refresh(phone.refresh_token), 'refresh_token_not_found');
  assert.is(await refresh(user.refresh_token), undefined);
  assert.is((await stack.request('DELETE', path, undefined, bearer(user.access_token))).status, 404);
});

test('two devices refresh concurrently: at most one of them stays, and neither waits for the other', async () => {
  const user = await confirmedUser(stack);
  const second = (await signIn(user)).body;
  const codes = await Promise.all(
    Array.from({ length: 10 }, (_, turn) => refresh((turn % 2 ? second : user).refresh_token)),
  );
  assert.equal(new Set(codes.filter((_, turn) => turn % 2 === 0)), new Set(['session_expired']));
  assert.equal(new Set(codes.filter((_, turn) => turn % 2 === 1)), new Set([undefined]));
});

test('an administrator lists the sessions of a user and ends one or all', async () => {
  const user = await confirmedUser(stack);
  const [second, third] = [(await signIn(user)).body, (await signIn(user)).body];
  const path = `/admin/users/${user.id}/sessions`;
  assert.is(((await stack.get(path, admin)).body.sessions as ListedSession[]).length, 3);
  const one = sessionOf(second.access_token);
  assert.is((await stack.request('DELETE', `${path}/${one}`, undefined, admin)).status, 204);
  await assertNotified([one]);
  assert.not.ok((await receivedNotifications()).includes(sessionOf(third.access_token)));
  assert.is((await stack.request('DELETE', path, undefined, admin)).status, 204);
  await assertNotified([sessionOf(third.access_token), sessionOf(user.access_token)]);
  assert.is(await refresh(third.refresh_token), 'refresh_token_not_found');
  assert.is((await stack.get(path, bearer(user.access_token))).status, 403);
});

type User = Awaited<ReturnType<typeof confirmedUser>>;
interface SessionTokens {
  access_token: string;
  refresh_token: string;
}

/** Returns the result of session_is_live() for an access token, as policies call it. */
async function isLive({ access_token }: SessionTokens): Promise<boolean> {
  const claims = Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString();
  return stack.db.sql.begin(async (sql) => {
    await sql`select set_config('request.jwt.claims', ${claims}, true)`;
    const [row] = await sql<{ live: boolean }[]>`select auth.session_is_live() as live`;
    return row?.live === true;
  });
}

test('every end of a session notifies the listener, and policies see it at once; other sessions continue', async () => {
  const put = (path: string, body: object, headers: Record<string, string>) =>
    stack.request('PUT', path, body, headers);
  /** Ways to revoke sessions, and which of three sessions continue. */
  const ends: Record<
    string,
    [
      how: (user: User, held: readonly [SessionTokens, SessionTokens, SessionTokens]) => Promise<unknown>,
      live: boolean[],
    ]
  > = {
    'sign-out': [(_, [one]) => stack.post('/logout', {}, bearer(one.access_token)), [false, false, false]],
    'sign-out, local': [
      (_, [one]) => stack.post('/logout?scope=local', {}, bearer(one.access_token)),
      [false, true, true],
    ],
    'sign-out, others': [
      (_, [one]) => stack.post('/logout?scope=others', {}, bearer(one.access_token)),
      [true, false, false],
    ],
    'an end to one': [
      (_, [one, two]) =>
        stack.request('DELETE', `/sessions/${sessionOf(two.access_token)}`, undefined, bearer(one.access_token)),
      [true, false, true],
    ],
    'an administrator, one': [
      ({ id }, [, two]) =>
        stack.request('DELETE', `/admin/users/${id}/sessions/${sessionOf(two.access_token)}`, undefined, admin),
      [true, false, true],
    ],
    'an administrator, all': [
      ({ id }) => stack.request('DELETE', `/admin/users/${id}/sessions`, undefined, admin),
      [false, false, false],
    ],
    reuse: [
      async (_, [, , three]) => {
        const child = (await stack.post('/token?grant_type=refresh_token', { refresh_token: three.refresh_token }))
          .body;
        await refresh(child.refresh_token);
        await refresh(three.refresh_token);
      },
      [true, true, false],
    ],
    'a new password': [
      (_, [one]) => put('/user', { password: 'another password' }, bearer(one.access_token)),
      [true, false, false],
    ],
    'a password of an administrator': [
      ({ id }) => put(`/admin/users/${id}`, { password: 'another password' }, admin),
      [false, false, false],
    ],
    'a ban': [({ id }) => put(`/admin/users/${id}`, { ban_duration: '1h' }, admin), [false, false, false]],
    'a deletion': [({ id }) => stack.request('DELETE', `/admin/users/${id}`, {}, admin), [false, false, false]],
    'a soft deletion': [
      ({ id }) => stack.request('DELETE', `/admin/users/${id}`, { should_soft_delete: true }, admin),
      [false, false, false],
    ],
    'a second factor': [
      async (_, [one]) => {
        const token = bearer(one.access_token);
        const { body } = await stack.post('/factors', { factor_type: 'totp' }, token);
        const path = `/factors/${String(body.id)}`;
        const challenge_id = (await stack.post(`${path}/challenge`, {}, token)).body.id;
        const secret = decodeBase32((body.totp as { secret: string }).secret);
        const raised = await stack.post(
          `${path}/verify`,
          { challenge_id, code: computeTotp(secret, Date.now()) },
          token,
        );
        assert.is(raised.status, 200, raised.text);
        const gone = await stack.request('DELETE', path, undefined, bearer(raised.body.access_token));
        assert.is(gone.status, 200, 'what it had raised is aal1 again, and goes on');
      },
      [true, false, false],
    ],
  };
  for (const [name, [how, live]] of Object.entries(ends)) {
    const user = await confirmedUser(stack);
    const held = [user, (await signIn(user)).body, (await signIn(user)).body] as unknown as [
      SessionTokens,
      SessionTokens,
      SessionTokens,
    ];
    assert.equal(await Promise.all(held.map(isLive)), [true, true, true], name);
    await how(user, held);
    assert.equal(await Promise.all(held.map(isLive)), live, name);
    const all = await receivedNotifications();
    assert.equal(
      held.map(({ access_token }) => !all.includes(sessionOf(access_token))),
      live,
      name,
    );
  }
});

test('an expired session is detected at the next refresh: no notification, and its token stays valid until it expires', async () => {
  const node = await stack.another({ SVC_SESSIONS_TIMEBOX: '1h', SVC_SESSIONS_INACTIVITY_TIMEOUT: '1h' });
  for (const age of ['created_at', 'refreshed_at'] as const) {
    const user = await confirmedUser(stack);
    assert.is(await refresh(user.refresh_token), undefined);
    const id = sessionOf(user.access_token);
    const { sql } = stack.db;
    await sql`update auth.sessions set ${sql(age)} = now() - interval '2 hours', rotated_at = now() - interval '2 hours' where id = ${id}`;
    const { body } = await node.post('/token?grant_type=refresh_token', { refresh_token: user.refresh_token });
    assert.is(body.error_code, 'session_expired', age);
    assert.equal([await isLive(user), (await receivedNotifications()).includes(id)], [true, false], age);
  }
});

test('a newer sign-in is handled the same way, for each tag: the older session is live in policies, but not refreshed', async () => {
  const user = await confirmedUser(stack);
  const as = async (tag: string) => (await signIn(user, { 'X-Session-Tag': tag })).body as unknown as SessionTokens;
  const [mobile, web] = [await as('mobile'), await as('web')];
  const { body } = await stack.post('/token?grant_type=refresh_token', { refresh_token: user.refresh_token });
  assert.equal(
    [body.error_code, body.msg],
    ['session_expired', 'Invalid Refresh Token: Session Expired (Revoked by Newer Login)'],
  );
  assert.equal(await Promise.all([user, mobile, web].map(isLive)), [true, true, true]);
  assert.equal(await Promise.all([mobile, web].map((one) => refresh(one.refresh_token))), [undefined, undefined]);
  const { sessions } = (await stack.get('/sessions', bearer(web.access_token))).body as { sessions: ListedSession[] };
  assert.equal(
    sessions.map(({ id }) => id).sort(),
    [web, mobile].map(({ access_token }) => sessionOf(access_token)).sort(),
  );
  assert.not.ok((await receivedNotifications()).includes(sessionOf(user.access_token)));
  const fridge = await signIn(user, { 'X-Session-Tag': 'fridge' });
  assert.equal([fridge.status, fridge.body.error_code], [400, 'validation_failed']);
});

test.run();
