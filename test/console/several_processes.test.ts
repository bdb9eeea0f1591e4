// Several gateway processes with a console, without sticky sessions: every request of a browser may reach another
// process.
// runner: when=console,gateway,core
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAccountAccess } from '../../console/server/account_access.ts';
import { createForwarder, type Forward } from '../../console/server/forward.ts';
import { createHandler } from '../../console/server/handler.ts';
import { createKeyRing } from '../../core/keys/ring.ts';
import { createLog } from '../../core/log.ts';
import type { Claims } from '../../gateway/http/jwt.ts';
import { startGateway } from '../../gateway/main.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { claimsOf } from '../support/clients/client.ts';
import { computeTotp, decodeBase32 } from '../support/clients/totp.ts';
import { shiftClock } from '../support/database/clock.ts';
import { bearer, confirmedUser, newEmail, startStack } from '../support/processes/stack.ts';
import { buildConsoleRequest as ask } from './request.ts';

const PASSWORD = 'correct horse battery';
const stack = await startStack({
  env: { SVC_MFA_TOTP_ENROLL_ENABLED: 'true', SVC_MFA_TOTP_VERIFY_ENABLED: 'true' },
});
const gateway = await startGateway({
  settings: stack.settings,
  sources: stack.sources,
  log: createLog({ level: 'fatal' }),
  listens: false,
});
test.after(async () => {
  await gateway.close({ at_once: true });
  await stack.close();
});
test.after.each(() => shiftClock(stack.db));

/** Returns several processes of a production console with one clock, and a browser that requests one after another. */
function createProcesses() {
  const start = Date.now();
  let passed = 0;
  const createProcess = (forward = createForwarder({ handler: gateway.handler, trusted: [], id_header: '' })) =>
    createAccountAccess({
      ring: createKeyRing(stack.settings),
      forward,
      verify: async (token) => claimsOf(token) as unknown as Claims,
      roles: ['supabase_admin'],
      factor_types: ['totp'],
      captcha: false,
      secure: false,
      now: () => start + passed * 1_000,
    });
  type Process = ReturnType<typeof createProcess>;
  const jar = new Map<string, string>();
  const header = (): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const store = (cookie: string | undefined): void => {
    const [name, value] = (cookie?.split(';')[0] ?? '').split('=');
    if (name !== undefined && value !== undefined) jar.set(name, value);
  };
  return {
    createProcess,
    header,
    store,
    /** Advances the clock of the processes and the clock of the database. */
    async pass(seconds: number): Promise<void> {
      passed += seconds;
      await shiftClock(stack.db, passed);
    },
    now: (): number => start + passed * 1_000,
    async enter(at: Process, message: string): Promise<string> {
      const entry = await at.enter(ask({ cookie: header() }));
      assert.ok(entry, message);
      store(entry?.cookie);
      return entry?.token ?? '';
    },
    async signIn(at: Process, path: string, body: object): Promise<Record<string, unknown>> {
      const answer = await at.signIn(path, ask({ cookie: header() }, JSON.stringify(body)));
      assert.is(answer?.status, 200, String(answer?.body));
      store(answer?.headers['Set-Cookie'] as string | undefined);
      return JSON.parse(String(answer?.body));
    },
  };
}

/** Signs in a new user. Returns the content of a session cookie after the second factor. */
async function createSessionCookie(now: number): Promise<{ cookie: string; session_id: string }> {
  const { refresh_token: refresh, access_token } = await confirmedUser(stack);
  const content = JSON.stringify({ refresh, opened: now, used: now, whole: true });
  const cookie = `postern-console=${createKeyRing(stack.settings).seal(content, 'console session')}`;
  return { cookie, session_id: String(claimsOf(access_token).session_id) };
}

const revokedReason = async (session_id: string): Promise<unknown> =>
  (await stack.db.sql`select revoked_reason from auth.sessions where id = ${session_id}`)[0]?.revoked_reason;

