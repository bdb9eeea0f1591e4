// Detects side effects of requests that must have none: a digest of every table, and the server's error lines.
import { readFileSync } from 'node:fs';
import type { TestDatabase } from '../support/database/db.ts';

/** Tables to which gateways write request counts and failed requests every minute. */
const EACH_MINUTE = /^auth\.(tallies|refusals)/;

/** Returns one digest per non-empty table of the four schemas, except EACH_MINUTE and the tables in `without`. */
export async function computeTableDigests(
  db: TestDatabase,
  without: readonly string[] = [],
): Promise<Record<string, string>> {
  const tables = await db.sql<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname in ('auth', 'auth_lib', 'auth_api', 'auth_queue') and c.relkind = 'r' and pg_relation_size(c.oid) > 0
    order by 1`;
  const kept = tables.map((table) => table.name).filter((name) => !EACH_MINUTE.test(name) && !without.includes(name));
  const columns = kept.map(
    (name) => `(select coalesce(sum(hashtextextended(t::text, 0)), 0)::text from ${name} as t) as "${name}"`,
  );
  const [row] = await db.sql.unsafe<Record<string, string>[]>(`select ${columns.join(', ')}`);
  return { ...(row as Record<string, string>) };
}

/** Counters that a failed request may change: spacing and failures by address, buckets by client. */
export const COUNTER_TABLES = ['auth.attempts', 'auth.limits'];

/**
 * Returns the server log of this database from an offset on; null if the test cannot read the log (TEST_DATABASE_URL).
 */
export function readServerLog(db: TestDatabase, from = 0): string | null {
  if (db.log_file === '') return null;
  return readFileSync(db.log_file)
    .subarray(from)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.includes(`@${db.name} `))
    .join('\n');
}

/**
 * Returns the error lines of the server log, except errors that SQL raises to roll back a write (SQLSTATE PT and a
 * status).
 */
export function findServerErrors(db: TestDatabase): string[] {
  const lines = readServerLog(db)?.split('\n') ?? [];
  // Includes the next line, which contains the statement.
  return lines.flatMap((line, index) => {
    const fault = /(ERROR|FATAL|PANIC|WARNING): /.test(line) && !/ PT\d{3} ERROR: /.test(line);
    return fault ? [`${line} ${/STATEMENT: .*/.exec(lines[index + 1] ?? '')?.[0] ?? ''}`.trimEnd()] : [];
  });
}
