// runner: when=cli,import,install,sql

// An import from another database: that database is only read, later changes there are copied, and the result equals
// that of an import in place.
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { expectMigrationRefused } from '../install/migration_database.ts';
import { createClient, sessionOf } from '../support/clients/client.ts';
import { compareDumps, dumpDatabase } from '../support/database/gotrue/dump.ts';
import { createGotrueDatabase, createImportTarget, PEPPER } from '../support/database/gotrue/gotrue_database.ts';
import { startStack } from '../support/processes/stack.ts';

const PEOPLE = 60;
const stand = await createGotrueDatabase({ people: PEOPLE, files: ['odd', 'links'] });
const there = stand.db.sql;
const target = await createImportTarget(stand, { reader: 'gotrue_reader_elsewhere' });
const here = target.db.sql;
test.after(async () => {
  await target.db.drop();
  await stand.db.drop();
});
const reader = target.from.user;
const untouched = await dumpDatabase(here);

test('a dry run reports the same as a dry run in place, and changes nothing in either database', async () => {
  const before = await dumpDatabase(there);
  const [in_place, from] = [await stand.look(), await target.look()];
  assert.equal(from.counts, in_place.counts);
  assert.equal(from.blockers, []);
  assert.ok(from.counts.findings.length > 20);
  assert.equal(compareDumps(before, await dumpDatabase(there)), []);
  assert.equal(compareDumps(untouched, await dumpDatabase(here)), []);
});

test('names the rights that the reading role lacks, before anything is fetched', async () => {
  await there.unsafe(`revoke select on auth.users, auth.sessions from ${reader}`);
  assert.match(
    await expectMigrationRefused(target.look()),
    /gotrue_reader_elsewhere may not read sessions, users .*grant select on all tables in schema auth/s,
  );
  await there.unsafe(`grant select on all tables in schema auth to ${reader}; alter role ${reader} nobypassrls`);
  assert.match(
    await expectMigrationRefused(target.look()),
    /Row level security hides rows of .*users.*alter role gotrue_reader_elsewhere bypassrls/s,
  );
  await there.unsafe(`alter role ${reader} bypassrls`);
});

/** Changes rows on the old server between two rounds. */
async function changeSource(from: number): Promise<void> {
  await there.unsafe(`
    select gotrue_fixture.make(${from}, ${from + 2}, '$2a$04$abcdefghijklmnopqrstuuWqKQ1uO0bB1rGd0l2pX5aPp0X1qVY2m');
    update auth.users set encrypted_password = crypt('changed ${from}', '$2a$04$abcdefghijklmnopqrstuu') where id = gotrue_fixture.id(3, 'user');
    update auth.refresh_tokens set revoked = true where token = gotrue_fixture.token(4, 'current');
    insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
    select gotrue_fixture.token(${from}, 'rotated'), t.user_id, false, now(), now(), t.token, t.session_id from auth.refresh_tokens as t where t.token = gotrue_fixture.token(4, 'current');
    delete from auth.users where id = gotrue_fixture.id(${from % 10}, 'user');
    delete from auth.sessions where id = gotrue_fixture.id(${(from % 10) + 10}, 'session')`);
}

/** Returns the row count and a digest of six tables of GoTrue, at the source or as fetched. */
async function describeGotrueTables(sql: typeof there, schema: string): Promise<string[]> {
  const lines: string[] = [];
  for (const name of ['users', 'identities', 'sessions', 'refresh_tokens', 'mfa_factors', 'audit_log_entries']) {
    const key = name === 'refresh_tokens' ? 'id, token, revoked, parent' : 'id';
    const [row] = await sql.unsafe(
      `select count(*) || ' ' || md5(string_agg(md5(row(${key})::text), '' order by t.id)) as sum from ${schema}.${name} as t`,
    );
    lines.push(`${name} ${row?.sum}`);
  }
  return lines;
}

class KilledError extends Error {}

test('a killed fetch resumes with the missing rows', async () => {
  let chunks = 0;
  const killed = target.apply({
    rows: 20,
    checkpoint: (at) => {
      if (at === 'fetch users' && ++chunks === 3) throw new KilledError();
    },
  });
  await killed.then(
    () => assert.unreachable('it was not killed'),
    (error: unknown) => assert.instance(error, KilledError),
  );
  const [before] = await here`select count(*)::int as users from auth_gotrue.users`;
  assert.ok(before?.users >= 20 && before?.users < 60, `${before?.users} are there`);
  await target.follow();
  const [all] = await there`select count(*)::int as users from auth.users`;
  const rest = all?.users - before?.users;
  assert.match(target.log.join('\n'), new RegExp(`round 1: fetched .*\\b${rest} rows of users`));
  assert.match(
    await expectMigrationRefused(target.look()),
    /--follow resumes it, --apply imports them, --revert drops them/,
  );
});

