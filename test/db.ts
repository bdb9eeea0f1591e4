// A database per test file, cloned in about 60 ms from a template that is migrated once per server.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import postgres, { type Sql } from 'postgres';
import { currentServer, rolePassword, type ServerFacts } from './cluster.ts';

export { createCluster } from './cluster.ts';

export const LOGIN_ROLES = ['gateway', 'admin', 'worker', 'auditor'] as const;
export type LoginRole = (typeof LOGIN_ROLES)[number];

export interface TestDatabase {
  name: string;
  superuser_url: string;
  /** The URL by which a login role connects; `migrate` is whoever made the database. */
  url(role: LoginRole | 'migrate'): string;
  /** Gives LOGIN and a password to the roles of another prefix, as a DBA does after migrate; answers their URLs. */
  letLogIn(prefix: string): Promise<(role: LoginRole) => string>;
  /** A postgres.js pool of the superuser. */
  sql: Sql;
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
  const name = `t_${randomBytes(6).toString('hex')}`;
  const superuser_url = withDatabase(server.superuser_url, name);
  await maintain(server, async (sql) => {
    if (options.template === 'empty') {
      await sql.unsafe(`create database ${name} template template0`);
      return;
    }
    const template = await migratedTemplate(server, sql);
    await sql.unsafe(`create database ${name} template ${template}`);
    await copySettings(sql, template, name);
  });
  const sql = connect(superuser_url, { max: 4 });
  return {
    name,
    superuser_url,
    url: (role) => (role === 'migrate' ? superuser_url : loginUrl(server, name, `auth_${role}`)),
    letLogIn: async (prefix) => {
      await maintain(server, (admin) => giveLogin(admin, server, prefix));
      return (role) => loginUrl(server, name, `${prefix}_${role}`);
    },
    sql,
    log_file: server.log_file,
    drop: async () => {
      await sql.end({ timeout: 1 });
      await maintain(server, (admin) => admin.unsafe(`drop database if exists ${name} with (force)`));
    },
  };
}

async function giveLogin(sql: Sql, server: ServerFacts, prefix: string): Promise<void> {
  const password = rolePassword(server);
  for (const role of LOGIN_ROLES) {
    // Roles are cluster-wide: two test files that alter one at once would fail with "tuple concurrently updated".
    await sql.unsafe(`select pg_advisory_lock(7203); alter role ${prefix}_${role} login password '${password}'`);
    await sql`select pg_advisory_unlock(7203)`;
  }
}

function connect(url: string, options: { max: number }): Sql {
  return postgres(url, { max: options.max, onnotice: () => {}, connection: { application_name: 'postern test' } });
}

/** Runs statements in the database `postgres`: advisory locks are per database, so all lockers must meet in one. */
async function maintain<T>(server: ServerFacts, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(server.superuser_url, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** The name of the migrated template of this source tree, made by the first who asks. */
async function migratedTemplate(server: ServerFacts, sql: Sql): Promise<string> {
  const name = `template_${sourceDigest()}`;
  const exists = async () => (await sql`select 1 from pg_database where datname = ${name}`).length === 1;
  if (await exists()) return name;
  await sql`select pg_advisory_lock(7202)`;
  try {
    if (await exists()) return name;
    const building = `${name}_building`;
    await sql.unsafe(`drop database if exists ${building} with (force)`);
    await sql.unsafe(`create database ${building} template template0`);
    // Imported here, so that files with empty databases do not load the loader.
    const { migrate } = await import('../cli/migrate/index.ts');
    const { parseDatabaseUrl } = await import('../gateway/database_url.ts');
    const target = parseDatabaseUrl(withDatabase(server.superuser_url, building), {});
    await migrate({ target, namespace: 'auth', role_prefix: 'auth', log: () => {} });
    await giveLogin(sql, server, 'auth');
    await sql.unsafe(`alter database ${building} rename to ${name}`);
  } finally {
    await sql`select pg_advisory_unlock(7202)`;
  }
  return name;
}

/** CREATE DATABASE copies neither the settings of roles in the database nor its rights; this does. */
async function copySettings(sql: Sql, from: string, to: string): Promise<void> {
  const rows = await sql<{ statement: string }[]>`
    select format('alter role %I in database %I set %I = %s', r.rolname, ${to}::text, split_part(c, '=', 1),
                  quote_literal(substr(c, strpos(c, '=') + 1))) as statement
      from pg_db_role_setting s
      join pg_database d on d.oid = s.setdatabase and d.datname = ${from}
      join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) c
    union all
    select format('grant %s on database %I to %s', a.privilege_type, ${to}::text,
                  case a.grantee when 0 then 'public' else quote_ident(pg_get_userbyid(a.grantee)) end)
      from pg_database d, aclexplode(d.datacl) a
     where d.datname = ${from}`;
  const rights = await sql`select 1 from pg_database where datname = ${from} and datacl is not null`;
  const revoke = rights.length === 1 ? [`revoke all on database ${to} from public`] : [];
  await sql.unsafe([...revoke, ...rows.map((row) => row.statement)].join(';\n'));
}

// A server that outlives a run (TEST_DATABASE_URL) must not lend out the template of an older tree.
function sourceDigest(): string {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const hash = createHash('sha256');
  const visit = (path: string): void => {
    if (statSync(path).isDirectory()) for (const entry of readdirSync(path).sort()) visit(join(path, entry));
    else hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0');
  };
  for (const path of ['sql', 'cli/migrate', 'package.json']) if (existsSync(join(root, path))) visit(join(root, path));
  return hash.digest('hex').slice(0, 16);
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

function loginUrl(server: ServerFacts, database: string, role: string): string {
  const url = new URL(withDatabase(server.superuser_url, database));
  url.username = role;
  url.password = rolePassword(server);
  return url.href;
}
