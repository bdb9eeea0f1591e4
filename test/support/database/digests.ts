// Detects which tables a function call changed, for tests of the SQL API.
import type { Sql, TransactionSql } from 'postgres';
import type { TestDatabase } from './db.ts';

export type TableDigests = Record<string, string>;

/** Returns the sorted names of tables whose digests differ. */
export function changedTables(before: TableDigests, after: TableDigests): string[] {
  return Object.keys(after)
    .filter((table) => before[table] !== after[table])
    .sort();
}

interface Table {
  /** Quoted table name with its schema. */
  name: string;
  /**
   * Name in test results: a partition has the name of its parent table, and all tables of the queue are called `queue`.
   */
  label: string;
  filled: boolean;
}

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, pg_relation_size(c.oid) > 0 as filled,
    case n.nspname when 'auth_queue' then 'queue' else coalesce(root.relname, c.relname) end as label
  from pg_class as c
  join pg_namespace as n on n.oid = c.relnamespace
  left join pg_class as root on c.relispartition and root.oid = pg_partition_root(c.oid)
  where c.relkind = 'r' and c.relname <> 'test_clock'
    and (n.nspname in ('auth', 'public')
      or (n.nspname = 'auth_queue' and 'job' in (c.relname, root.relname)))`;

/**
 * Returns the tables that the current transaction has written. Returns undefined if any table may have changed: the
 * transaction created or altered a table, or the server does not count writes.
 */
export async function tablesWritten(sql: Sql | TransactionSql): Promise<Table[] | undefined> {
  const [state] = await sql<{ wrote: boolean; counted: boolean }[]>`
    select pg_current_xact_id_if_assigned() is not null as wrote, current_setting('track_counts')::boolean as counted`;
  if (state?.wrote === false) return [];
  if (state?.counted !== true) return undefined;
  const tables = await sql.unsafe<(Table & { altered: boolean })[]>(
    `select t.* from (${TABLES.replace('select', 'select c.oid, age(c.xmin) <= 0 as altered,')}) as t
     where t.altered or pg_stat_get_xact_tuples_inserted(t.oid) + pg_stat_get_xact_tuples_updated(t.oid)
       + pg_stat_get_xact_tuples_deleted(t.oid) > 0`,
    [],
    { prepare: true },
  );
  return tables.some((table) => table.altered) ? undefined : tables;
}

/**
 * Returns one digest per table, including the queue's jobs: the sum of the row hashes, which needs no sort. Does not
 * scan a table or partition without a page, because most are empty.
 */
export async function computeTableDigests(db: TestDatabase, written?: readonly Table[]): Promise<TableDigests> {
  const tables = written ?? (await db.sql.unsafe<Table[]>(TABLES, [], { prepare: true }));
  const filled = tables.filter((table) => table.filled);
  const none = tables.map(({ label }) => [label, '0']);
  if (filled.length === 0) return Object.fromEntries(none);
  const parts = filled.map(
    ({ name, label }) =>
      `select '${label}' as name, coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${name} as t`,
  );
  const rows = await db.sql.unsafe<{ name: string; digest: string }[]>(
    `select name, sum(digest)::text as digest from (${parts.join(' union all ')}) as part group by name`,
  );
  return Object.fromEntries([...none, ...rows.map((row) => [row.name, row.digest])]);
}
