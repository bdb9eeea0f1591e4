// Inspects a database without changing it: owners of the schemas, applied migrations, installed release.

import { type Names, quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import type { DatabaseState } from '../../core/database/release.ts';
import { type Connection, type Queryable, runStatement } from './connection.ts';
import { qualifyName } from './tree.ts';

export interface AppliedMigration {
  index: number;
  name: string;
  script: string;
}

export interface Inspection {
  /** Null until migration 0001 has run. */
  state: DatabaseState | null;
  applied: AppliedMigration[];
  /** Digests of completed steps of sql/online, by name. */
  online: Map<string, string>;
  /**
   * True if the digests of functions and views were recorded with another major version of PostgreSQL, which prints
   * views differently.
   */
  spelled_otherwise: boolean;
  /** Version of pg-boss' tables, or null. */
  queue_version: number | null;
  /** Indexes of pg-boss' tables: name → true if it is valid. */
  queue_indexes: Map<string, boolean>;
  /** Schema of pgcrypto, or null. */
  pgcrypto_schema: string | null;
}

const OLDEST_SERVER = 150_000;

/** Throws if the server does not meet the requirements. */
export async function checkServer(on: Queryable): Promise<void> {
  const [row] = await runStatement<{ version: string; number: number; standby: boolean }>(
    on,
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       pg_is_in_recovery() as standby`,
  );
  if (row === undefined || row.number < OLDEST_SERVER) {
    throw new MigrationRefusedError(`This server is PostgreSQL ${row?.version}; Postern needs 15 or newer.`);
  }
  if (row.standby) throw new MigrationRefusedError('This server is a read-only standby; migrate needs the primary.');
}

/**
 * Throws if one of our schemas belongs to another role, or if the auth schema contains tables but no records of
 * migrations. Such a schema is never changed.
 */
export async function checkSchemas(on: Queryable, names: Names, database: string): Promise<void> {
  const schemas = [names.auth, names.lib, names.api, names.queue];
  const rows = await runStatement<{ schema: string; owner: string; tables: string; ours: boolean; gotrue: boolean }>(
    on,
    `select s.nspname as schema, pg_get_userbyid(s.nspowner) as owner,
       (select count(*) from pg_class as c where c.relnamespace = s.oid and c.relkind in ('r', 'p', 'v', 'm')) as tables,
       exists (select from pg_class as c where c.relnamespace = s.oid and c.relname = 'migrations_applied') as ours,
       (select count(*) from pg_class as c where c.relnamespace = s.oid and c.relname in ('users', 'schema_migrations', 'refresh_tokens')) = 3 as gotrue
     from pg_namespace as s where s.nspname in (${schemas.map(quoteLiteral).join(', ')})`,
  );
  for (const row of rows) {
    const stranger = row.schema === names.auth && Number(row.tables) > 0 && !row.ours;
    if (row.owner === names.role.owner && !stranger) continue;
    if (rows.some((one) => one.schema === names.auth && one.ours)) {
      throw new MigrationRefusedError(
        `Schema "${row.schema}" of database "${database}" holds Postern, but belongs to ${row.owner} instead of ${names.role.owner}, so it ` +
          'is not changed. Check SVC_ROLE_PREFIX. After a restore without roles, "npx postern doctor" prints a script ' +
          'that restores the owner.',
      );
    }
    if (row.schema === names.auth && row.gotrue) {
      throw new MigrationRefusedError(
        `Schema "${row.schema}" of database "${database}" holds the users of GoTrue (supabase/auth), so it is not changed. ` +
          '"npx postern import gotrue" reports what an import would do; with --apply it imports. ' +
          'To install beside it, use another name (DB_NAMESPACE, for example DB_NAMESPACE=postern).',
      );
    }
    throw new MigrationRefusedError(
      `Schema "${row.schema}" of database "${database}" is not Postern's (it belongs to ${row.owner}), so it is not changed. ` +
        'Install under another name (DB_NAMESPACE, for example DB_NAMESPACE=postern), or rename or drop that schema first.',
    );
  }
}

/** Returns the phase of an unfinished import; null if there is none. */
export async function unfinishedImportPhase(on: Queryable, names: Names): Promise<string | null> {
  const schema = `${names.auth}_import`;
  if (!(await relationExists(on, schema, 'state'))) return null;
  const [row] = await runStatement<{ phase: string }>(on, `select s.phase from ${qualifyName(schema, 'state')} as s`);
  return row === undefined || row.phase === 'switched' ? null : row.phase;
}

/** Throws if an import is unfinished. A gateway would find only some users and create conflicting ones. */
export async function refuseUnfinishedImport(on: Queryable, names: Names): Promise<void> {
  if ((await unfinishedImportPhase(on, names)) === null) return;
  throw new MigrationRefusedError(
    'An import into this database has begun and was interrupted: "npx postern import gotrue --apply" resumes it, ' +
      '"npx postern import gotrue --revert" undoes it.',
  );
}