test('503 or 429 while the gateway cannot refresh or revoke; afterwards the session continues, and a sign-out ends it', async () => {
  const world = createProcesses();
  const { cookie, session_id } = await createSessionCookie(world.now());
  world.store(cookie);
  const good = createForwarder({ handler: gateway.handler, trusted: [], id_header: '' });
  let away = true;
  let status = 503;
  const forward: Forward = async (...args) =>
    away ? { status, headers: {}, body: '{"error_code":"unexpected_failure"}' } : good(...args);
  const access = world.createProcess(forward);
  const handler = createHandler({ guard: () => null, access, forward, about: { version: '1', database: 'x' } });
  const get = (path: string) => handler({ ...ask({ cookie: world.header() }), method: 'GET', path });
  for (const path of ['/console/session', '/admin/me']) assert.is((await get(path)).status, 503, path);
  status = 429;
  assert.is((await get('/admin/me')).status, 429);
  away = false;
  await world.enter(access, 'the outage has ended');
  assert.is(await revokedReason(session_id), null);
  away = true;
  const other = world.createProcess(forward);
  const signOut = (at = access) =>
    createHandler({ guard: () => null, access: at, forward, about: { version: '1', database: 'x' } })({
      ...ask({ cookie: world.header() }),
      method: 'DELETE',
      path: '/console/session',
    });
  for (const at of [access, other]) {
    for (status of [503, 429]) {
      const answer = await signOut(at);
      assert.equal([answer.status, JSON.parse(String(answer.body)).error_code], [503, 'not_signed_out']);
      assert.is(answer.headers['Set-Cookie'], undefined, 'the browser can try again');
    }
  }
  assert.is(await revokedReason(session_id), null);
  away = false;
  assert.match(String((await signOut()).headers['Set-Cookie']), /Max-Age=0/);
  assert.is(await revokedReason(session_id), 'logout');
});

test('a browser stays signed in when its requests reach processes in turn', async () => {
  const world = createProcesses();
  const { cookie, session_id } = await createSessionCookie(world.now());
  world.store(cookie);
  const [a, b, c] = [world.createProcess(), world.createProcess(), world.createProcess()];
  for (let minutes = 0; minutes < 200; minutes += 20) {
    for (const [name, at] of Object.entries({ a, b })) {
      await world.enter(at, `${name}, ${minutes} minutes`);
      await world.pass(600);
    }
  }
  for (const [name, at] of Object.entries({ a, b, 'a again': a, c })) {
    await world.enter(at, name);
    await world.pass(1_500);
  }
  assert.is(await revokedReason(session_id), null);
  await world.pass(1_800);
  assert.is(await c.enter(ask({ cookie: world.header() })), null, 'idle for 30 minutes');
});

test('a browser stays signed in when its concurrent requests reach two processes', async () => {
  const world = createProcesses();
  const { cookie, session_id } = await createSessionCookie(world.now());
  world.store(cookie);
  const [a, b] = [world.createProcess(), world.createProcess()];
  /** Sends a request to both processes with the same cookies. The browser stores the cookies of `last` last. */
  const both = async (last: typeof a, message: string): Promise<void> => {
    const sent = ask({ cookie: world.header() });
    const [of_a, of_b] = await Promise.all([a.enter(sent), b.enter(sent)]);
    assert.ok(of_a && of_b, message);
    for (const entry of last === a ? [of_b, of_a] : [of_a, of_b]) world.store(entry?.cookie);
  };
  await both(a, 'both refresh');
  await world.pass(60);
  await world.enter(world.createProcess(), 'another process has the token of both');
  for (const seconds of [1_500, 1_500, 600]) {
    await world.pass(seconds);
    await world.enter(a, 'a stays in use');
  }
  await world.pass(1_500);
  await world.enter(b, 'b refreshes');
  await world.pass(1_500);
  await world.enter(b, 'b stays in use');
  // The access token of process a expires before the access token of process b.
  await world.pass(660);
  await both(b, 'a refreshes, b only renews the time of the last use');
  await world.pass(60);
  await world.enter(world.createProcess(), 'the browser has the token of a');
  assert.is(await revokedReason(session_id), null);
});

