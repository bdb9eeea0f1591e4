// Database adapter for pg-boss over postgres.js, so that the process has one driver.
import type { Db } from 'pg-boss';
import type { Sql } from 'postgres';
import {
  type AbandonedStatement,
  createDriverPool,
  LostStatementError,
  withResultDeadline,
} from '../../core/database/driver_pool.ts';
import { listen, type NotificationListener } from './listen.ts';

/** Parameter types that pg-boss binds. postgres.js asks the server for the type of each parameter. */
type Parameter = string | number | boolean | null | string[] | number[];

/** Timeout in milliseconds. The server ends a statement after 4 s, and a script of pg-boss has several. */
const LATE_MS = 12_000;

export type Connect = (o: { max: number }) => Sql;

/** The database interface of pg-boss, with a method to close it. */
export interface BossDatabase extends Db {
  close(): Promise<void>;
}

export interface BossDatabaseOptions {
  sql: Sql;
  /** Opens another small pool like `sql`. */
  connect: Connect;
  /** Opens a pool that can LISTEN; null if there is no direct URL. */
  connect_listen: Connect | null;
}

/** Creates the adapter. Scripts of several statements (pg-boss's transactions) get a connection of their own. */
export function bossDatabase({ sql, connect, connect_listen }: BossDatabaseOptions): BossDatabase {
  const scripts = createDriverPool(() => connect({ max: 1 }));
  let turn: Promise<unknown> = Promise.resolve();

  const runScript = async (text: string): Promise<{ rows: unknown[] }> => {
    if (scripts.hanging > 0) throw new LostStatementError();
    const { sql: current } = scripts;
    const sent = current.unsafe(text);
    try {
      return toRows(await withResultDeadline(sent, LATE_MS));
    } catch (error) {
      // A failed script leaves its transaction open, so the connection must not be reused.
      const ended = current.end({ timeout: 0 });
      scripts.replace(current);
      await ended;
      if (error instanceof LostStatementError) void scripts.gone(sent as AbandonedStatement);
      throw error;
    }
  };

  return {
    executeSql(text, values) {
      if (values !== undefined && values.length > 0) {
        // Without a timeout, a lost statement would block its poller for ever.
        return withResultDeadline(sql.unsafe(text, values as Parameter[]), LATE_MS).then(toRows);
      }
      // A single statement does not wait for scripts. It is not prepared, because a plan that was made for an empty
      // queue would be slow for a long one.
      if (!text.includes(';')) return withResultDeadline(sql.unsafe(text), LATE_MS).then(toRows);
      const result = turn.then(() => runScript(text));
      turn = result.catch(() => undefined);
      return result;
    },
    ...(connect_listen
      ? {
          listen: (
            channel: string,
            heard: (payload: string) => void,
            listening: () => void,
          ): Promise<NotificationListener> => listen({ sql, connect: connect_listen, channel, heard, listening }),
        }
      : {}),
    close: () => scripts.close(),
  };
}

/** Returns the rows of a statement, or of all statements of a script, as pg-boss expects. */
function toRows(result: unknown): { rows: unknown[] } {
  const answers = result as unknown[];
  const script = answers.length > 0 && answers.every((answer) => Array.isArray(answer) && 'command' in answer);
  return { rows: script ? (answers as unknown[][]).flat() : [...answers] };
}
