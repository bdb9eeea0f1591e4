// A pool of the driver that can be replaced, because postgres.js can lose a statement: one that it hands to a connection
// between its socket's `error` and its `close` is never sent. It then waits for ever, or ends without a row.
//
// Such a statement is answered 503: at once where its connection is opened anew or the server is away, and otherwise by the deadline,
// which replaces the pool. It is not sent again, and not refused earlier, although the server cannot have seen it: from outside it looks
// like one that was sent and is not answered yet, which may have run. What tells the two apart is the connection that has it, and the
// driver names that only to its option `debug`, which would put the parameters of statements, passwords among them, openly on every error.
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { isLeftByHook, isOutage } from './outage.ts';

export interface DriverPool {
  /** The pool for the next statement. */
  readonly sql: Sql;
  /** Puts a new pool in the place of one that owes an answer; what still runs on the old one gets a while to end. */
  replace(lost: Sql): void;
  /**
   * Resolves when the server process of an abandoned statement is known to be gone. A commit that hangs keeps it although its
   * connection is closed. One that waits for a statement that never came is ended.
   */
  gone(abandoned: Abandoned): Promise<void>;
  /** Server processes of abandoned statements that may still be there. */
  readonly hanging: number;
  close(): Promise<void>;
}

/** A statement of the driver, once it has been sent. */
export interface Abandoned {
  readonly state?: { pid: number | null } | null | undefined;
}

const LAST_WORDS_S = 5;
const CLOSE_S = 2;
const LOOK_MS = 250;
const LOOK_DEADLINE_MS = 5_000;

export function driverPool(open: () => Sql): DriverPool {
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
  /** Looks for the processes until none is left, over a connection beside the pool: its places are what they hold. */
  const look = async (): Promise<void> => {
    looking = true;
    let probe = open();
    while (hanging.size > 0) {
      const asked = [...hanging.keys()];
      try {
        const found = await answered(probe.unsafe<{ pid: number }[]>(HANGING, [`{${asked.join()}}`]), LOOK_DEADLINE_MS);
        const there = new Set(found.map(({ pid }) => pid));
        for (const pid of asked.filter((one) => !there.has(one))) {
          hanging.get(pid)?.();
          hanging.delete(pid);
        }
      } catch {
        // Where nobody answers nothing is known.
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

/** Those of the processes that are there, and ends those that wait for a statement: theirs was lost on the way. */
const HANGING = `
  select a.pid, case when a.state = 'idle' then pg_catalog.pg_terminate_backend(a.pid) end
  from pg_catalog.pg_stat_activity as a where a.pid = any ($1::text::int8[]) and a.usename = session_user`;

/** After an error of a statement on `sql`: leaves what of the pool the next statement must not be handed. */
export async function mend(pool: DriverPool, sql: Sql, error: unknown): Promise<void> {
  await untilClosed(error);
  await leaveReadOnly(sql, error);
  if (isLeftByHook(error)) pool.replace(sql);
  await endRobbed(pool.sql, error);
}

/**
 * Waits, after an error that a broken connection may have caused, until its socket has closed too. Whoever asks again at once,
 * as pg-boss does to give a job back, would be handed the same connection and lose the statement.
 */
async function untilClosed(error: unknown): Promise<void> {
  if (!isOutage(error)) return;
  // `close` comes at the end of the event loop's turn in which `error` came; the first wait may end just before it.
  await turn();
  await turn();
}

/** The row of a statement that always has one. Without it nothing was run, whatever the driver says. */
export function onlyRow<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new LostStatement();
  return row;
}

/** A statement that has not answered by the time at which the server would have ended it is lost. */
export function answered<T>(running: Promise<T>, within_ms = 15_000): Promise<T> {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LostStatement()), within_ms);
  });
  return Promise.race([running, late]).finally(() => clearTimeout(timer));
}

/**
 * Ends a connection whose server takes no writes, after it has refused one: an old primary that lives on as a standby would
 * be kept for as long as connections live. The server behind a pooler is left the same way.
 */
async function leaveReadOnly(sql: Sql, error: unknown): Promise<void> {
  if (!(error instanceof Error && 'code' in error && error.code === READ_ONLY)) return;
  // Rejects whenever it does what it is for.
  await answered(sql.unsafe(LEAVE), LAST_WORDS_S * 1_000).catch(() => undefined);
}

const READ_ONLY = '25006';
const LEAVE = `
  select pg_catalog.pg_terminate_backend(pg_catalog.pg_backend_pid())
  where pg_catalog.current_setting('transaction_read_only')::boolean`;

/**
 * Ends the session whose statements the function of a hook has taken away. A pooler that keeps statements would go on lending
 * its server connection to callers, who would be told that theirs does not exist.
 */
async function endRobbed(sql: Sql, error: unknown): Promise<void> {
  const detail = isLeftByHook(error) && (error as { detail?: unknown }).detail;
  const [, pid] = /^without statements: session (\d{1,9})$/.exec(String(detail)) ?? [];
  if (pid === undefined) return;
  // Rejects where the pooler lends just that connection.
  await answered(sql.unsafe(`${END} and a.pid = ${pid}`), LAST_WORDS_S * 1_000).catch(() => undefined);
}

const END = `
  select pg_catalog.pg_terminate_backend(a.pid) from pg_catalog.pg_stat_activity as a
  where a.usename = current_user and a.datname = pg_catalog.current_database()`;

/** Rejected like any statement whose connection broke. */
export class LostStatement extends Error {
  readonly code = 'CONNECTION_CLOSED';
  constructor() {
    super('the statement was lost with its connection');
    this.name = 'LostStatement';
  }
}
