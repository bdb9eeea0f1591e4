// What tells the tests of the SQL surface which tables a call has changed.
import type { Sql, TransactionSql } from 'postgres';
import type { TestDatabase } from './db.ts';

export type Digests = Record<string, string>;

/** The tables whose digests differ, sorted. */
export function differing(before: Digests, after: Digests): string[] {
  return Object.keys(after)
    .filter((table) => before[table] !== after[table])
    .sort();
}

/** Whether a transaction has written, or locked, a row: without that it has no number. */
export async function hasWritten(sql: Sql | TransactionSql): Promise<boolean> {
  const [row] = await sql<{ wrote: boolean }[]>`select pg_current_xact_id_if_assigned() is not null as wrote`;
  return row?.wrote ?? true;
}

/**
 * One digest a table: everything that a call could have written, the queue's jobs too. Sums, so that nothing is sorted; and
 * not of tables and partitions that have not a page, whose rows nobody need look for: most have none, and looking took half the time.
 */
export async function digests(db: TestDatabase): Promise<Digests> {
  const tables = await db.sql<{ name: string; label: string; filled: boolean }[]>`
    select format('%I.%I', n.nspname, c.relname) as name, pg_relation_size(c.oid) > 0 as filled,
      case n.nspname when 'auth_queue' then 'queue' else coalesce(root.relname, c.relname) end as label
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    left join pg_class as root on c.relispartition and root.oid = pg_partition_root(c.oid)
    where c.relkind = 'r' and c.relname <> 'test_clock'
      and (n.nspname in ('auth', 'public')
        or (n.nspname = 'auth_queue' and 'job' in (c.relname, root.relname)))`;
  const filled = tables.filter((table) => table.filled);
  const parts = filled.map(
    ({ name, label }) =>
      `select '${label}' as name, coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${name} as t`,
  );
  const rows = await db.sql.unsafe<{ name: string; digest: string }[]>(
    `select name, sum(digest)::text as digest from (${parts.join(' union all ')}) as part group by name`,
  );
  const none = tables.map(({ label }) => [label, '0']);
  return Object.fromEntries([...none, ...rows.map((row) => [row.name, row.digest])]);
}
