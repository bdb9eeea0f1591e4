// Creates a database per test file. By default it is cloned, in about 60 ms, from a template that is migrated once per
// server.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { parseDatabaseUrl } from '../../../core/database/url.ts';
import type { MigrateOptions } from '../../../install/migrate/migrate.ts';
import { findCurrentServer, rolePassword, type ServerFacts } from './cluster.ts';
import { completeLayout, LAYOUT, type Layout } from './layout.ts';
import { cachedArrayTypes, connect, type PoolOptions, runInMaintenanceDatabase } from './maintained.ts';
import { withRenamedSql } from './renamed.ts';

export { createCluster } from './cluster.ts';

export const LOGIN_ROLES = ['gateway', 'admin', 'worker', 'auditor'] as const;
export type LoginRole = (typeof LOGIN_ROLES)[number];

export interface TestDatabase {
  name: string;
  superuser_url: string;
  /**
   * Returns the connection URL of a login role. The URL of `migrate`, the database owner, always bypasses the pooler.
   */
  url(role: LoginRole | 'migrate'): string;
  /** Returns the connection URL of a login role without the pooler. */
  direct_url(role: LoginRole): string;
  /**
   * Opens a connection pool of a login role. The default timeouts are long, because on a busy machine a call may exceed
   * those of the role. Behind a pooler, the pool uses no prepared statements and has the timeouts of the role.
   */
  login(role: LoginRole, max: number, o?: { statement_timeout?: number; lock_timeout?: number }): Sql;
  /** Returns the environment variables that connect Postern's processes to this database. */
  environment(): Record<string, string>;
  /** Returns the options for migrate() on this database. */
  migration(): MigrateOptions;
  /**
   * Gives LOGIN and a password to the roles of another name prefix, as a DBA does after migrate. Returns a function that
   * returns a role's URL, which connects directly and not through the pooler.
   */
  letLogIn(prefix: string): Promise<(role: LoginRole) => string>;
  /** Superuser pool. It translates names such as auth.users to those of the run's layout. */
  sql: Sql;
  /** Opens another superuser pool. */
  connect(max: number, o?: ConnectOptions): Sql;
  drop(): Promise<void>;
  /** Path of the server log; '' with TEST_DATABASE_URL, because tests cannot read that server's files. */
  log_file: string;
}

/** Timeouts of a connection in ms. */
const LONG_TIMEOUTS = { statement_timeout: 120_000, lock_timeout: 120_000 };

export type ConnectOptions = Pick<PoolOptions, 'fetch_types'>;

export interface DatabaseOptions {
  template?: 'empty' | 'migrated';
  /** Another server, such as one from createCluster(), instead of the run's server. */
  server?: ServerFacts;
}

/** Creates a database for one test file. Call drop() in test.after. */
export async function createDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  const server = options.server ?? (await findCurrentServer());
  // The layout applies to the run's server only. Another server gets the default layout.
  const place: ServerLayout = { server, layout: options.server ? completeLayout({}) : LAYOUT };
  const prefix = place.layout.namespace;
  const name = `t_${randomBytes(6).toString('hex')}`;
  const superuser_url = withDatabase(server.superuser_url, name);
  const { superuser_url: maintenance } = server;
  const keep = options.server === undefined;
  await runInMaintenanceDatabase(maintenance, keep, async (sql) => {
    await createMigrator(place, sql);
    const owner = place.layout.migrator ? `owner ${place.layout.migrator.name}` : '';
    if (options.template === 'empty') {
      await sql.unsafe(`create database ${name} ${owner} template template0`);
      return;
    }
    const template = await createMigratedTemplate(place, sql);
    // The strategy file_copy does not write pages to the WAL. Its checkpoint is cheap on servers without fsync.
    const strategy = server.source === 'TEST_DATABASE_URL' ? '' : 'strategy file_copy';
    await sql.unsafe(`create database ${name} ${owner} template ${template} ${strategy}`);
    await copySettings(sql, template, name);
  });
  const open: TestDatabase['connect'] = (max, o) => openRenamingPool(superuser_url, max, o);
  const sql = open(4);
  const url: TestDatabase['url'] = (role) =>
    role === 'migrate' ? migratorUrl(place, name) : loginUrl(place, name, `${prefix}_${role}`);
  // The pooler knows only the passwords of the roles that have the run's prefix.
  const direct: ServerLayout = { server, layout: { ...place.layout, pooler: null } };
  return {
    name,
    superuser_url,
    url,
    direct_url: (role) => loginUrl(direct, name, `${prefix}_${role}`),
    login: (role, max, o) =>
      postgres(url(role), {
        max,
        prepare: place.layout.pooler === null,
        onnotice: () => undefined,
        ...cachedArrayTypes(),
        connection: o ?? (place.layout.pooler === null ? LONG_TIMEOUTS : {}),
      }),
    environment: () => databaseEnvironment(place, name, url),
    migration: () => migrateOptions(place, name),
    letLogIn: async (other) => {
      await createLogin(place, other);
      return (role) => loginUrl(direct, name, `${other}_${role}`);
    },
    sql,
    connect: open,
    log_file: server.log_file,
    drop: async () => {
      await sql.end({ timeout: 1 });
      await runInMaintenanceDatabase(maintenance, keep, (admin) =>
        admin.unsafe(`drop database if exists ${name} with (force)`),
      );
    },
  };
}

