// runner: when=core,gateway,sql

// A gateway with a real streaming standby. The standby compares passwords of sign-ins and serves GET /user. New rows
// that the standby lacks, and deleted rows that it still has, do not change a result.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createNames } from '../../core/database/names.ts';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import type { CheckContext } from '../../install/doctor/check_context.ts';
import { createReplicasCheck } from '../../install/doctor/replicas.ts';
import { withConnection } from '../../install/migrate/connection.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { basicAuthorization, postForm, signInByClient } from '../support/clients/oauth.ts';
import { findCurrentServer } from '../support/database/cluster.ts';
import {
  createCluster,
  createDatabase,
  makeTemplate,
  openRenamingPool,
  type TestDatabase,
} from '../support/database/db.ts';
import { createStandby, type StandbyServer } from '../support/database/standby.ts';
import { bearer, confirmedUser, newEmail, type Stack, startStack } from '../support/processes/stack.ts';

const LOGGED = { log_statement: 'all' };
let primary: Awaited<ReturnType<typeof createCluster>>;
let standby: StandbyServer;
let db: TestDatabase;
let stack: Stack;

const PASSWORD = 'correct horse battery';
const signIn = (email: string, password = PASSWORD) => stack.post('/token?grant_type=password', { email, password });
/** Returns what the gateway's last log line about the standby says; '' if there is none. */
const lastLogged = (): string =>
  stack
    .log()
    .match(/the standby is (used|left out)/g)
    ?.at(-1) ?? '';
const until = async (what: () => boolean): Promise<void> => {
  for (let look = 0; look < 6_000 && !what(); look += 1) await sleep(10);
  assert.ok(what(), `not in time: ${what}; the gateway logged: ${stack.log().slice(-1_000)}`);
};

test.before(async () => {
  primary = await createCluster({ settings: LOGGED, template: makeTemplate });
  db = await createDatabase({ server: primary });
  standby = await createStandby(primary, { settings: LOGGED });
  stack = await startStack({
    keeps_time_limits: true,
    db,
    env: { DATABASE_URL_REPLICAS: standby.at(db.url('gateway')), SVC_OAUTH_SERVER_ENABLED: 'true' },
  });
  await until(() => lastLogged() === 'the standby is used');
});
test.after(async () => {
  await stack.close();
  await standby.stop();
  await primary.stop();
});

const REQUESTED = ['sign_in_with_password', 'compare_password', 'get_user', 'get_users_at'];