test('polls do not renew the idle time, also when they refresh the token', async () => {
  const { refresh_token: refresh } = await confirmedUser(stack);
  const world = createProcesses();
  const at = world.createProcess();
  const content = { refresh, opened: world.now(), used: world.now(), whole: true };
  const sealed = createKeyRing(stack.settings).seal(JSON.stringify(content), 'console session');
  world.store(`postern-console=${sealed}; Path=/`);
  const poll = async (): Promise<boolean> => {
    const entry = await at.enter(ask({ cookie: world.header(), 'x-poll': '1' }));
    world.store(entry?.cookie);
    return entry !== null;
  };
  await world.enter(at, 'signed in');
  for (const seconds of [1_500, 900]) {
    await world.pass(seconds);
    await world.enter(at, 'in use');
  }
  // The access token expires after 20 of these polls.
  for (let minutes = 1; minutes < 30; minutes++) {
    await world.pass(60);
    assert.ok(await poll(), `${minutes} minutes after the last use`);
  }
  await world.pass(60);
  assert.is(await poll(), false, '30 minutes after the last use');
});

/** Creates an administrator with a TOTP factor. */
async function createAdministrator(): Promise<{ email: string; factor_id: string; secret: Buffer }> {
  const email = newEmail();
  const made = await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
  await stack.request('PUT', `/admin/users/${made.body.id}`, { role: 'supabase_admin' }, SERVICE);
  const signed = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  const token = bearer(signed.body.access_token);
  const app = await stack.post('/factors', { factor_type: 'totp', friendly_name: 'app' }, token);
  const factor_id = String(app.body.id);
  const secret = decodeBase32(String((app.body.totp as { secret: string }).secret));
  const challenge = await stack.post(`/factors/${factor_id}/challenge`, {}, token);
  // Uses the code of the previous time step, so that the code of the current step stays unused for the next sign-in.
  const body = { challenge_id: challenge.body.id, code: computeTotp(secret, Date.now() - 30_000) };
  const verified = await stack.post(`/factors/${factor_id}/verify`, body, token);
  assert.is(verified.status, 200, verified.text);
  return { email, factor_id, secret };
}

test('each step of a sign-in may reach another process', async () => {
  const { email, factor_id, secret } = await createAdministrator();
  const world = createProcesses();
  const [a, b, c] = [world.createProcess(), world.createProcess(), world.createProcess()];
  await world.signIn(a, '/password', { email, password: PASSWORD });
  const challenge = await world.signIn(b, '/factor/challenge', { factor_id });
  await world.pass(60);
  const wrong = await c.signIn('/factor', ask({ cookie: world.header() }, JSON.stringify({ factor_id, code: 'x' })));
  assert.ok((wrong?.status ?? 0) >= 400);
  world.store(wrong?.headers['Set-Cookie'] as string | undefined);
  await world.pass(60);
  const code = computeTotp(secret, world.now());
  await world.signIn(world.createProcess(), '/factor', { factor_id, challenge_id: challenge.id, code });
  const tokens = [];
  for (const at of [a, b, c]) {
    tokens.push(await world.enter(at, 'signed in'));
    await world.pass(60);
  }
  assert.equal(
    tokens.map((token) => claimsOf(token).aal),
    ['aal2', 'aal2', 'aal2'],
  );
  assert.is(await revokedReason(String(claimsOf(tokens[0] ?? '').session_id)), null);
});

test('a sign-in by an account takes no session that was planted in the browser', async () => {
  const [attacker, victim] = [await createAdministrator(), await createAdministrator()];
  const [browser, elsewhere] = [createProcesses(), createProcesses()];
  const at = browser.createProcess();
  await elsewhere.signIn(at, '/password', { email: attacker.email, password: PASSWORD });
  const planted = elsewhere.header();
  browser.store(planted);
  await browser.signIn(at, '/password', { email: victim.email, password: PASSWORD });
  assert.is.not(browser.header(), planted);
  const { factor_id } = victim;
  const foreign = await at.signIn('/factor/challenge', ask({ cookie: planted }, JSON.stringify({ factor_id })));
  assert.is(foreign?.status, 404, "the victim's factor does not complete the attacker's sign-in");
  const challenge = await browser.signIn(at, '/factor/challenge', { factor_id });
  const code = computeTotp(victim.secret, browser.now());
  await browser.signIn(at, '/factor', { factor_id, challenge_id: challenge.id, code });
  assert.is(claimsOf(await browser.enter(at, 'signed in')).email, victim.email);
  assert.is(await at.enter(ask({ cookie: planted })), null);
});

test.run();