/** Creates the template database for cloning. */
export async function makeTemplate(server: ServerFacts): Promise<void> {
  const place: ServerLayout = { server, layout: completeLayout({}) };
  await runInMaintenanceDatabase(server.superuser_url, false, (sql) => createMigratedTemplate(place, sql));
}

/** Opens a pool that translates names such as auth.users to those of the run's layout. */
export function openRenamingPool(url: string, max: number, o: ConnectOptions = {}): Sql {
  return withRenamedSql(connect(url, { max, ...o }));
}

interface ServerLayout {
  server: ServerFacts;
  layout: Layout;
}

function databaseEnvironment(
  { server, layout }: ServerLayout,
  name: string,
  url: TestDatabase['url'],
): Record<string, string> {
  const direct = { server, layout: { ...layout, pooler: null } };
  const names: Record<string, string> = layout.namespace === 'auth' ? {} : { SVC_DB_NAMESPACE: layout.namespace };
  if (!layout.login_roles) return { ...names, DATABASE_URL: url('migrate') };
  return {
    ...names,
    DATABASE_URL_MIGRATE: url('migrate'),
    DATABASE_URL_GATEWAY: url('gateway'),
    DATABASE_URL_ADMIN: url('admin'),
    DATABASE_URL_WORKER: url('worker'),
    DATABASE_URL_AUDITOR: url('auditor'),
    ...(layout.pooler ? { SVC_DB_PREPARE: 'false' } : {}),
    ...(layout.pooler?.direct_listen
      ? { DATABASE_URL_LISTEN: loginUrl(direct, name, `${layout.namespace}_worker`) }
      : {}),
  };
}

