// postern report: every file of sql/reports runs as the auditor and takes only reader locks. Checks the data of some
// reports.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createNames } from '../../core/database/names.ts';
import { listReportNames, readReportQuery, reportTitle } from '../../core/reports.ts';
import { runInside } from '../support/processes/inside.ts';
import { type Stack, startStack } from '../support/processes/stack.ts';
import { environmentFor, runJson, runWithInput } from './admin.ts';

const NAMES = [
  ...['bans', 'grants_now', 'largest_tables', 'latency_by_hour', 'live_sessions', 'locked_accounts', 'messages_by_day'],
  ...[
    'messages_by_hour',
    'oauth_clients',
    'refusals_by_day',
    'refusals_by_hour',
    'reused_tokens',
    'sessions_by_last_use',
  ],
  ...['sign_ins_by_day', 'sign_ins_by_hour', 'sign_ins_by_method'],
  ...['stuck_events', 'stuck_messages', 'users_by_day', 'waiting_jobs', 'waiting_messages'],
];
const PASSWORD = 'correct horse battery';

let stack: Stack;
let env: Record<string, string>;
test.before(async () => {
  stack = await startStack({ worker: false });
  env = environmentFor(stack.db);
  for (const email of ['ada@example.com', 'ben@example.com']) {
    const args = ['user', 'create', '--email', email, '--confirm', '--password-stdin'];
    assert.is((await runWithInput(args, env, PASSWORD)).code, 0);
  }
});
test.after(() => stack.close());

const signIn = (email: string, password = PASSWORD) => stack.post('/token?grant_type=password', { email, password });
async function reportRows(name: string): Promise<Record<string, unknown>[]> {
  return (await runJson(['report', name], env)).rows as Record<string, unknown>[];
}

test('without a name: lists every report with what it shows and locks', async () => {
  assert.equal(listReportNames(), NAMES);
  const { reports } = (await runJson(['report'], {})) as { reports: { name: string; shows: string }[] };
  assert.equal(
    reports.map((report) => report.name),
    NAMES,
  );
  for (const { shows } of reports) assert.match(shows, /locks nothing/);
  assert.match((await runInside(['report'])).stdout, /^REPORT +SHOWS\n/);
  assert.is((await runInside(['report', 'nonsense'], { env })).code, 2);
});

test('each is one statement, prints a table and JSON, and takes only reader locks', async () => {
  const sql = stack.db.login('auditor', 1);
  for (const name of NAMES) {
    const ended = await runInside(['report', name], { env });
    assert.is(ended.code, 0, ended.stderr);
    assert.match(ended.stderr, reportTitle(name));
    const query = readReportQuery(name, createNames('auth', 'auth'));
    const held = await sql.begin(async (tx) => {
      await tx.unsafe(query);
      return tx`select distinct mode from pg_locks where pid = pg_backend_pid() and locktype in ('relation', 'tuple')`;
    });
    assert.equal(
      held.map((row) => row.mode),
      ['AccessShareLock'],
      name,
    );
  }
  await sql.end();
});

test('live_sessions, sign_ins_by_day: who signed in', async () => {
  await signIn('ada@example.com');
  await signIn('ada@example.com');
  const live = await reportRows('live_sessions');
  assert.equal(
    live.map((row) => row.email),
    ['ada@example.com', 'ada@example.com'],
  );
  // Midnight may have passed since the sign-ups.
  const days = await reportRows('sign_ins_by_day');
  const sum = (name: string) => days.reduce((all, day) => all + Number(day[name]), 0);
  assert.equal([sum('sign_ins'), sum('sign_ups')], [2, 2]);
  assert.is(days[0]?.people, 1);
  const text = await runInside(['report', 'live_sessions'], { env });
  assert.match(text.stdout, /^EMAIL +PHONE +USER ID +SESSION ID/);
});

