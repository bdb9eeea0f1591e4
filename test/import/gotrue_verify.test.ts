// runner: when=cli,import,install,sql

// A row is damaged between the copy and its check. The check names the table, no object of the application is changed,
// and the import resumes after the row is repaired.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { expectMigrationRefused } from '../install/migration_database.ts';
import { createGotrueDatabase, ring } from '../support/database/gotrue/gotrue_database.ts';

const stand = await createGotrueDatabase({ people: 40, files: ['odd', 'links'] });
test.after(() => stand.db.drop());
const { sql } = stand.db;

/** Seals another text with the row's id. Unsealing alone would not detect the damage. */
const sealed = (id: string) => ring.seal('another secret', id);
const [ids] = await sql`select gotrue_fixture.id(1, 'totp') as app, gotrue_fixture.id(1, 'provider') as provider`;

/** Changes that damage a row: table, column, new value, and row. */
const DAMAGES: readonly (readonly [table: string, column: string, value: string, row?: string])[] = [
  ['users', 'raw_user_meta_data', `'{"somebody": "else"}'`],
  ['addresses', 'verified_at', 'now()'],
  ['passwords', 'hash', `replace(t.hash, '$04$', '$05$')`],
  ['pending_passwords', 'created_at', `'2020-01-01'`],
  ['identities', 'identity_data', `'{}'`, `t.provider = 'google'`],
  ['sessions', 'aal', `'aal2'`, `t.aal = 'aal1'`],
  ['old_refresh_tokens', 'counter', '2 - t.counter', 't.counter <> 1'],
  ['one_time_tokens', 'expires_at', `t.expires_at + interval '1 day'`],
  ['flow_states', 'code_challenge', `'another'`],
  ['audit_log', 'actor_username', `'somebody else'`],
  ['factors', 'friendly_name', `'another'`, `t.factor_type = 'totp'`],
  ['factors', 'phone', `'15550009999'`, `t.factor_type = 'phone'`],
  ['factors', 'secret', `'${sealed(String(ids?.app))}'`, `t.factor_type = 'totp'`],
  ['factors', 'secret', `'unreadable'`, `t.factor_type = 'totp'`],
  ['factors', 'credential', `t.credential || '{"public_key": "00"}'`, `t.factor_type = 'webauthn'`],
  ['passkeys', 'sign_count', 't.sign_count + 1'],
  ['passkeys', 'public_key', `'\\x00'`],
  ['custom_providers', 'scopes', `'{openid}'`, `t.identifier = 'custom:corp'`],
  ['custom_providers', 'client_secret', `'${sealed(String(ids?.provider))}'`, `t.identifier = 'custom:corp'`],
  ['kept_rows', 'data', `t.data || '{"disabled": true}'`, `t.source = 'sso_providers'`],
  ['kept_rows', 'user_id', 'null', `t.source = 'users'`],
];

test("damage of one row of each table, copied by SQL or sealed by the program, is reported with the table's name", async () => {
  const met: string[] = [];
  for (const [table, column, value, row = 'true'] of DAMAGES) {
    const what = `${table}.${column}`;
    const message = await expectMigrationRefused(
      stand.apply({
        checkpoint: async (at) => {
          if (at !== 'verify') return;
          await sql.unsafe(`create table public.whole as table auth.${table}`);
          const { count } = await sql.unsafe(`update auth.${table} as t set ${column} = ${value}
            where t::text = (select min(t::text) from auth.${table} as t where ${row}) and t.${column} is distinct from ${value}`);
          assert.is(count, 1, what);
        },
      }),
    );
    assert.match(message, new RegExp(`^The copied rows differ from the expected ones: ${table}: `), what);
    assert.not.match(message, /; (?!"npx)/, `${what}: no other table is named`);
    const [state] = await sql`select s.phase, to_regclass('public.profiles') is not null as there,
      (select k.confrelid::regclass::text from pg_constraint as k where k.conname = 'profiles_id_fkey') as target from auth_import.state as s`;
    assert.equal(state, { phase: 'copied', there: true, target: 'auth_gotrue.users' }, what);
    await sql.unsafe(`set session_replication_role = replica; delete from auth.${table};
      insert into auth.${table} (${await writableColumns(table)}) select ${await writableColumns(table)} from public.whole; drop table public.whole;
      set session_replication_role = origin`);
    met.push(what);
  }
  assert.is(met.length, DAMAGES.length);
});

test('reports a missing and an extra row too', async () => {
  for (const table of ['factors', 'passkeys', 'custom_providers', 'kept_rows']) {
    const message = await expectMigrationRefused(
      stand.apply({
        checkpoint: async (at) => {
          if (at !== 'verify') return;
          await sql.unsafe(`create table public.whole as table auth.${table};
            delete from auth.${table} as t where t::text = (select min(t::text) from auth.${table} as t)`);
        },
      }),
    );
    const [had] = await sql.unsafe(`select count(*)::int as rows from public.whole`);
    assert.match(message, new RegExp(`: ${table}: ${had?.rows - 1} rows instead of ${had?.rows}, checksums `), table);
    await sql.unsafe(`delete from auth.${table}; insert into auth.${table} (${await writableColumns(table)})
      select ${await writableColumns(table)} from public.whole; drop table public.whole`);
  }
  await stand.apply();
  for (const table of ['factors', 'passkeys', 'custom_providers', 'kept_rows'])
    assert.match(stand.log.join('\n'), new RegExp(`^${table}: \\d+ rows, checksum -?\\d+$`, 'm'));
});

/** Returns the names of the columns that can be written, separated by commas. */
async function writableColumns(table: string): Promise<string> {
  const rows = await sql`select quote_ident(a.attname) as name from pg_attribute as a
    where a.attrelid = ${`auth.${table}`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`;
  return rows.map(({ name }) => name).join(', ');
}

test.run();
