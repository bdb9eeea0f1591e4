// Object names chosen by hostile users are harmless in the output of doctor and plan, which a superuser runs.
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { doctorCommand } from '../../cli/commands/doctor.ts';
import { readDatabaseSettings } from '../../cli/settings.ts';
import { splitStatements, tokenize } from '../../core/database/lexer.ts';
import { ROLE_NAMES } from '../../core/database/names.ts';
import { escapeToOneLine, printableStatement } from '../../core/database/printable.ts';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import { readEnvironment } from '../../core/settings/reading.ts';
import { migrate } from '../../install/migrate/migrate.ts';
import { planMigrate } from '../../install/migrate/plan.ts';
import { findCurrentServer } from '../support/database/cluster.ts';
import { psql } from '../support/database/debian.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { runInside } from '../support/processes/inside.ts';
import { connect, createMigrationDatabase, expectMigrationRefused, withDatabase } from './migration_database.ts';

/**
 * Strings that end a comment, a quoted name, a string, a dollar quote or a statement, or that psql or the terminal
 * interprets.
 */
export const HOSTILE_NAMES = [
  'a\rcreate table public.stolen ();--',
  'a\ncreate table public.stolen ();--',
  'a"; create table public.stolen (); --',
  "a'; create table public.stolen (); --",
  'a$$; create table public.stolen (); $$',
  'a\\\r\\! touch /tmp/stolen\n',
  'a*/ create table public.stolen (); /*',
  'a\u2028create table public.stolen ();\u001b[2J\u009b\u202e',
  ':\'a\' :"a" :a \\gexec',
];
const closing: (() => Promise<unknown>)[] = [];
test.after(async () => {
  for (const close of closing) await close();
});
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Asserts that the script, outside of function bodies, contains no control character, invisible format character or
 * line separator except newlines.
 */
function assertPrintable(script: string): void {
  for (const { kind, text } of tokenize(script)) {
    if (kind === 'dollar') continue;
    assert.not.match(
      kind === 'space' ? text.replaceAll('\n', '') : text,
      /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u,
      JSON.stringify(text),
    );
  }
}

