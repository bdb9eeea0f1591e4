// Reads GoTrue's database, which --from names. Never writes. The role needs only read access.
import { quoteIdentifier, quoteLiteral } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type DatabaseTarget, targetPerHost } from '../../core/database/url.ts';
import { type Connection, createPool, type Queryable, runStatement } from '../../install/migrate/connection.ts';
import { firstErrorLine, readSqlState } from '../../install/migrate/database_error.ts';
import { computedColumns, containsGotrue, importedColumns } from './sources.ts';

/** Schema of GoTrue's tables in the database of --from. */
export const SOURCE_SCHEMA = 'auth';

/** Session settings with which values have the same text form in both databases. */
export const TEXT_FORM_SETTINGS = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set bytea_output = 'hex';
set extra_float_digits = 1; set xmloption = 'content'`;

// row_security = off raises an error where policies would silently omit rows.
const SESSION = `set default_transaction_read_only = on; set row_security = off; set statement_timeout = 0; set lock_timeout = '10s';
set idle_in_transaction_session_timeout = 0; set search_path = pg_catalog; set client_min_messages = warning; ${TEXT_FORM_SETTINGS}`;

/** Runs work on a snapshot of the source, on the first host that can be reached. */
export async function withSnapshot<T>(target: DatabaseTarget, work: (on: Queryable) => Promise<T>): Promise<T> {
  const hosts = targetPerHost(target);
  for (const [at, host] of hosts.entries()) {
    const pool = createPool(host, {
      application_name: 'postern import',
      onError: () => undefined, // the failing statement reports it
    });
    try {
      return await pool.task(async (connection) => {
        await runStatement(connection, SESSION);
        return inSnapshot(connection, work);
      });
    } catch (error) {
      if (!/^(28\w{3}|3D000|08\w{3}|57P0\d|53300|E[A-Z]+)$/.test(readSqlState(error))) throw error;
      if (at < hosts.length - 1) continue;
      throw new SourceUnreachableError(`The database of --from cannot be reached: ${firstErrorLine(error)}.`, {
        cause: error,
      });
    } finally {
      await pool.dispose();
    }
  }
  throw new Error('the URL of --from names no host');
}

export class SourceUnreachableError extends MigrationRefusedError {}

function inSnapshot<T>(connection: Connection, work: (on: Queryable) => Promise<T>): Promise<T> {
  return connection.tx(async (tx) => {
    await runStatement(tx, 'set transaction isolation level repeatable read, read only');
    return work(tx);
  });
}

export interface SourceColumn {
  name: string;
  /** A built-in type. GoTrue's own types are fetched as text. */
  type: string;
  /** SQL expression for the value in a row t of the source. */
  value: string;
}

export interface SourceTable {
  table: string;
  columns: SourceColumn[];
  /** Column whose hash assigns a row to a part. */
  key: string;
  /** Logarithm to base 2 of the number of parts. */
  bits: number;
}

interface CatalogRow {
  table_name: string;
  column_name: string;
  type: string;
  size: string;
}

/** Returns the tables of the source with the columns that an import reads. */
export async function readSourceTables(on: Queryable): Promise<SourceTable[]> {
  const rows = await runStatement<CatalogRow>(
    on,
    `select c.relname as table_name, a.attname as column_name, pg_relation_size(c.oid)::text as size,
       case when y.typnamespace = 'pg_catalog'::regnamespace then format_type(y.oid, null) else 'text' end as type
     from pg_class as c
     join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type as y on y.oid = a.atttypid
     where c.relnamespace = (select s.oid from pg_namespace as s where s.nspname = ${quoteLiteral(SOURCE_SCHEMA)}) and c.relkind in ('r', 'p')
     order by c.relname, a.attnum`,
  );
  const found: SourceTable[] = [];
  for (const table of new Set(rows.map(({ table_name }) => table_name))) {
    const own = rows.filter(({ table_name }) => table_name === table);
    const there = own.map(({ column_name }) => column_name);
    const read = importedColumns(table, there);
    const columns = own
      .filter(({ column_name }) => read?.includes(column_name))
      .map(({ column_name: name, type }) => ({
        name,
        type,
        value: `t.${quoteIdentifier(name)}${type === 'text' ? '::text' : ''}`,
      }));
    columns.push(...computedColumns(table, there));
    const key = ['id', 'user_id', 'session_id'].find((name) => columns.some((column) => column.name === name));
    if (key === undefined) continue;
    // At most about 16 kB per part, up to 65,536 parts. A changed row causes a fetch of its whole part.
    const bits = Math.min(16, Math.max(8, Math.ceil(Math.log2(Number(own[0]?.size) / 16_384 + 1))));
    found.push({ table, columns, key, bits });
  }
  return found;
}

/** Throws if the database does not contain GoTrue or does not use UTF8, or if the role cannot read every row. */
export async function checkSourceRights(on: Queryable, tables: readonly SourceTable[]): Promise<void> {
  if (!(await containsGotrue(on, SOURCE_SCHEMA))) {
    throw new MigrationRefusedError(
      `Schema "${SOURCE_SCHEMA}" of the database of --from does not hold the tables of GoTrue (supabase/auth), so there is nothing to import.`,
    );
  }
  const list = tables.map(({ table }) => quoteLiteral(table)).join(', ');
  const [row] = await runStatement<{ login: string; encoding: string; closed: string | null; hidden: string | null }>(
    on,
    `select current_user as login, current_setting('server_encoding') as encoding,
       string_agg(c.relname, ', ' order by c.relname) filter (where not has_schema_privilege(c.relnamespace, 'USAGE') or not has_table_privilege(c.oid, 'SELECT')) as closed,
       string_agg(c.relname, ', ' order by c.relname) filter (where row_security_active(c.oid)) as hidden
     from pg_class as c
     where c.relnamespace = (select s.oid from pg_namespace as s where s.nspname = ${quoteLiteral(SOURCE_SCHEMA)}) and c.relname in (${list})`,
  );
  if (row === undefined) throw new Error('the source has no tables');
  const login = quoteIdentifier(row.login);
  if (row.encoding !== 'UTF8')
    throw new MigrationRefusedError(
      `The database of --from has the encoding ${row.encoding}; only UTF8 can be fetched.`,
    );
  if (row.closed !== null) {
    throw new MigrationRefusedError(
      `${row.login} may not read ${row.closed} of the database of --from: "grant usage on schema ${SOURCE_SCHEMA} to ${login}; ` +
        `grant select on all tables in schema ${SOURCE_SCHEMA} to ${login}".`,
    );
  }
  if (row.hidden !== null) {
    throw new MigrationRefusedError(
      `Row level security hides rows of ${row.hidden} of the database of --from from ${row.login}: "alter role ${login} bypassrls".`,
    );
  }
}

/**
 * Returns the roles of GoTrue (supabase_auth_admin, or the owner of the table users) that are connected to the
 * database; null if none is. Leaves out the role of this connection.
 */
export async function listConnectedRoles(on: Queryable, schema: string): Promise<string | null> {
  const [row] = await runStatement<{ who: string | null }>(
    on,
    `select string_agg(distinct a.usename, ', ') as who from pg_stat_activity as a
     where a.datname = current_database() and a.pid <> pg_backend_pid() and a.usename <> session_user
       and (a.usename = 'supabase_auth_admin' or a.usename = (
         select pg_get_userbyid(c.relowner) from pg_class as c join pg_namespace as s on s.oid = c.relnamespace
         where s.nspname = ${quoteLiteral(schema)} and c.relname = 'users'))`,
  );
  return row?.who ?? null;
}
