// runner: when=cli,dev,install,core,gateway,worker,sql,docs/rotating-keys.md

// Rotation of the database roles' passwords (docs/rotating-keys.md) while gateways, a standby and a worker run: no
// request is lost, and new connections use the new passwords from the password file. Uses its own Postgres server,
// because the other tests share one server and its roles.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCluster, createDatabase, LOGIN_ROLES, makeTemplate, openRenamingPool } from '../support/database/db.ts';
import { createStandby } from '../support/database/standby.ts';
import { runInside } from '../support/processes/inside.ts';
import { temporaryFolder } from '../support/processes/process.ts';
import { bearer, confirmedUser, newEmail, startStack, type TestGateway } from '../support/processes/stack.ts';

const server = await createCluster({ template: makeTemplate });
const db = await createDatabase({ server });
/** Login of an installation with a single URL. It also migrates. */
const ONE = 'postern_one';
await db.sql.unsafe(`create role ${ONE} login superuser`);
const standby = await createStandby(server);
const ROLES = [...LOGIN_ROLES.map((role) => `auth_${role}`), ONE];
const folder = temporaryFolder();
const file = join(folder.path, 'pgpass');

/** Writes the passwords to the password file, and then sets them for the roles. */
async function rotatePasswords(): Promise<string> {
  const password = randomBytes(12).toString('hex');
  writeFileSync(file, ROLES.map((role) => `*:*:*:${role}:${password}\n`).join(''), { mode: 0o600 });
  for (const role of ROLES) await db.sql.unsafe(`alter role ${role} password '${password}'`);
  return password;
}
const loginOf = (user: string, password: string): string => {
  const url = new URL(db.url('gateway'));
  Object.assign(url, { username: user, password });
  return url.href;
};
const through = (user: string): string => {
  const url = new URL(loginOf(user, ''));
  url.searchParams.set('passfile', file);
  return url.href;
};
/** Ends every connection of Postern on primary and standby, so that every later connection has authenticated again. */
async function endConnections(): Promise<void> {
  const names = ROLES.map((role) => `'${role}'`).join();
  const text = `select pg_terminate_backend(a.pid) from pg_stat_activity as a
    where a.datname = current_database() and a.usename in (${names})`;
  await db.sql.unsafe(text);
  const there = openRenamingPool(standby.at(db.superuser_url), 1);
  await there.unsafe(text).finally(() => there.end());
}
const atStandby = async (): Promise<number> => {
  const rows = await standby.run(`select from pg_stat_activity where usename = 'auth_gateway'`);
  return rows.length;
};
/** Retries until every request succeeds. Requests return 503 until the gateway notices the lost connections. */
async function untilAllSucceed(ask: () => Promise<{ status: number }>): Promise<void> {
  const crowd = async () => (await Promise.all(Array.from({ length: 20 }, ask))).map(({ status }) => status);
  for (
    let answers = await crowd(), tries = 1;
    answers.some((status) => status !== 200);
    answers = await crowd(), tries += 1
  ) {
    assert.ok(tries < 50, 'not everybody is let in again');
    assert.ok(
      answers.every((status) => status === 200 || status === 503),
      answers.join(),
    );
  }
}

const first = await rotatePasswords();
const stack = await startStack({
  keeps_time_limits: true,
  db,
  env: {
    DATABASE_URL_GATEWAY: through('auth_gateway'),
    DATABASE_URL_REPLICAS: standby.at(through('auth_gateway')),
    DATABASE_URL_ADMIN: through('auth_admin'),
    DATABASE_URL_WORKER: through('auth_worker'),
    DATABASE_URL_LISTEN: through('auth_worker'),
  },
});
test.after(async () => {
  await stack.close();
  await standby.stop();
  await server.stop();
  folder.remove();
});