test('a statement keeps its meaning, and its names contain no control character', async () => {
  const at = await createMigrationDatabase();
  try {
    for (const name of HOSTILE_NAMES) {
      const query = `select ${printableStatement(quoted(name))} as value from (select 1 as ${printableStatement(quoted(name))}) as t`;
      assertPrintable(query);
      assert.is((await at.sql.unsafe(query))[0]?.value, 1, JSON.stringify(name));
      for (const text of [
        `'${name.replaceAll("'", "''")}'`,
        `E'${name.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
      ]) {
        assertPrintable(printableStatement(`select ${text}`));
        assert.is((await at.sql.unsafe(printableStatement(`select ${text} as value`)))[0]?.value, name);
      }
      assert.not.match(escapeToOneLine(name), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }
    const body = 'create function f() returns text language sql as $$\n\tselect 1\n$$';
    assert.is(printableStatement(body), body);
  } finally {
    await at.drop();
  }
});

test('a comment ends at a carriage return, as psql and the server have it', () => {
  assert.equal(splitStatements('-- a\rselect 1'), ['-- a\rselect 1']);
});

test('plan: the name of the database cannot end a comment', async () => {
  const { superuser_url } = await findCurrentServer();
  const root = connect(superuser_url, 1);
  closing.push(() => root.end());
  for (const hostile of HOSTILE_NAMES.slice(0, 3)) {
    const prefix = `h${randomBytes(3).toString('hex')}`;
    await root.unsafe(`create database ${quoted(`${prefix}${hostile}`)} template template0`);
    const url = withDatabase(superuser_url, encodeURIComponent(`${prefix}${hostile}`));
    const options = { target: parseDatabaseUrl(url, {}), namespace: prefix, role_prefix: prefix, log: () => undefined };
    try {
      const text = await planMigrate(options, { install: false });
      const ran = psql(url, `\\set ON_ERROR_STOP on\n${text}`);
      if (ran === null) cannotRun('a plan with a hostile name in psql', 'no psql of PostgreSQL 15');
      else assert.is(ran.code, 0, ran.output);
      const sql = postgres(superuser_url, { database: `${prefix}${hostile}`, max: 1 });
      try {
        assert.is((await sql`select to_regclass('public.stolen') as stolen`)[0]?.stolen, null, hostile);
      } finally {
        await sql.end();
      }
      assert.is((await migrate(options)).changed, ran === null);
      assert.match(await planMigrate(options, { install: false }), /nothing to do\.\n$/);
    } finally {
      await root.unsafe(`drop database ${quoted(`${prefix}${hostile}`)} with (force)`);
      for (const role of ROLE_NAMES) await root.unsafe(`drop role if exists ${prefix}_${role}`);
    }
  }
});

test('migrate: the schema of pgcrypto, which function bodies name, cannot end one of them', async () => {
  const at = await createMigrationDatabase();
  try {
    await at.sql.unsafe(
      `create schema ${quoted(HOSTILE_NAMES[4] ?? '')}; create extension pgcrypto schema ${quoted(HOSTILE_NAMES[4] ?? '')}`,
    );
    assert.match(
      await expectMigrationRefused(at.migrate()),
      /with a dollar sign or a control character cannot be used/,
    );
    assert.is((await at.sql`select to_regclass('public.stolen') as stolen`)[0]?.stolen, null);
  } finally {
    await at.drop();
  }
});

test('doctor: names appear in its script only quoted, and psql runs only its own statements', async () => {
  const at = await createMigrationDatabase();
  try {
    await at.migrate();
    const p = at.prefix;
    const made: string[] = [];
    const make = async (statement: string, undo: string): Promise<void> => {
      await at.sql.unsafe(statement);
      made.push(undo);
    };
    for (const [index, name] of HOSTILE_NAMES.entries()) {
      const id = quoted(`${index}${name}`);
      await make(`create schema ${id}; grant create on schema ${id} to public`, `drop schema ${id}`);
      await make(`create role ${id}; grant select on ${p}.passwords to ${id}`, `drop role ${id}`);
      await at.sql.unsafe(`create function ${p}_lib.${id}(${id} int default 1) returns int language sql as 'select 1'`);
      const value = `'${name.replaceAll("'", "''")}'`;
      await at.sql.unsafe(`
        alter table ${p}.quotas add column ${id} text default ${value};
        alter table ${p}.quotas add constraint ${id} check (${id} <> ${value});
        create index ${quoted(`i${index}${name}`)} on ${p}.quotas (${id});
        create policy ${id} on ${p}.quotas using (${id} = ${value});
        create rule ${id} as on delete to ${p}.attempts do also select ${value};
        create function public.${id}() returns trigger language plpgsql as 'begin return new; end';
        create trigger ${id} after insert on ${p}.sessions for each row execute function public.${id}();
        create trigger ${id} after insert on ${p}.users for each row execute function public.${id}();
        create view public.${quoted(`v${index}${name}`)} as select s.id as ${id} from ${p}.sessions as s;
        create type ${p}.${quoted(`t${index}${name}`)} as enum (${value});
        alter role ${p}_gateway set application_name = ${value}`);
    }
    const settings = readDatabaseSettings(
      readEnvironment({
        env: { DATABASE_URL: at.url, SVC_DB_NAMESPACE: p, SVC_JWT_SECRET: 'x'.repeat(32) },
        file: null,
      }),
    );
    const lines: string[] = [];
    const doctor = () =>
      doctorCommand({ settings, json: false, print: (line) => lines.push(line), log: (line) => lines.push(line) });
    assert.is(await doctor(), 1);
    const script = lines.splice(0).join('\n');
    assertPrintable(script);
    const ran = psql(at.superuser_url, `\\set ON_ERROR_STOP on\n${script}`);
    if (ran === null) cannotRun("doctor's script with hostile names in psql", 'no psql of PostgreSQL 15');
    else {
      assert.is(ran.code, 0, ran.output);
      assert.is((await at.sql`select to_regclass('public.stolen') as stolen`)[0]?.stolen, null);
      await doctor();
      const after = lines.join('\n');
      assertPrintable(after);
      // Statements that would lose data, or drop objects of other owners, are only advised.
      const left = [...after.matchAll(/^-- \d+\. \[(\w+)/gm)].map(([, code]) => code);
      assert.equal([...new Set(left)].sort(), ['columns', 'dependants', 'logins', 'objects', 'triggers']);
    }
    for (const undo of made) await at.sql.unsafe(undo);
  } finally {
    await at.drop();
  }
});

test('key: the name of a key contains nothing that a shell or a settings file interprets', async () => {
  for (const kid of ['$(id)', "a'b", 'a\nSVC_JWT_SECRET=x', '']) {
    const ended = await runInside(['key', 'generate', 'jwk', '--kid', kid], {});
    assert.is(ended.code, 2, ended.stdout);
    assert.match(ended.stderr, /--kid must be/);
  }
});

test.run();
