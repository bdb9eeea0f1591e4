// Acquires all blocking locks before the first change, within a short time or not at all. If `migrate` waited for a
// long transaction, requests would queue behind its locks and fail with 503.

import type { Transaction } from '@databases/pg';
import { type Names, quoteLiteral } from '../../core/database/names.ts';
import { escapeToOneLine } from '../../core/database/printable.ts';
import { type Connection, type Queryable, runStatement } from './connection.ts';
import { readSqlState } from './database_error.ts';
import { type LockMode, type SqlSource, tableLocks } from './locks.ts';

/** An existing table and the strongest lock that a `migrate` run takes on it. */
export interface PlannedLock {
  table: string;
  mode: LockMode;
}

/** Lock mode that conflicts with VACUUM, ANALYZE and schema changes, but not with reads and writes of rows. */
const NON_BLOCKING_MODE: LockMode = 'SHARE UPDATE EXCLUSIVE';
const BLOCKING_MODES: readonly LockMode[] = ['SHARE', 'SHARE ROW EXCLUSIVE', 'ACCESS EXCLUSIVE'];
/** Lock order of the functions (sql/README.md). Other tables follow in the order of their names. */
const ORDER = ['addresses', 'users', 'sessions', 'one_time_tokens', 'attempts', 'quotas'];

/**
 * Maximum time in ms for which `migrate` waits for blocking locks, while requests queue behind it. It is half of the
 * time that a request waits for a table (roles.sql).
 */
const LONGEST_MS = 500;
const STEP_MS = 100;
const SHORTEST_MS = 10;

/** Returns the locks to acquire before the first change, or none if no statement blocks requests. */
export async function findLocksAhead(
  on: Queryable,
  names: Names,
  sources: readonly SqlSource[],
): Promise<PlannedLock[]> {
  const all = await tableLocks(on, names, sources);
  if (!all.some(({ mode }) => BLOCKING_MODES.includes(mode))) return [];
  const place = ({ table, mode }: PlannedLock): number => {
    if (mode === NON_BLOCKING_MODE) return -1;
    const at = ORDER.indexOf(table.slice(table.indexOf('.') + 1));
    return at < 0 ? ORDER.length : at;
  };
  return all
    .filter(({ mode }) => mode === NON_BLOCKING_MODE || BLOCKING_MODES.includes(mode))
    .sort((one, other) => place(one) - place(other) || (one.table < other.table ? -1 : 1));
}

/**
 * Returns the lock statements of an attempt. The timeout grows with each attempt, up to LONGEST_MS. acquireLocks()
 * reduces it before each lock, because requests for the first table already wait while the later locks are acquired.
 */
export function lockStatements(planned: readonly PlannedLock[], attempt = 1): string[] {
  if (planned.length === 0) return [];
  const patience_ms = Math.min(LONGEST_MS, attempt * STEP_MS);
  const lock = ({ table, mode }: PlannedLock): string => `lock table ${table} in ${mode.toLowerCase()} mode;`;
  return [
    ...planned.filter(({ mode }) => mode === NON_BLOCKING_MODE).map(lock),
    `set local lock_timeout = '${patience_ms}ms';`,
    ...planned.filter(({ mode }) => mode !== NON_BLOCKING_MODE).map(lock),
    `set local lock_timeout = '${LONGEST_MS}ms';`,
  ];
}

/** Acquires the locks in a transaction that has not changed tables yet. */
export async function acquireLocks(tx: Queryable, planned: readonly PlannedLock[], attempt: number): Promise<void> {
  let until: number | undefined;
  for (const statement of lockStatements(planned, attempt)) {
    if (until !== undefined && statement.startsWith('lock')) {
      // Remaining time of the common timeout.
      const left = Math.max(SHORTEST_MS, Math.round(until - performance.now()));
      await runStatement(tx, `set local lock_timeout = '${left}ms'`);
    }
    await runStatement(tx, statement);
    if (statement.startsWith('set')) until ??= performance.now() + Math.min(LONGEST_MS, attempt * STEP_MS);
  }
}

/** Runs the work in a transaction. After a lock timeout, the error names a session that uses one of the tables. */
export async function withLocks(
  connection: Connection,
  planned: readonly PlannedLock[],
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  try {
    await connection.tx(work);
  } catch (error) {
    throw await addLockHolder(connection, planned, error);
  }
}

/**
 * After a lock timeout, returns an error that names the session with the oldest transaction on a table of `planned`.
 * Returns other errors unchanged.
 */
async function addLockHolder(on: Queryable, planned: readonly PlannedLock[], error: unknown): Promise<unknown> {
  if (readSqlState(error) !== '55P03' || planned.length === 0 || !(error instanceof Error)) return error;
  const tables = planned.map(({ table }) => `to_regclass(${quoteLiteral(table)})`).join(', ');
  const [oldest] = await runStatement<{ name: string; pid: number; who: string; what: string; seconds: number | null }>(
    on,
    `select l.relation::regclass::text as name, a.pid, concat_ws(', ', a.usename, nullif(a.application_name, '')) as who,
       coalesce(a.state, 'active') as what, extract(epoch from clock_timestamp() - a.xact_start)::int as seconds
     from pg_locks as l join pg_stat_activity as a on a.pid = l.pid
     where l.granted and l.locktype = 'relation' and l.pid <> pg_backend_pid()
       and l.database = (select d.oid from pg_database as d where d.datname = current_database())
       and l.relation = any (array[${tables}]::oid[])
     order by a.xact_start nulls last limit 1`,
  );
  if (oldest === undefined) return error;
  const since = oldest.seconds === null ? '' : ` for ${oldest.seconds} s`;
  const { name, pid, who, what } = oldest;
  const holder = escapeToOneLine(`${name} is in use by process ${pid} (${who}), ${what}${since}`);
  const message = `${error.message.split('\n')[0]}; ${holder}`;
  return Object.assign(new Error(message, { cause: error }), { code: '55P03' });
}
