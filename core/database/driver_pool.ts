// A connection pool that can be replaced, because postgres.js can lose a statement. The driver never sends a statement
// that it assigns to a connection between the socket's `error` and `close` events.
//
// A lost statement never settles, or resolves without a row. withResultDeadline() and onlyRow() turn both cases into a
// LostStatementError. Callers do not repeat the statement, because a lost statement cannot be distinguished from one
// that was sent and may have run. The driver's `debug` option would distinguish them, but it makes statement
// parameters, including passwords, enumerable members of errors.
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { isOutage, isSessionChangedByHook } from './outage.ts';

export interface DriverPool {
  /** The pool for the next statement. */
  readonly sql: Sql;
  /**
   * Opens a new pool for the next statements, unless `lost` has been replaced already. Statements that still run on
   * `lost` get a few seconds to finish.
   */
  replace(lost: Sql): void;
  /**
   * Resolves when the backend of an abandoned statement has ended or the pool is closed, or at once if the pid of the
   * backend is unknown. Terminates the backend if it is idle, because its statement was lost. A commit that hangs keeps
   * its backend even after the connection is closed.
   */
  gone(abandoned: AbandonedStatement): Promise<void>;
  /** Number of backends of abandoned statements that may still exist. */
  readonly hanging: number;
  close(): Promise<void>;
}

/** A statement whose result is no longer awaited. */
export interface AbandonedStatement {
  readonly state?: { pid: number | null } | null | undefined;
}

const LAST_WORDS_S = 5;
const CLOSE_S = 2;
const LOOK_MS = 250;
const LOOK_DEADLINE_MS = 5_000;

export function createDriverPool(open: () => Sql): DriverPool {
  let sql = open();
  const ending = new Set<Promise<void>>();
  const hanging = new Map<number, () => void>();
  let looking = false;
  let closed = false;
  const end = (pool: Sql, timeout: number): Promise<void> => {
    const ended = pool.end({ timeout }).finally(() => ending.delete(ended));
    ending.add(ended);
    return ended;
  };
  /**
   * Polls until no backend in `hanging` exists. Uses a connection outside the pool, because these backends occupy the
   * pool's connections.
   */
  const look = async (): Promise<void> => {
    looking = true;
    let probe = open();
    while (hanging.size > 0) {
      const asked = [...hanging.keys()];
      try {
        const found = await withResultDeadline(
          probe.unsafe<{ pid: number }[]>(HANGING, [`{${asked.join()}}`]),
          LOOK_DEADLINE_MS,
        );
        const there = new Set(found.map(({ pid }) => pid));
        for (const pid of asked.filter((one) => !there.has(one))) {
          hanging.get(pid)?.();
          hanging.delete(pid);
        }
      } catch {
        // The probe failed, so the state is unknown. The probe's connection is replaced.
        void end(probe, 0);
        probe = open();
      }
      if (hanging.size > 0) await sleep(LOOK_MS);
    }
    looking = false;
    await end(probe, 0);
  };
  return {
    get sql() {
      return sql;
    },
    replace(lost) {
      if (lost !== sql) return;
      sql = open();
      void end(lost, LAST_WORDS_S);
    },
    async gone({ state }) {
      const { pid = null } = state ?? {};
      if (pid === null || closed) return;
      await new Promise<void>((resolve) => {
        hanging.set(pid, resolve);
        if (!looking) void look();
      });
    },
    get hanging() {
      return hanging.size;
    },
    async close() {
      closed = true;
      for (const resolve of hanging.values()) resolve();
      hanging.clear();
      await Promise.all([end(sql, CLOSE_S), ...ending]);
    },
  };
}

/**
 * Query for those of the given backends that still exist. The query also terminates idle backends, whose statements
 * were lost.
 */
const HANGING = `
  select a.pid, case when a.state = 'idle' then pg_catalog.pg_terminate_backend(a.pid) end
  from pg_catalog.pg_stat_activity as a where a.pid = any ($1::text::int8[]) and a.usename = session_user`;

/** Removes connections that must not serve the next statement, after an error of a statement on `sql`. */
export async function removeBrokenConnections(pool: DriverPool, sql: Sql, error: unknown): Promise<void> {
  await waitForClosedSocket(error);
  await endReadOnlyConnection(sql, error);
  if (isSessionChangedByHook(error)) pool.replace(sql);
  await endSessionWithoutStatements(pool.sql, error);
}

/**
 * Waits until the socket has closed, after an error that a broken connection may have caused. A caller that retries
 * at once would otherwise get the same connection and lose the statement.
 */
async function waitForClosedSocket(error: unknown): Promise<void> {
  if (!isOutage(error)) return;
  // `close` is emitted at the end of the event loop iteration of `error`. The first wait may end just before that.
  await turn();
  await turn();
}

/**
 * Returns the first row of a statement that always returns one. Throws if there is none, because the statement was
 * lost.
 */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new LostStatementError();
  return row;
}

/**
 * Rejects if the statement has no result within `within_ms`. The statement_timeout of roles.sql is shorter, so the
 * statement was lost.
 */
export function withResultDeadline<T>(running: Promise<T>, within_ms = 15_000): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LostStatementError()), within_ms);
  });
  return Promise.race([running, late]).finally(() => clearTimeout(timer));
}

/**
 * Closes the connection after a write has failed because the server is read-only. Otherwise the pool would keep its
 * connections to a former primary that has become a standby. Behind a pooler, the pooler's connection to the server is
 * terminated.
 */
async function endReadOnlyConnection(sql: Sql, error: unknown): Promise<void> {
  if (!(error instanceof Error && 'code' in error && error.code === READ_ONLY)) return;
  // The statement rejects if the server is read-only, because it then terminates its own backend.
  await withResultDeadline(sql.unsafe(LEAVE), LAST_WORDS_S * 1_000).catch(() => undefined);
}

const READ_ONLY = '25006';
const LEAVE = `
  select pg_catalog.pg_terminate_backend(pg_catalog.pg_backend_pid())
  where pg_catalog.current_setting('transaction_read_only')::boolean`;

/**
 * Ends a session whose prepared statements a hook function has deallocated. Otherwise a pooler would give this server
 * connection to other clients.
 */
async function endSessionWithoutStatements(sql: Sql, error: unknown): Promise<void> {
  const detail = isSessionChangedByHook(error) && (error as { detail?: unknown }).detail;
  const [, pid] = /^without statements: session (\d{1,9})$/.exec(String(detail)) ?? [];
  if (pid === undefined) return;
  // Rejects if the pooler runs the statement on the same connection.
  await withResultDeadline(sql.unsafe(`${END} and a.pid = ${pid}`), LAST_WORDS_S * 1_000).catch(() => undefined);
}

const END = `
  select pg_catalog.pg_terminate_backend(a.pid) from pg_catalog.pg_stat_activity as a
  where a.usename = current_user and a.datname = pg_catalog.current_database()`;

/** Thrown for a lost statement, with the error code of a broken connection. */
export class LostStatementError extends Error {
  readonly code = 'CONNECTION_CLOSED';
  constructor() {
    super('the statement was lost with its connection');
    this.name = 'LostStatementError';
  }
}