/** Throws if the login is the role of a process, which must never get the owner's rights. */
export async function refuseProcessLogin(on: Queryable, names: Names): Promise<void> {
  const [row] = await runStatement<{ login: string }>(on, 'select session_user as login');
  const role = (['gateway', 'admin', 'worker', 'auditor'] as const).find((one) => names.role[one] === row?.login);
  if (role === undefined) return;
  throw new MigrationRefusedError(
    `The URL logs in as ${row?.login}, the ${role}'s own role, which may not change the schema and must not be made able to. ` +
      "Set DATABASE_URL_MIGRATE to a login that may: the database's owner, or a member of " +
      `${names.role.owner}.`,
  );
}

/** Returns true if the session can SET ROLE to the owner role, which is needed to read the tables. */
export async function canBecomeOwner(on: Queryable, names: Names): Promise<boolean> {
  const [row] = await runStatement<{ may: boolean }>(
    on,
    `select pg_has_role(current_user, r.oid,
       case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) as may
     from pg_roles as r where r.rolname = ${quoteLiteral(names.role.owner)}`,
  );
  return row?.may === true;
}

/**
 * Inspects the database as the login if `as_login` is set, otherwise as the owner role. If the login cannot SET ROLE to
 * the owner role, only the schema of pgcrypto is read.
 */
export async function inspectInstallation(
  connection: Connection,
  names: Names,
  { as_login }: { as_login: boolean } = { as_login: false },
): Promise<Inspection> {
  const found: Inspection = {
    state: null,
    applied: [],
    online: new Map(),
    spelled_otherwise: false,
    queue_version: null,
    queue_indexes: new Map(),
    pgcrypto_schema: await findPgcryptoSchema(connection),
  };
  if (!as_login && !(await canBecomeOwner(connection, names))) return found;
  return connection.tx(async (tx) => {
    if (!as_login) await runStatement(tx, `set local role ${quoteIdentifier(names.role.owner)}`);
    if (await relationExists(tx, names.auth, 'release')) {
      const columns = 'r.version, r.digest, r.min_gateway';
      const [state] = await runStatement<DatabaseState>(
        tx,
        `select ${columns} from ${qualifyName(names.auth, 'release')} as r`,
      );
      found.state = state ?? null;
    }
    if (await relationExists(tx, names.auth, 'migrations_applied')) {
      const applied = qualifyName(names.auth, 'migrations_applied');
      const where = 'where not m.obsolete order by m.index';
      found.applied = await runStatement(tx, `select m.index, m.name, m.script from ${applied} as m ${where}`);
    }
    if (await relationExists(tx, names.auth, 'online_steps')) {
      const steps = qualifyName(names.auth, 'online_steps');
      const rows = await runStatement<{ name: string; digest: string }>(
        tx,
        `select s.name, s.digest from ${steps} as s`,
      );
      found.online = new Map(rows.map((row) => [row.name, row.digest]));
    }
    if (await relationExists(tx, names.auth, 'release_objects')) {
      const other = `r.server_major <> current_setting('server_version_num')::int / 10000`;
      const [row] = await runStatement<{ other: boolean }>(
        tx,
        `select exists (select from ${qualifyName(names.auth, 'release_objects')} as r where ${other}) as other`,
      );
      found.spelled_otherwise = row?.other === true;
    }
    if (await relationExists(tx, names.queue, 'version')) {
      const [row] = await runStatement<{ version: number }>(
        tx,
        `select v.version from ${qualifyName(names.queue, 'version')} as v`,
      );
      found.queue_version = row?.version ?? null;
      found.queue_indexes = await readQueueIndexes(tx, names);
    }
    return found;
  });
}

async function readQueueIndexes(on: Queryable, names: Names): Promise<Map<string, boolean>> {
  const rows = await runStatement<{ name: string; valid: boolean }>(
    on,
    `select c.relname::text as name, i.indisvalid as valid from pg_index as i join pg_class as c on c.oid = i.indexrelid
     where c.relnamespace = to_regnamespace(${quoteLiteral(quoteIdentifier(names.queue))})`,
  );
  return new Map(rows.map(({ name, valid }) => [name, valid]));
}

/** Returns true if the table or view exists. The schema need not exist. */
export async function relationExists(on: Queryable, schema: string, name: string): Promise<boolean> {
  const [row] = await runStatement<{ there: boolean }>(
    on,
    `select exists (select from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
       where s.nspname = ${quoteLiteral(schema)} and c.relname = ${quoteLiteral(name)} and c.relkind in ('r', 'p', 'v')) as there`,
  );
  return row?.there === true;
}

/** Returns the schema of pgcrypto, or null if it is not installed. */
export async function findPgcryptoSchema(on: Queryable): Promise<string | null> {
  const [row] = await runStatement<{ schema: string }>(
    on,
    `select s.nspname as schema from pg_extension as e join pg_namespace as s on s.oid = e.extnamespace
     where e.extname = 'pgcrypto'`,
  );
  const schema = row?.schema ?? null;
  // The name is inserted into function bodies that are quoted with $$.
  if (schema !== null && /[$\p{Cc}]/u.test(schema)) {
    throw new MigrationRefusedError(
      `pgcrypto is in the schema ${JSON.stringify(schema)}; a name with a dollar sign or a control character cannot be used. ` +
        'Move it: alter extension pgcrypto set schema …',
    );
  }
  return schema;
}