/** Lets the roles log in after migrate. */
async function createLogin(place: ServerLayout, prefix: string): Promise<void> {
  const password = rolePassword(place.server);
  const sql = connect(migratorUrl(place, 'postgres'), { max: 1 });
  try {
    for (const role of LOGIN_ROLES) {
      // The advisory lock serializes ALTER ROLE. Roles belong to the server, and concurrent statements fail with "tuple
      // concurrently updated".
      await sql.unsafe(`select pg_advisory_lock(7203); alter role ${prefix}_${role} login password '${password}'`);
      await sql`select pg_advisory_unlock(7203)`;
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Creates the role that migrates, if the layout names one and it does not exist. */
async function createMigrator({ server, layout }: ServerLayout, sql: Sql): Promise<void> {
  if (layout.migrator === null) return;
  const { name, attributes } = layout.migrator;
  await sql`select pg_advisory_lock(7204)`;
  try {
    if ((await sql`select 1 from pg_roles where rolname = ${name}`).length === 1) return;
    await sql.unsafe(`create role ${name} login ${attributes} password '${rolePassword(server)}'`);
  } finally {
    await sql`select pg_advisory_unlock(7204)`;
  }
}

/** Returns the options for migrate() in this layout. */
function migrateOptions(place: ServerLayout, database: string): MigrateOptions {
  const { namespace, migrator, login_roles } = place.layout;
  const target = parseDatabaseUrl(migratorUrl(place, database), {});
  // Passes `logins`, because migrate() by default grants the roles to its own user, as for a single DATABASE_URL.
  const logins = Object.fromEntries(LOGIN_ROLES.map((role) => [role, `${namespace}_${role}`]));
  return {
    target,
    namespace,
    role_prefix: namespace,
    log: () => undefined,
    ...(migrator !== null && login_roles ? { logins } : {}),
  };
}

/** Returns the name of the template database for this source tree. Creates the template on first use. */
async function createMigratedTemplate(place: ServerLayout, sql: Sql): Promise<string> {
  const { namespace, migrator, login_roles } = place.layout;
  const name = `template_${computeSourceDigest(`${namespace} ${migrator?.name} ${login_roles}`)}`;
  const exists = async () => (await sql`select 1 from pg_database where datname = ${name}`).length === 1;
  if (await exists()) return name;
  await sql`select pg_advisory_lock(7202)`;
  try {
    if (await exists()) return name;
    const building = `${name}_building`;
    await sql.unsafe(`drop database if exists ${building} with (force)`);
    await sql.unsafe(`create database ${building} ${migrator ? `owner ${migrator.name}` : ''} template template0`);
    // Dynamic import, so that test files with empty databases do not load the migration code.
    const { migrate } = await import('../../../install/migrate/migrate.ts');
    await migrate(migrateOptions(place, building));
    await createLogin(place, namespace);
    await sql.unsafe(`alter database ${building} rename to ${name}`);
  } finally {
    await sql`select pg_advisory_unlock(7202)`;
  }
  return name;
}

/** SQL statements that copy a template's settings and rights, by template name. */
const settings_of = new Map<string, string>();

/** Copies the role settings and the rights of a database. CREATE DATABASE copies neither. */
async function copySettings(sql: Sql, from: string, to: string): Promise<void> {
  const known = settings_of.get(from) ?? (await readSettings(sql, from));
  settings_of.set(from, known);
  await sql.unsafe(known.replaceAll(from, to));
}

async function readSettings(sql: Sql, database: string): Promise<string> {
  const rows = await sql<{ statement: string }[]>`
    select format('alter role %I in database %I set %I = %s', r.rolname, d.datname, split_part(c, '=', 1),
                  quote_literal(substr(c, strpos(c, '=') + 1))) as statement
      from pg_db_role_setting s
      join pg_database d on d.oid = s.setdatabase and d.datname = ${database}
      join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) c
    union all
    select format('grant %s on database %I to %s', a.privilege_type, d.datname,
                  case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end)
      from pg_database d, aclexplode(d.datacl) a
     where d.datname = ${database}`;
  const rights = await sql`select 1 from pg_database where datname = ${database} and datacl is not null`;
  const revoke = rights.length === 1 ? [`revoke all on database ${database} from public`] : [];
  return [...revoke, ...rows.map((row) => row.statement)].join(';\n');
}

/** Cached, because reading the source files takes longer than cloning a database. */
let tree_digest: string | undefined;

// Returns a digest of `installation` and of the files that create the template. A server that outlives the run
// (TEST_DATABASE_URL) then does not reuse the template of an older tree.
function computeSourceDigest(installation: string): string {
  tree_digest ??= computeTreeDigest();
  return createHash('sha256').update(`${installation} ${tree_digest}`).digest('hex').slice(0, 16);
}

function computeTreeDigest(): string {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const hash = createHash('sha256');
  const visit = (path: string): void => {
    if (statSync(path).isDirectory()) for (const entry of readdirSync(path).sort()) visit(join(path, entry));
    else hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  };
  for (const path of ['sql', 'install/migrate', 'package.json'])
    if (existsSync(join(root, path))) visit(join(root, path));
  return hash.digest('hex');
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

function migratorUrl({ server, layout }: ServerLayout, database: string): string {
  const { migrator } = layout;
  if (migrator === null) return withDatabase(server.superuser_url, database);
  return loginUrl({ server, layout: { ...layout, pooler: null } }, database, migrator.name);
}

function loginUrl({ server, layout }: ServerLayout, database: string, role: string): string {
  const url = new URL(withDatabase(server.superuser_url, database));
  url.username = role;
  url.password = rolePassword(server);
  if (layout.pooler) url.port = String(layout.pooler.port);
  if (layout.url_parameters) {
    // The server certificate is issued for a host name, not for an IP address.
    url.hostname = 'localhost';
    url.search = layout.url_parameters;
  }
  return url.href;
}