test('reused_tokens: a refresh token used twice, after the interval', async () => {
  const { body } = await signIn('ben@example.com');
  const refresh = () => stack.post('/token?grant_type=refresh_token', { refresh_token: body.refresh_token });
  assert.is((await refresh()).status, 200);
  await stack.db.sql`update auth.sessions set rotated_at = rotated_at - interval '1 hour' where rotated_at is not null`;
  assert.is((await refresh()).body.error_code, 'refresh_token_already_used');
  assert.equal(
    (await reportRows('reused_tokens')).map((row) => row.account),
    ['ben@example.com'],
  );
});

test('bans, and a banned user has no live session', async () => {
  await signIn('ben@example.com');
  assert.is((await runInside(['user', 'ban', 'ben@example.com', '--for', '1h'], { env })).code, 0);
  assert.equal(
    (await reportRows('bans')).map((row) => row.email),
    ['ben@example.com'],
  );
  assert.ok((await reportRows('live_sessions')).every((row) => row.email !== 'ben@example.com'));
});

test('locked_accounts: wrong passwords by account, from digests, and the locked accounts', async () => {
  for (let n = 0; n < 11; n += 1) await signIn('ada@example.com', 'wrong password');
  const [row] = await reportRows('locked_accounts');
  assert.equal([row?.address, row?.purpose, row?.failures, row?.locked], ['ada@example.com', 'password', 11, false]);
  await stack.db.sql`update auth.attempts set failures = 100 where failures = 11`;
  assert.is((await signIn('ada@example.com')).status, 429);
  assert.is((await reportRows('locked_accounts'))[0]?.locked, true);
});

test('stuck_messages: a mail that is not sent', async () => {
  await stack.post('/recover', { email: 'ada@example.com' });
  assert.equal(await reportRows('stuck_messages'), []);
  await stack.db.sql`update auth.messages set created_at = created_at - interval '3 minutes'`;
  const [row] = await reportRows('stuck_messages');
  assert.equal([row?.state, row?.kind, row?.to_address], ['queued', 'recovery', 'ada@example.com']);
});

test('waiting_jobs: number and oldest of the due jobs in each queue; later and active jobs do not count', async () => {
  const { sql } = stack.db;
  await sql`delete from auth_queue.job`;
  assert.equal(await reportRows('waiting_jobs'), []);
  for (const queue of ['webhooks', 'webhooks', 'webhooks', 'hooks', 'hooks'])
    await sql`select auth_lib.enqueue(${queue}, '{}')`;
  await sql`update auth_queue.job set start_after = now() - interval '300 s' where name = 'webhooks'`;
  await sql`
    update auth_queue.job set start_after = now() + interval '1 hour'
    where id = (select id from auth_queue.job where name = 'webhooks' limit 1)`;
  await sql`
    update auth_queue.job set state = 'active', started_on = now()
    where id = (select id from auth_queue.job where name = 'hooks' limit 1)`;
  const found = await reportRows('waiting_jobs');
  assert.equal(
    found.map(({ queue, jobs }) => [queue, jobs]),
    [
      ['hooks', 1],
      ['webhooks', 2],
    ],
  );
  const [hooks = -1, webhooks = -1] = found.map(({ longest_seconds }) => Number(longest_seconds));
  assert.ok(hooks >= 0 && hooks < 300 && webhooks >= 300 && webhooks < 900, `${hooks} ${webhooks}`);
});

test('grants_now shows an extra grant; largest_tables shows the tables', async () => {
  await stack.db.sql`grant select on auth.users to public`;
  const grants = await reportRows('grants_now');
  await stack.db.sql`revoke select on auth.users from public`;
  assert.equal(
    grants.filter((row) => row.name === 'users').map((row) => [row.grantee, row.rights]),
    [
      ['auth_triggers', 'delete'],
      ['pg_database_owner', 'trigger'],
      ['public', 'select'],
    ],
  );
  assert.ok((await reportRows('largest_tables')).some((row) => row.table_name === 'auth.users'));
});

test('the files run in psql unchanged: default names, one statement', () => {
  for (const name of NAMES) {
    const text = readFileSync(`sql/reports/${name}.sql`, 'utf8');
    assert.match(text, /;\n$/, name);
    assert.is(readReportQuery(name, createNames('auth', 'auth')), text.trim().replace(/;$/, ''));
  }
});

test.run();
