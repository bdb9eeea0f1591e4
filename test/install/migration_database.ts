// Helpers for tests of migrate: databases with unique role names, and SQL folders for one test.
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import postgres, { type Sql } from 'postgres';
import { ROLE_NAMES } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import { type MigrateOptions, type MigrateResult, migrate } from '../../install/migrate/migrate.ts';
import { SQL_DIR } from '../../install/migrate/tree.ts';
import { FOLDER_PREFIX, findCurrentServer, type ServerFacts } from '../support/database/cluster.ts';
import { FAST_FOLDER } from '../support/processes/folders.ts';

/** An empty database with its own role prefix, so that test files on one server do not collide. */
export interface MigrationDatabase {
  prefix: string;
  /** URL of the role that migrates. */
  url: string;
  database: string;
  superuser_url: string;
  sql: Sql;
  /** Lines that migrate logged. */
  log: string[];
  options(more?: Partial<MigrateOptions>): MigrateOptions;
  migrate(more?: Partial<MigrateOptions>): Promise<MigrateResult>;
  drop(): Promise<void>;
}

export interface MigrationDatabaseOptions {
  server?: ServerFacts;
  /** If false, the database owner (`login createdb createrole`) migrates instead of the superuser. */
  superuser?: boolean;
  /** Role prefix of another test database on the same server. */
  prefix?: string;
}

/** Creates a test database. Drop it when the test ends. */
export async function createMigrationDatabase(o: MigrationDatabaseOptions = {}): Promise<MigrationDatabase> {
  const server = o.server ?? (await findCurrentServer());
  const own = `p${randomBytes(4).toString('hex')}`;
  const prefix = o.prefix ?? own;
  const database = `t_${own}`;
  const login = o.superuser === false ? `${own}_deployer` : null;
  const root = connect(server.superuser_url);
  let maker = server.superuser_url;
  if (login !== null) {
    await root.unsafe(`create role ${login} login createdb createrole password '${own}'`);
    maker = withUser(server.superuser_url, login, own);
  }
  const sql_maker = connect(maker);
  await sql_maker.unsafe(`create database ${database} template template0`);
  await sql_maker.end();
  const superuser_url = withDatabase(server.superuser_url, database);
  const url = withDatabase(maker, database);
  const sql = connect(superuser_url);
  const log: string[] = [];
  const options = (more: Partial<MigrateOptions> = {}): MigrateOptions => ({
    target: parseDatabaseUrl(url, {}),
    namespace: prefix,
    role_prefix: prefix,
    log: (line) => log.push(line),
    ...more,
  });
  return {
    prefix,
    url,
    database,
    superuser_url,
    sql,
    log,
    options,
    migrate: (more) => migrate(options(more)),
    drop: async () => {
      await sql.end({ timeout: 1 });
      await root.unsafe(`drop database if exists ${database} with (force)`);
      if (prefix === own) for (const role of ROLE_NAMES) await root.unsafe(`drop role if exists ${prefix}_${role}`);
      if (login !== null) await root.unsafe(`drop role if exists ${login}`);
      await root.end({ timeout: 1 });
    },
  };
}

export function connect(url: string, max = 3): Sql {
  return postgres(url, { max, onnotice: () => undefined, connection: { application_name: 'postern test' } });
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

export function withUser(url: string, user: string, password: string): string {
  const changed = new URL(url);
  changed.username = user;
  changed.password = password;
  return changed.href;
}

/** Returns the message of the MigrationRefusedError with which a promise rejects. Throws any other error. */
export async function expectMigrationRefused(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof MigrationRefusedError) return error.message;
    throw error;
  }
  throw new Error('it was not refused');
}

/** A small SQL folder that can be installed. Tests can replace, add or omit (null) files. */
export const SMALL_SQL_FOLDER: Record<string, string> = {
  'migrations/0001-init.sql': `
    create table auth.release (
      one_row boolean not null default true, version text not null, digest text not null, min_gateway text not null,
      applied_at timestamptz not null, constraint release_pkey primary key (one_row));
    create table auth.online_steps (
      name text not null, digest text not null, applied_at timestamptz not null,
      constraint online_steps_pkey primary key (name));
    create table auth.things (id bigint not null, name text, constraint things_pkey primary key (id));`,
  'contract.sql': `create or replace function auth.uid() returns uuid language sql stable as $$ select null::uuid $$;`,
  'lib/word.sql': `create function auth_lib.word() returns text language sql immutable as $$ select 'one'::text $$;`,
  'api/say.sql': `create function auth_api.say() returns jsonb language plpgsql stable
    security definer set search_path = pg_catalog, pg_temp
    as $$ begin return to_jsonb(auth_lib.word()); end $$;`,
  'api/get_release.sql': `create function auth_api.get_release() returns jsonb language sql stable
    security definer set search_path = pg_catalog, pg_temp
    as $$ select jsonb_build_object('version', r.version, 'digest', r.digest, 'min_gateway', r.min_gateway) from auth.release as r $$;`,
  'grants.sql': `grant usage on schema auth to public;
    grant execute on function auth.uid() to public;
    grant usage on schema auth_api to auth_gateway;
    grant execute on all functions in schema auth_api to auth_gateway;`,
};

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Writes a SQL folder. rebuild.sql and the files that create roles are the real ones. */
export function writeSqlFolder(changes: Record<string, string | null> = {}): string {
  // The process id in the name lets later runs delete the folder of a killed process.
  const folder = mkdtempSync(join(FAST_FOLDER, `${FOLDER_PREFIX}${process.pid}-tree-`));
  folders.push(folder);
  for (const name of ['roles.sql', 'api_roles.sql', 'rebuild.sql'])
    copyFileSync(join(SQL_DIR, name), join(folder, name));
  for (const [name, text] of Object.entries({ ...SMALL_SQL_FOLDER, ...changes })) {
    if (text === null) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/**
 * Returns catalog rows that a migration would change, with their xmin, as one text: relations, functions, schemas,
 * roles, memberships, settings of roles, and extensions.
 */
export async function catalogText(sql: Sql, prefix: string): Promise<string> {
  const schemas = [prefix, `${prefix}_lib`, `${prefix}_api`, `${prefix}_queue`];
  const rows = await sql`
    select 'relation' as kind, c.oid::text, c.xmin::text, c.relname::text as name from pg_class as c
      where c.relnamespace::regnamespace::text = any (${schemas})
    union all select 'function', p.oid::text, p.xmin::text, p.proname from pg_proc as p
      where p.pronamespace::regnamespace::text = any (${schemas})
    union all select 'schema', s.oid::text, s.xmin::text, s.nspname from pg_namespace as s
    union all select 'role', r.oid::text, r.xmin::text, r.rolname from pg_authid as r where starts_with(r.rolname, ${prefix})
    union all select 'member', m.roleid::text, m.xmin::text, m.member::regrole::text from pg_auth_members as m
      where starts_with(m.roleid::regrole::text, ${prefix}) or starts_with(m.member::regrole::text, ${prefix})
    union all select 'setting', s.setdatabase::text, s.xmin::text, s.setrole::regrole::text from pg_db_role_setting as s
      where s.setrole <> 0 and starts_with(s.setrole::regrole::text, ${prefix})
    union all select 'extension', e.oid::text, e.xmin::text, e.extname from pg_extension as e
    order by 1, 2, 4, 3`;
  return JSON.stringify(rows);
}
