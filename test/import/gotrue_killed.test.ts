// runner: when=cli,import,install,sql

// An import with rows of every kind, stopped inside a transaction of each of its phases, by SIGKILL of the command or
// by a lost connection. After resuming, its result equals that of an uninterrupted import.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compareDumps, dumpDatabase } from '../support/database/gotrue/dump.ts';
import { CODE_LIFETIMES, createGotrueDatabase, PEPPER } from '../support/database/gotrue/gotrue_database.ts';
import { IMPORTED_TABLES, readImportResult } from '../support/database/gotrue/outcome.ts';
import { type Running, runCli, runToEnd } from '../support/processes/process.ts';

const stand = await createGotrueDatabase({ people: 40, files: ['odd', 'links'] });
const { sql } = stand.db;
const OTP_LIVES = { SVC_MAILER_OTP_EXP: String(CODE_LIFETIMES.mail_s), SVC_SMS_OTP_EXP: String(CODE_LIFETIMES.sms_s) };
test.after(() => stand.db.drop());
const env = { DATABASE_URL: stand.db.superuser_url, SVC_SECURITY_PEPPER: PEPPER, ...OTP_LIVES };
const APPLY = ['import', 'gotrue', '--apply', '--yes'];
const before = await dumpDatabase(sql);

class StoppedError extends Error {}

/** All users in one range, so that each stop affects rows of every kind. gotrue.test.ts stops between ranges. */
const BATCH = 200;

/** Runs the import up to the checkpoint `place`, which is between two transactions. */
const upTo = (place: string): Promise<void> =>
  stand
    .apply({
      batch: BATCH,
      checkpoint: (at) => {
        if (at === place) throw new StoppedError();
      },
    })
    .then(
      () => assert.unreachable(place),
      (error: unknown) => assert.instance(error, StoppedError),
    );

/**
 * Creates a trigger that makes each insert into the table wait in its transaction. With `phase`, only an update to this
 * phase waits.
 */
async function blockWriters(table: string, phase?: string): Promise<void> {
  const when = phase === undefined ? '' : `when (new.phase = '${phase}')`;
  await sql.unsafe(`create or replace function public.hold() returns trigger language plpgsql as 'begin perform pg_catalog.pg_sleep(600); return null; end';
    create trigger hold after ${phase === undefined ? 'insert' : 'update'} on ${table} for each row ${when} execute function public.hold()`);
}
const letGo = (table: string) => sql.unsafe(`drop trigger hold on ${table}; drop function public.hold()`);

/** Waits until the import sleeps in the trigger of blockWriters(). Returns the process id of its backend. */
async function blockedBackend(): Promise<number> {
  for (let look = 0; look < 3_000; look += 1) {
    const [row] =
      await sql`select a.pid from pg_stat_activity as a where a.datname = current_database() and a.wait_event = 'PgSleep'`;
    if (row) return Number(row.pid);
    await sleep(20);
  }
  throw new Error(`nobody has come to where the import is held\n${stand.log.slice(-5).join('\n')}`);
}

/** Terminates a backend, and waits until the backend and its locks are gone. */
async function terminateBackend(pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid}, 60000)`;
}

const progress = async () =>
  (
    await sql`select s.phase, s.users::int, s.entries::int, (select count(*)::int from auth.users) as there,
    (select count(*)::int from auth_import.repointed_objects) as repointed from auth_import.state as s`
  )[0];

/**
 * Points at which the import is stopped: while a row of each copied table or of the redirected foreign keys is
 * inserted, and at three changes of the phase.
 */
const PLACES = [
  ...IMPORTED_TABLES.map((table) => ({ table: `auth.${table}`, phase: undefined })),
  { table: 'auth_import.state', phase: 'copied' },
  { table: 'auth_import.state', phase: 'verified' },
  { table: 'auth_import.repointed_objects', phase: undefined },
  { table: 'auth_import.state', phase: 'switched' },
];

let wanted: string[] = [];

test('an uninterrupted import', async () => {
  await stand.apply();
  wanted = await readImportResult(sql);
  for (const [at, table] of IMPORTED_TABLES.entries())
    assert.not.match(String(wanted[at]), / 0 $/, `${table} has rows`);
  await stand.revert();
  assert.equal(compareDumps(before, await dumpDatabase(sql)), []);
});

test('a connection lost while a table is written, or while the application is switched to the new tables, loses one transaction', async () => {
  await upTo('copy_users');
  for (const { table, phase } of PLACES) {
    await blockWriters(table, phase);
    const had = await progress();
    const dying = stand.apply().then(
      () => assert.unreachable(`${table} ${phase}`),
      (error: unknown) => assert.instance(error, Error),
    );
    await Promise.race([blockedBackend().then(terminateBackend), dying]);
    await dying;
    const has = await progress();
    // The transaction was rolled back, and the recorded progress matches the rows.
    assert.is(has?.users, has?.there, `${table} ${phase}`);
    assert.is(has?.repointed, 0, `${table} ${phase}`);
    assert.ok(has?.users >= had?.users && has?.entries >= had?.entries);
    if (phase !== undefined) assert.is.not(has?.phase, phase);
    await letGo(table);
  }
  await stand.apply();
  assert.equal(await readImportResult(sql), wanted);
  await stand.revert();
  assert.equal(compareDumps(before, await dumpDatabase(sql)), []);
});

/** Runs the command until `when` resolves, and kills it. */
async function killCommandWhen(when: (running: Running) => Promise<unknown>): Promise<void> {
  const running = runCli(APPLY, { env });
  const ended = running.exited.then((code) => {
    if (code !== null) throw new Error(`it has ended with ${code}: ${running.stderr}`);
  });
  await Promise.race([when(running), ended]);
  running.child.kill('SIGKILL');
  await ended;
}

test('the command, killed in its phases, resumes when it is run again', async () => {
  await killCommandWhen((running) => running.until(/is now auth_gotrue/));
  await sql`select pg_terminate_backend(a.pid, 60000) from pg_stat_activity as a
    where a.datname = current_database() and a.application_name = 'postern migrate'`;
  assert.is((await sql`select s.phase from auth_import.state as s`)[0]?.phase, 'moved');
  await upTo('copy_users');
  const tables = ['one_time_tokens', 'factors', 'passkeys', 'custom_providers'].map((name) => `auth.${name}`);
  for (const { table, phase } of PLACES.filter(
    (place) => tables.includes(place.table) || !place.table.startsWith('auth.'),
  )) {
    await blockWriters(table, phase);
    let pid = 0;
    await killCommandWhen(async () => {
      pid = await blockedBackend();
    });
    await terminateBackend(pid);
    await letGo(table);
  }
  const last = await runToEnd(APPLY, { env });
  assert.is(last.code, 0, last.stderr);
  assert.match(last.stderr, /The import is done\./);
  assert.equal(await readImportResult(sql), wanted);
  await stand.revert();
  assert.equal(compareDumps(before, await dumpDatabase(sql)), []);
});

test.run();