test('fetches no link and no code, and no plain value for which there is a digest', async () => {
  const columns = await here`select c.table_name || '.' || c.column_name as name from information_schema.columns as c
    where c.table_schema = 'auth_gotrue' and c.table_name in ('users', 'one_time_tokens', 'flow_state')
      and (c.column_name like '%token%' or c.column_name like 'auth_code%') order by 1`;
  const digests = ['flow_state.auth_code_digest', 'flow_state.auth_code_issued_at', 'one_time_tokens.token_type'];
  assert.equal(
    columns.map(({ name }) => name),
    digests,
  );
  const [sent] =
    await there`select t.token_hash as link from auth.one_time_tokens as t where t.relates_to = 'person1@example.com'`;
  const [row] = await here`select encode(t.link_digest, 'hex') as digest from auth_gotrue.one_time_tokens as t
    where t.relates_to = 'person1@example.com'`;
  assert.is(row?.digest, createHash('sha256').update(sent?.link).digest('hex'));
});

test('each round of --follow fetches inserts, updates and deletes, and reports the lag of this database', async () => {
  for (const from of [1005, 1016]) {
    await changeSource(from);
    await target.follow();
    assert.equal(await describeGotrueTables(here, 'auth_gotrue'), await describeGotrueTables(there, 'auth'));
  }
  await target.follow();
  const [last, lag] = target.log.slice(-2);
  assert.is(last, 'round 1: nothing has changed');
  assert.match(lag ?? '', /^this database is a copy of the source of \d+\.\d s ago$/);
});

test('writes on the old server during the import of users stop the switch; the reverse leaves nothing, not even pgcrypto', async () => {
  const late = target.apply({
    checkpoint: async (at) => {
      if (at === 'verify') await changeSource(1027);
    },
  });
  assert.match(
    await expectMigrationRefused(late),
    /GoTrue has written during the import \(identities, mfa_amr_claims, one_time_tokens, refresh_tokens, sessions, users\)/,
  );
  await target.revert();
  assert.equal(compareDumps(untouched, await dumpDatabase(here)), []);
});

test('the switch: the last changes are fetched, every user is imported, and clients of the old server continue', async () => {
  await target.follow();
  await changeSource(1038);
  await target.apply();
  const [counts] =
    await here`select (select count(*)::int from auth.users) as users, (select count(*)::int from auth.sessions as s
    where s.id in (select o.id from auth_import.old_sessions as o)) as sessions`;
  const [wanted] = await there`select (select count(*)::int from auth.users) as users`;
  assert.is(counts?.users, wanted?.users);
  await target.db.letLogIn('auth');
  const stack = await startStack({
    db: { ...target.db, drop: () => Promise.resolve() },
    env: { SVC_SECURITY_PEPPER: PEPPER },
    worker: false,
  });
  try {
    const { auth } = createClient(stack.url);
    const [row] = await there`select gotrue_fixture.token(1038, 'rotated') as token`;
    assert.is(
      sessionOf(await auth.refreshSession({ refresh_token: String(row?.token) })).user.email,
      'person4@example.com',
    );
    sessionOf(await auth.refreshSession());
    const changed = await auth.signInWithPassword({ email: 'person3@example.com', password: 'changed 1038' });
    assert.is(sessionOf(changed).user.email, 'person3@example.com');
    const followed = await auth.verifyOtp({ email: 'person1@example.com', token: '111111', type: 'recovery' });
    assert.is(sessionOf(followed).user.email, 'person1@example.com');
    const [sent] =
      await there`select t.token_hash as link from auth.one_time_tokens as t where t.relates_to = 'person2@example.com'`;
    const linked = await auth.verifyOtp({ token_hash: String(sent?.link), type: 'magiclink' });
    assert.is(sessionOf(linked).user.email, 'person2@example.com');
    const deleted = await auth.signInWithPassword({ email: 'person8@example.com', password: 'correct horse' });
    assert.is(deleted.error?.code, 'invalid_credentials');
  } finally {
    await stack.close();
  }
});

test.run();
