// A database per test file, cloned in about 60 ms from a template that is migrated once per server.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import type { MigrateOptions } from '../../install/migrate/migrate.ts';
import { currentServer, rolePassword, type ServerFacts } from './cluster.ts';
import { completeLayout, LAYOUT, type Layout } from './layout.ts';
import { connect, listTypes, maintain } from './maintained.ts';
import { renamed } from './renamed.ts';

export { createCluster } from './cluster.ts';

export const LOGIN_ROLES = ['gateway', 'admin', 'worker', 'auditor'] as const;
export type LoginRole = (typeof LOGIN_ROLES)[number];

export interface TestDatabase {
  name: string;
  superuser_url: string;
  /** The URL by which a login role connects; `migrate` is whoever made the database, always without a pooler. */
  url(role: LoginRole | 'migrate'): string;
  /** The same past the pooler. */
  direct_url(role: LoginRole): string;
  /** A pool of a login role, as a process of Postern opens it: behind a pooler nothing is prepared. */
  login(role: LoginRole, max: number, o?: { statement_timeout: number }): Sql;
  /** The settings that lead Postern's processes to this database, as the run's layout has it. */
  environment(): Record<string, string>;
  /** What migrate is told to bring this database up to date. */
  migration(): MigrateOptions;
  /** Gives LOGIN and a password to the roles of another prefix, as a DBA does after migrate; answers their URLs, past the pooler. */
  letLogIn(prefix: string): Promise<(role: LoginRole) => string>;
  /** A postgres.js pool of the superuser; it takes statements in the names of the SQL files. */
  sql: Sql;
  /** One more of them. */
  connect(max: number): Sql;
  drop(): Promise<void>;
  /** The server's log; '' with TEST_DATABASE_URL, where it cannot be read. */
  log_file: string;
}

export interface DatabaseOptions {
  template?: 'empty' | 'migrated';
  /** Another server than the run's: what createCluster() answered. */
  server?: ServerFacts;
}

