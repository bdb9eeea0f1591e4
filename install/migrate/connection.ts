// The database connection of `migrate` (through @databases/pg), and retries of transient errors.
import { setTimeout as sleep } from 'node:timers/promises';
import databases, {
  type Connection,
  type ConnectionPool,
  type ConnectionPoolConfig,
  type Queryable,
} from '@databases/pg';
import { splitStatements } from '../../core/database/lexer.ts';
import { quoteLiteral } from '../../core/database/names.ts';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { type DatabaseTarget, databasesPgOptions, targetPerHost } from '../../core/database/url.ts';
import { firstErrorLine, readSqlState } from './database_error.ts';

export type { Connection, Queryable };

export type Log = (line: string) => void;

/** Creates a pool, by default of one connection. */
export function createPool(
  host: DatabaseTarget,
  { application_name, ...o }: { application_name: string } & ConnectionPoolConfig,
): ConnectionPool {
  return databases.default({
    ...databasesPgOptions(host, { application_name }),
    poolSize: 1,
    bigIntMode: 'number',
    ...o,
  });
}

/** Opens a direct connection to the primary, runs the work and closes it. */
export async function withConnection<T>(
  target: DatabaseTarget,
  log: Log,
  work: (connection: Connection) => Promise<T>,
  trace: Log = () => undefined,
): Promise<T> {
  const last = target.hosts.length - 1;
  for (const [at, host] of targetPerHost(target).entries()) {
    const pool = createPool(host, {
      application_name: 'postern migrate',
      // checkDirectConnection() needs a second connection to detect a connection pooler.
      poolSize: 2,
      onQueryStart: (_query, { text }) => {
        trace(text);
      },
      onError: (error) => log(`the idle connection broke: ${error.message}`),
    });
    try {
      const primary = await isPrimary(pool).catch((error: unknown) => {
        if (at === last) throw error;
        log(`${host.hosts[0]}: ${firstErrorLine(error)}; trying the next host`);
        return null;
      });
      // If all hosts are standbys, checkServer() reports it.
      if (primary === null || (!primary && at < last)) continue;
      return await pool.task(async (connection) => {
        await checkDirectConnection(pool, connection);
        await runStatement(connection, SESSION);
        return work(connection);
      });
    } finally {
      await pool.dispose();
    }
  }
  throw new Error('the database URL names no host');
}

// Overrides limits that a role or database may have for the gateway. Unqualified names must resolve only in pg_catalog.
const SESSION = `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set idle_session_timeout = 0; set lock_timeout = '2s';
select set_config('transaction_timeout', '0', false) where current_setting('server_version_num')::int >= 170000;
set search_path = pg_catalog; set client_min_messages = warning; set default_transaction_read_only = off`;

// Detects a connection pooler in transaction mode: two idle clients get the same server process. With such a pooler,
// SET ROLE and the advisory lock would affect other clients.
async function checkDirectConnection(pool: ConnectionPool, connection: Connection): Promise<void> {
  const pid = async (on: Queryable): Promise<number | undefined> =>
    (await runStatement<{ pid: number }>(on, 'select pg_backend_pid() as pid'))[0]?.pid;
  const shared = await pool
    .task(async (other) => {
      for (let look = 0; look < 3; look += 1) if ((await pid(connection)) === (await pid(other))) return true;
      return false;
    })
    .catch((error: unknown) => {
      // Too many connections: skip the check.
      if (readSqlState(error) === '53300') return false;
      throw error;
    });
  if (!shared) return;
  throw new MigrationRefusedError(
    'This URL leads to a connection pooler in transaction mode (PgBouncer). migrate needs a direct connection: ' +
      'set DATABASE_URL_MIGRATE to the address of the server.',
  );
}

async function isPrimary(on: Queryable): Promise<boolean> {
  const [row] = await runStatement<{ standby: boolean }>(on, 'select pg_is_in_recovery() as standby');
  return row?.standby === false;
}

/**
 * Runs SQL text statement by statement, because the library would wrap several statements in a transaction. Returns the
 * rows of the last one.
 */
export async function runStatement<Row>(on: Queryable, text: string): Promise<Row[]> {
  let rows: Row[] = [];
  for (const statement of splitStatements(text)) {
    rows = (await on.query(databases.sql.__dangerous__rawValue(statement))) as Row[];
  }
  return rows;
}

/** Runs a statement with one bind value between its two parts. */
export async function runWithValue(
  on: Queryable,
  [before, after]: readonly [string, string],
  value: unknown,
): Promise<void> {
  const { sql } = databases;
  await on.query(sql`${sql.__dangerous__rawValue(before)}${value}${sql.__dangerous__rawValue(after)}`);
}

/** Runs one statement without splitting it. The library would split a BEGIN ATOMIC body at its semicolons. */
export async function runUnsplitStatement(on: Queryable, statement: string): Promise<void> {
  await runStatement(on, `do language plpgsql ${quoteLiteral(`begin execute ${quoteLiteral(statement)}; end`)}`);
}

// Lock not available, deadlock, serialization failure.
const TRANSIENT_STATES = new Set(['55P03', '40P01', '40001']);

/** Returns true for errors that a retry may resolve, such as those of a concurrent install or a locked table. */
export function isTransient(error: unknown): boolean {
  const state = readSqlState(error);
  if (TRANSIENT_STATES.has(state)) return true;
  // Concurrent installs have changed the same row of a shared catalog (roles, or rights on a database).
  if (state === 'XX000') return /tuple (already|concurrently) (updated|deleted)/.test(firstErrorLine(error));
  return state === '23505' && /"pg_\w+"/.test(firstErrorLine(error));
}

/** Retries the work with backoff after transient errors. Throws a MigrationRefusedError if the last try fails. */
export async function withRetries<T>(
  o: { tries: number; log: Log; what: string; longest_pause_ms?: number; transient?: (error: unknown) => boolean },
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!(o.transient ?? isTransient)(error)) throw error;
      if (attempt >= o.tries) {
        throw new MigrationRefusedError(
          `${o.what} failed ${o.tries} times because of locks or concurrent changes (${firstErrorLine(error)}) and was rolled back. ` +
            'Look for long transactions in pg_stat_activity and try again.',
          { cause: error },
        );
      }
      o.log(`${o.what}: ${firstErrorLine(error)}; retrying (${attempt} of ${o.tries - 1})`);
      const pause = Math.min(o.longest_pause_ms ?? 5_000, 50 * 2 ** Math.min(attempt, 10));
      await sleep(pause * (0.5 + Math.random()));
    }
  }
}
