// docs/rotating-keys.md, the passwords of database roles: they stand in a password file, and are exchanged beneath gateways and a worker
// that go on. No request is lost, and connections that are made afterwards have the new ones. On a server of its own, whose roles
// no other test logs in as.
// runner: timeout=300
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createCluster, createDatabase, LOGIN_ROLES, makeTemplate, openAs } from '../support/db.ts';
import { temporaryFolder } from '../support/process.ts';
import { bearer, confirmedUser, newEmail, startStack } from '../support/stack.ts';

const ROLES = LOGIN_ROLES.filter((role) => role !== 'auditor');
const server = await createCluster({ template: makeTemplate });
const db = await createDatabase({ server });
const folder = temporaryFolder();
const file = join(folder.path, 'pgpass');

/** Writes the passwords where they are read from, and then makes them those of the roles. */
async function rotate(): Promise<string> {
  const password = randomBytes(12).toString('hex');
  writeFileSync(file, ROLES.map((role) => `*:*:*:auth_${role}:${password}\n`).join(''), { mode: 0o600 });
  for (const role of ROLES) await db.sql.unsafe(`alter role auth_${role} password '${password}'`);
  return password;
}
const through = (role: (typeof ROLES)[number]): string => {
  const url = new URL(db.url(role));
  url.password = '';
  url.searchParams.set('passfile', file);
  return url.href;
};

const first = await rotate();
const stack = await startStack({
  db,
  env: {
    DATABASE_URL_GATEWAY: through('gateway'),
    DATABASE_URL_ADMIN: through('admin'),
    DATABASE_URL_WORKER: through('worker'),
    DATABASE_URL_LISTEN: through('worker'),
  },
});
test.after(async () => {
  await stack.close();
  await server.stop();
  folder.remove();
});

test('under traffic: open connections stay, new ones have the new password, and every request is answered', async () => {
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
  // A connection that is opened between the two steps is refused: those that this traffic needs are open by then.
  for (let looks = 0; rounds < 10; looks += 1, await sleep(20)) assert.ok(looks < 3_000, 'no traffic');
  const second = await rotate();
  rotated = true;
  await running;
  assert.equal(Object.keys(answers), ['200'], JSON.stringify(answers));

  // Whatever was open ends; who is asked before the gateway knows it is told 503, as in any outage.
  await db.sql`
    select pg_terminate_backend(a.pid) from pg_stat_activity as a
    where a.datname = current_database() and a.usename = any (${ROLES.map((role) => `auth_${role}`)})`;
  const signIn = () => stack.post('/token?grant_type=password', { email, password });
  const crowd = async () => (await Promise.all(Array.from({ length: 20 }, signIn))).map(({ status }) => status);
  for (let told = await crowd(), tries = 1; told.some((status) => status !== 200); told = await crowd(), tries += 1) {
    assert.ok(tries < 50, 'not everybody is let in again');
    assert.ok(
      told.every((status) => status === 200 || status === 503),
      told.join(),
    );
  }
  const mailed = newEmail();
  await stack.post('/signup', { email: mailed, password });
  assert.ok(await stack.mail(mailed), 'the worker');
  const next = await stack.another();
  assert.is((await next.get('/user', bearer(user.access_token))).status, 200, 'a gateway that starts now');
  const login = async (secret: string): Promise<string> => {
    const url = new URL(db.url('gateway'));
    url.password = secret;
    const sql = openAs(url.href, 1);
    return sql`select 1`
      .then(
        () => 'let in',
        (error: { code?: string }) => String(error.code),
      )
      .finally(() => sql.end());
  };
  assert.equal([await login(first), await login(second)], ['28P01', 'let in']);
});

test.run();