/** Makes a database for one test file; drop it in test.after. */
export async function createDatabase(options: DatabaseOptions = {}): Promise<TestDatabase> {
  const server = options.server ?? (await currentServer());
  // The layout is that of the run's server; a test that starts another server knows what it wants there.
  const place: Place = { server, layout: options.server ? completeLayout({}) : LAYOUT };
  const prefix = place.layout.namespace;
  const name = `t_${randomBytes(6).toString('hex')}`;
  const superuser_url = withDatabase(server.superuser_url, name);
  const { superuser_url: maintenance } = server;
  const keep = options.server === undefined;
  await maintain(maintenance, keep, async (sql) => {
    await createMigrator(place, sql);
    const owner = place.layout.migrator ? `owner ${place.layout.migrator.name}` : '';
    if (options.template === 'empty') {
      await sql.unsafe(`create database ${name} ${owner} template template0`);
      return;
    }
    const template = await migratedTemplate(place, sql);
    // Files are copied without being written to the log page by page; the checkpoint that it takes costs nothing without fsync.
    const strategy = server.source === 'TEST_DATABASE_URL' ? '' : 'strategy file_copy';
    await sql.unsafe(`create database ${name} ${owner} template ${template} ${strategy}`);
    await copySettings(sql, template, name);
  });
  const open = (max: number): Sql => openAs(superuser_url, max);
  const sql = open(4);
  const url: TestDatabase['url'] = (role) =>
    role === 'migrate' ? migratorUrl(place, name) : loginUrl(place, name, `${prefix}_${role}`);
  // A pooler knows the passwords of the run's own roles.
  const direct: Place = { server, layout: { ...place.layout, pooler: null } };
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
        ...listTypes(),
        ...(o && { connection: o }),
      }),
    environment: () => environment(place, name, url),
    migration: () => migration(place, name),
    letLogIn: async (other) => {
      await giveLogin(place, other);
      return (role) => loginUrl(direct, name, `${other}_${role}`);
    },
    sql,
    connect: open,
    log_file: server.log_file,
    drop: async () => {
      await sql.end({ timeout: 1 });
      await maintain(maintenance, keep, (admin) => admin.unsafe(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Makes there, before the first who asks, what databases are cloned from. */
export async function makeTemplate(server: ServerFacts): Promise<void> {
  const place: Place = { server, layout: completeLayout({}) };
  await maintain(server.superuser_url, false, (sql) => migratedTemplate(place, sql));
}

/** A pool that takes statements in the names of the SQL files. */
export function openAs(url: string, max: number): Sql {
  return renamed(connect(url, { max }));
}

interface Place {
  server: ServerFacts;
  layout: Layout;
}

function environment({ server, layout }: Place, name: string, url: TestDatabase['url']): Record<string, string> {
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

/** Whoever migrates lets the roles log in too. */
async function giveLogin(place: Place, prefix: string): Promise<void> {
  const password = rolePassword(place.server);
  const sql = connect(migratorUrl(place, 'postgres'), { max: 1 });
  try {
    for (const role of LOGIN_ROLES) {
      // Roles are cluster-wide: two test files that alter one at once would fail with "tuple concurrently updated".
      await sql.unsafe(`select pg_advisory_lock(7203); alter role ${prefix}_${role} login password '${password}'`);
      await sql`select pg_advisory_unlock(7203)`;
    }
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The role that migrates in this layout, made by the first who asks. */
async function createMigrator({ server, layout }: Place, sql: Sql): Promise<void> {
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

/** What migrate is told in this layout. */
function migration(place: Place, database: string): MigrateOptions {
  const { namespace, migrator, login_roles } = place.layout;
  const target = parseDatabaseUrl(migratorUrl(place, database), {});
  // With a single URL migrate makes its user a member of the roles, which is what it does when told of no other.
  const logins = Object.fromEntries(LOGIN_ROLES.map((role) => [role, `${namespace}_${role}`]));
  return {
    target,
    namespace,
    role_prefix: namespace,
    log: () => undefined,
    ...(migrator !== null && login_roles ? { logins } : {}),
  };
}

/** The name of the migrated template of this source tree, made by the first who asks. */
async function migratedTemplate(place: Place, sql: Sql): Promise<string> {
  const { namespace, migrator, login_roles } = place.layout;
  const name = `template_${sourceDigest(`${namespace} ${migrator?.name} ${login_roles}`)}`;
  const exists = async () => (await sql`select 1 from pg_database where datname = ${name}`).length === 1;
  if (await exists()) return name;
  await sql`select pg_advisory_lock(7202)`;
  try {
    if (await exists()) return name;
    const building = `${name}_building`;
    await sql.unsafe(`drop database if exists ${building} with (force)`);
    await sql.unsafe(`create database ${building} ${migrator ? `owner ${migrator.name}` : ''} template template0`);
    // Imported here, so that files with empty databases do not load the loader.
    const { migrate } = await import('../../install/migrate/migrate.ts');
    await migrate(migration(place, building));
    await giveLogin(place, namespace);
    await sql.unsafe(`alter database ${building} rename to ${name}`);
  } finally {
    await sql`select pg_advisory_unlock(7202)`;
  }
  return name;
}

/** What gives a template's settings and rights to the template, by its name: the same as long as it is there. */
const settings_of = new Map<string, string>();

/** CREATE DATABASE copies neither the settings of roles in the database nor its rights; this does. */
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

/** Of the files that the template is made of: reading them takes longer than cloning does. */
let tree_digest: string | undefined;

// A server that outlives a run (TEST_DATABASE_URL) must not lend out the template of an older tree.
function sourceDigest(installation: string): string {
  tree_digest ??= digestOfTree();
  return createHash('sha256').update(`${installation} ${tree_digest}`).digest('hex').slice(0, 16);
}

function digestOfTree(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
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

function migratorUrl({ server, layout }: Place, database: string): string {
  const { migrator } = layout;
  if (migrator === null) return withDatabase(server.superuser_url, database);
  return loginUrl({ server, layout: { ...layout, pooler: null } }, database, migrator.name);
}

function loginUrl({ server, layout }: Place, database: string, role: string): string {
  const url = new URL(withDatabase(server.superuser_url, database));
  url.username = role;
  url.password = rolePassword(server);
  if (layout.pooler) url.port = String(layout.pooler.port);
  if (layout.url_parameters) {
    // Certificates are made out to a name.
    url.hostname = 'localhost';
    url.search = layout.url_parameters;
  }
  return url.href;
}