test('under load: open connections stay, new ones use the new password, and every request is answered', async () => {
  const user = await confirmedUser(stack);
  const { email, password } = user;
  let { refresh_token } = user;
  let rotated = false;
  let rounds = 0;
  const answers: Record<string, number> = {};
  const traffic = async (): Promise<void> => {
    for (; rounds < 40 || !rotated; rounds += 1) {
      const refreshed = await stack.post('/token?grant_type=refresh_token', { refresh_token });
      refresh_token = String(refreshed.body.refresh_token);
      const others = await Promise.all([
        stack.get('/user', bearer(user.access_token)),
        stack.post('/token?grant_type=password', { email, password }),
        stack.post('/recover', { email: newEmail() }),
      ]);
      for (const { status } of [refreshed, ...others]) answers[status] = (answers[status] ?? 0) + 1;
      assert.ok(rounds < 5_000, 'the rotation goes on for ever');
    }
  };
  const running = traffic();
  // Waits until the load has opened its connections. A connection that is opened between the two steps of
  // rotatePasswords() is rejected.
  for (let looks = 0; rounds < 10; looks += 1, await sleep(20)) assert.ok(looks < 3_000, 'no traffic');
  const second = await rotatePasswords();
  rotated = true;
  await running;
  assert.equal(Object.keys(answers), ['200'], JSON.stringify(answers));

  await standby.caughtUp();
  await endConnections();
  const signIn = () => stack.post('/token?grant_type=password', { email, password });
  await untilAllSucceed(signIn);
  const mailed = newEmail();
  await stack.post('/signup', { email: mailed, password });
  assert.ok(await stack.mail(mailed), 'the worker');
  const next = await stack.another();
  assert.is((await next.get('/user', bearer(user.access_token))).status, 200, 'a gateway that starts now');
  assert.equal(
    [await login(loginOf('auth_gateway', first)), await login(loginOf('auth_gateway', second))],
    ['28P01', 'let in'],
  );
  for (let look = 0; look < 6_000 && (await atStandby()) === 0; look += 1, await sleep(20));
  assert.ok((await atStandby()) > 0, 'the standby, which the password has reached');
});

const login = (url: string): Promise<string> => {
  const sql = openRenamingPool(url, 1);
  return sql`select 1`
    .then(
      () => 'let in',
      (error: { code?: string }) => String(error.code),
    )
    .finally(() => sql.end());
};

test('DATABASE_URL alone: a gateway that acts as every role survives its password’s change', async () => {
  const none = ['GATEWAY', 'ADMIN', 'WORKER', 'LISTEN', 'REPLICAS'].map((name) => [`DATABASE_URL_${name}`, '']);
  const node: TestGateway = await stack.another({ ...Object.fromEntries(none), DATABASE_URL: through(ONE) });
  const { email, password } = await confirmedUser(stack);
  const signIn = () => node.post('/token?grant_type=password', { email, password });
  assert.is((await signIn()).status, 200);
  await rotatePasswords();
  assert.is((await signIn()).status, 200, 'on a connection that was open');
  await endConnections();
  await untilAllSucceed(signIn);
  await node.close();
});

test('DATABASE_URL_MIGRATE and DATABASE_URL_AUDITOR: the next command uses the new password', async () => {
  const env = {
    DATABASE_URL_GATEWAY: through('auth_gateway'),
    DATABASE_URL_ADMIN: through('auth_admin'),
    DATABASE_URL_WORKER: through('auth_worker'),
    DATABASE_URL_MIGRATE: through(ONE),
    DATABASE_URL_AUDITOR: through('auth_auditor'),
    SVC_SITE_URL: 'https://app.example.com',
    SVC_API_EXTERNAL_URL: 'https://auth.example.com',
    SVC_JWT_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  };
  const commands = [['migrate'], ['report', 'live_sessions']];
  const codes = async (more: Record<string, string> = {}) => {
    const ended = [];
    for (const args of commands) ended.push(await runInside(args, { env: { ...env, ...more } }));
    return ended;
  };
  const before = await rotatePasswords();
  for (const { code, stderr } of await codes()) assert.is(code, 0, stderr);
  await rotatePasswords();
  for (const { code, stderr } of await codes()) assert.is(code, 0, stderr);
  const [migrated, reported] = await codes({
    DATABASE_URL_MIGRATE: loginOf(ONE, before),
    DATABASE_URL_AUDITOR: loginOf('auth_auditor', before),
  });
  assert.equal([migrated?.code, reported?.code], [1, 1], 'with the old one in the URL');
  assert.match(`${migrated?.stderr}${migrated?.stdout}`, /password authentication failed/);
  assert.match(`${reported?.stderr}${reported?.stdout}`, /password authentication failed/);
});

test.run();