/** Returns the calls of the functions in REQUESTED that each server received during `work`. */
async function callsDuring(work: () => Promise<unknown>): Promise<{ primary: string[]; standby: string[] }> {
  const names = (text: string) => [...text.matchAll(/select auth_api\.(\w+)\(/g)].map(([, name = '']) => name);
  const logs = () => [readFileSync(primary.log_file, 'utf8'), standby.log()] as const;
  const before = logs();
  await work();
  const after = logs();
  const [on_primary = [], on_standby = []] = after.map((log, at) =>
    names(log.slice(before[at]?.length)).filter((name) => REQUESTED.includes(name)),
  );
  return { primary: on_primary, standby: on_standby };
}

/**
 * Asserts that primary and standby receive these calls. Repeats `work` until they do, at most 50 times, because a
 * stalled machine makes the gateway exclude the standby.
 */
async function assertCallsShared(
  work: () => Promise<unknown>,
  expected: { primary: string[]; standby: string[] },
): Promise<void> {
  let done = await callsDuring(work);
  for (let again = 0; again < 50 && JSON.stringify(done) !== JSON.stringify(expected); again += 1) {
    await sleep(100);
    done = await callsDuring(work);
  }
  assert.equal(done, expected);
}

const WRONG = 'invalid_credentials';

test('a sign-in: the standby hashes, and the primary opens the session for the verified row', async () => {
  const { email } = await confirmedUser(stack);
  await standby.caughtUp();
  const work = async () => {
    const answer = await signIn(email);
    assert.is(answer.status, 200, answer.text);
  };
  await assertCallsShared(work, { primary: ['sign_in_with_password'], standby: ['compare_password'] });
});

test('a wrong password and an unknown address: the same work on both, counted on the primary', async () => {
  const { email } = await confirmedUser(stack);
  await standby.caughtUp();
  const counted = async () => Number((await db.sql`select sum(failures) as n from auth.attempts`)[0]?.n ?? 0);
  for (const address of [email, newEmail()]) {
    const work = async () => {
      const before = await counted();
      const answer = await signIn(address, 'something else');
      assert.equal([answer.status, answer.body.error_code], [400, WRONG]);
      assert.is(await counted(), before + 1);
    };
    await assertCallsShared(work, { primary: ['sign_in_with_password'], standby: ['compare_password'] });
  }
});

test("GET /user: from the standby, once it has reached the primary's current position", async () => {
  const { access_token, id } = await confirmedUser(stack);
  await standby.caughtUp();
  const work = async () => assert.is((await stack.get('/user', bearer(access_token))).body.id, id);
  await assertCallsShared(work, { primary: [], standby: ['get_users_at'] });

  const hashing = await stack.another({ SVC_REPLICA_READS: 'false' });
  const there = await callsDuring(() => hashing.get('/user', bearer(access_token)));
  assert.equal(there, { primary: ['get_user'], standby: [] }, 'the setting leaves it to the primary');
});

test('GET /user with the token of a client: the standby returns what its scopes allow, and a revocation counts at once', async () => {
  const [narrow, wide] = [
    await signInByClient(stack, { scope: 'phone' }),
    await signInByClient(stack, { scope: 'email' }),
  ];
  await standby.caughtUp();
  const show = (token: string) => stack.get('/user', bearer(token));
  const work = async () => {
    assert.is((await show(narrow.access_token)).body.email, '');
    assert.match(String((await show(wide.access_token)).body.email), '@');
  };
  await assertCallsShared(work, { primary: [], standby: ['get_users_at', 'get_users_at'] });
  await standby.run('select pg_wal_replay_pause()');
  try {
    await postForm(stack, '/oauth/revoke', { token: wide.refresh_token }, basicAuthorization(wide.client));
    const strict = await stack.another({ SVC_SECURITY_STRICT_SESSIONS: 'true', SVC_REPLICA_MAX_LAG: '600' });
    assert.is((await strict.get('/user', bearer(wide.access_token))).status, 403);
    // Only the primary serves this route, and the primary has the revocation.
    assert.is((await stack.get('/oauth/userinfo', bearer(wide.access_token))).status, 401);
  } finally {
    await standby.run('select pg_wal_replay_resume()');
  }
});

test('rows that a standby lacks: a new user, a new password, a ban, a deletion, an ended session', async () => {
  // This gateway uses the standby up to a lag of 600 s.
  const node = await stack.another({ SVC_REPLICA_MAX_LAG: '600', SVC_SECURITY_STRICT_SESSIONS: 'true' });
  const enter = (email: string, password = PASSWORD) => node.post('/token?grant_type=password', { email, password });
  const show = async (token: string) => (await node.get('/user', bearer(token))).body;
  const [person, banned, deleted, out] = await Promise.all(Array.from({ length: 4 }, () => confirmedUser(stack)));
  if (!person || !banned || !deleted || !out) throw new Error('four were made');
  await standby.caughtUp();
  // Waits until the gateway uses the standby.
  await assertCallsShared(() => enter(person.email), {
    primary: ['sign_in_with_password'],
    standby: ['compare_password'],
  });
  const twice = { primary: ['sign_in_with_password', 'sign_in_with_password'], standby: ['compare_password'] };
  await standby.run('select pg_wal_replay_pause()');
  try {
    const fresh = await confirmedUser(stack);
    await assertCallsShared(async () => {
      assert.is((await enter(fresh.email)).status, 200, 'a user whom the standby has not heard of');
    }, twice);

    const changed = await node.request('PUT', '/user', { password: 'a new password' }, bearer(person.access_token));
    assert.is(changed.status, 200, changed.text);
    await assertCallsShared(async () => {
      assert.is((await enter(person.email)).body.error_code, WRONG, 'the password that the standby still has');
    }, twice);
    await assertCallsShared(async () => {
      assert.is((await enter(person.email, 'a new password')).status, 200, 'the one that it has not');
    }, twice);

    await node.request('PUT', `/admin/users/${banned.id}`, { ban_duration: '1h' }, SERVICE);
    assert.is((await enter(banned.email)).body.error_code, 'user_banned');
    assert.is((await show(banned.access_token)).error_code, 'user_banned');

    await node.request('DELETE', `/admin/users/${deleted.id}`, undefined, SERVICE);
    assert.is((await enter(deleted.email)).body.error_code, WRONG);
    assert.is((await show(deleted.access_token)).error_code, 'user_not_found');

    assert.is((await node.post('/logout', undefined, bearer(out.access_token))).status, 204);
    assert.is((await show(out.access_token)).error_code, 'session_not_found');

    const { body } = await stack.request('PUT', '/user', { data: { seen: true } }, bearer(fresh.access_token));
    assert.equal((await show(fresh.access_token)).user_metadata, body.user_metadata, 'written through another gateway');

    await until(() => lastLogged() === 'the standby is left out');
    // The standby exceeds the default lag limit of the stack's own gateway, which therefore sends no request to it.
    await assertCallsShared(() => signIn(fresh.email), { primary: ['sign_in_with_password'], standby: [] });
  } finally {
    await standby.run('select pg_wal_replay_resume()');
    await node.close();
  }
  await until(() => lastLogged() === 'the standby is used');
});

test('a standby that stalls: requests waiting for it go to the primary', async () => {
  const { email, access_token } = await confirmedUser(stack);
  await standby.caughtUp();
  standby.freeze();
  try {
    const answers = await Promise.all([
      signIn(email),
      stack.get('/user', bearer(access_token)),
      signIn(email, 'wrong'),
    ]);
    assert.equal(
      answers.map(({ status }) => status),
      [200, 200, 400],
    );
    assert.is(lastLogged(), 'the standby is left out');
  } finally {
    standby.thaw();
  }
  await until(() => lastLogged() === 'the standby is used');
});

test('a burst at a standby that stalls: waiting requests are answered by the primary, correctly', async () => {
  const { email } = await confirmedUser(stack);
  await standby.caughtUp();
  // This gateway computes one hash at a time, and a request waits at most 200 ms for its turn.
  const narrow = await stack.another({
    SVC_SECURITY_HASH_CONCURRENCY: '1',
    SVC_SECURITY_BCRYPT_COST: '10',
    SVC_HASH_WAIT: '200ms',
  });
  // A gateway with long time limits rejects no request, even on a slow machine.
  const roomy = await stack.another({ SVC_API_MAX_REQUEST_DURATION: '600', SVC_HASH_WAIT: '300' });
  const enter = (node: Pick<Stack, 'post'>, address: string, password: string) =>
    node.post('/token?grant_type=password', { email: address, password });
  const burst = (node: Pick<Stack, 'post'>) =>
    Promise.all(
      Array.from({ length: 60 }, async (_, at) => ({
        right: at % 2 === 0,
        answer: await (at % 2 === 0 ? enter(node, email, PASSWORD) : enter(node, newEmail(), PASSWORD)),
      })),
    );
  await until(() => [narrow, roomy].every((node) => node.log().includes('the standby is used')));
  await until(() => lastLogged() === 'the standby is used');
  standby.freeze();
  try {
    const [wide, beyond] = await Promise.all([burst(roomy), burst(narrow)]);
    for (const { right, answer } of wide) assert.is(answer.status, right ? 200 : 400, answer.text);
    const refused = beyond.filter(({ answer }) => ![200, 400].includes(answer.status));
    assert.ok(refused.length > 0 && refused.length < beyond.length, `${refused.length} were refused`);
    for (const { answer } of refused) {
      assert.is(answer.status, 503, answer.text);
      assert.ok(Number(answer.headers.get('retry-after')) > 0);
    }
    for (const { right, answer } of beyond)
      if (answer.status !== 503) assert.is(answer.status, right ? 200 : 400, answer.text);
    assert.is(lastLogged(), 'the standby is left out');
  } finally {
    standby.thaw();
    await narrow.close();
    await roomy.close();
  }
  await until(() => lastLogged() === 'the standby is used');
});

test('a standby that is killed and started again', async () => {
  const { email, access_token } = await confirmedUser(stack);
  await standby.kill();
  const answers = await Promise.all([signIn(email), stack.get('/user', bearer(access_token))]);
  assert.equal(
    answers.map(({ status }) => status),
    [200, 200],
  );
  await until(() => lastLogged() === 'the standby is left out');
  await standby.start();
  await until(() => lastLogged() === 'the standby is used');
});

/** Returns doctor's findings about the given standbys. */
async function doctorFindings(...urls: string[]): Promise<string[]> {
  const target = parseDatabaseUrl(db.superuser_url, {});
  const settings = { database_url_replicas: urls, replica_max_lag: 0.2 };
  const findings = await withConnection(
    target,
    () => undefined,
    (connection) => createReplicasCheck(settings)({ connection, names: createNames('auth', 'auth') } as CheckContext),
  );
  return findings.map(({ finding }) => finding.replace(/:\d+/, ''));
}

test('doctor: a standby that is healthy, lags, uses another login, is a primary, belongs to another server, or is gone', async () => {
  const url = standby.at(db.url('gateway'));
  const named = 'the standby 127.0.0.1';
  assert.equal(await doctorFindings(url), []);
  const [as_superuser = ''] = await doctorFindings(standby.at(db.superuser_url));
  assert.match(as_superuser, /logs the gateway in as postgres instead of auth_gateway/);
  await standby.run('select pg_wal_replay_pause()');
  await db.sql`update auth.release set applied_at = now()`;
  assert.equal(await doctorFindings(url), [`${named} lags by more than 0.2 s`]);
  await standby.run('select pg_wal_replay_resume()');
  assert.equal(await doctorFindings(db.url('gateway')), [`${named} is not a standby`]);
  const { superuser_url: elsewhere } = await findCurrentServer();
  assert.equal(await doctorFindings(elsewhere), [`${named} belongs to another database server`]);
  const [gone = ''] = await doctorFindings(db.url('gateway').replace(/:\d+\//, ':1/'));
  assert.match(gone, /does not answer: .*ECONNREFUSED/);
});

test('a promoted standby is no longer used as a standby, so writes on it have no effect', async () => {
  const { email, id, access_token } = await confirmedUser(stack);
  await standby.caughtUp();
  await standby.run('select pg_promote()');
  const promoted = openRenamingPool(standby.at(db.superuser_url), 1);
  await promoted`update auth.users set banned_until = now() + interval '1 hour' where id = ${id}`;
  await promoted.end();
  assert.is((await stack.get('/user', bearer(access_token))).status, 200);
  assert.is((await signIn(email)).status, 200);
  await until(() => lastLogged() === 'the standby is left out');
  assert.match(stack.log(), /it is no standby/);
});

test.run();
