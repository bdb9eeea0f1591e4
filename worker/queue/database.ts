// pg-boss's database over postgres.js, so that the process has one driver and one way to connect.
import type { Db } from 'pg-boss';
import type { Sql } from 'postgres';
import { type Abandoned, answered, driverPool, LostStatement } from '../../core/database/driver_pool.ts';
import { type Listening, listen } from './listen.ts';

/** What pg-boss binds; postgres.js finds each one's type by asking the server. */
type Parameter = string | number | boolean | null | string[] | number[];

/** Longer than three statements may take, each of which the server ends after 4 s. pg-boss' jobs wait for one another's scripts. */
const LATE_MS = 12_000;

export type Connect = (o: { max: number }) => Sql;

/** What pg-boss calls a database, and how to end it. */
export interface BossDatabase extends Db {
  close(): Promise<void>;
}

export interface BossDatabaseOptions {
  sql: Sql;
  /** Opens another small pool like `sql`. */
  connect: Connect;
  /** Opens a pool that can hold LISTEN; null where there is none. */
  connect_listen: Connect | null;
}

/** The adapter. pg-boss's own transactions are texts of several statements; they get a connection of their own. */
export function bossDatabase({ sql, connect, connect_listen }: BossDatabaseOptions): BossDatabase {
  const scripts = driverPool(() => connect({ max: 1 }));
  let turn: Promise<unknown> = Promise.resolve();

  const runScript = async (text: string): Promise<{ rows: unknown[] }> => {
    if (scripts.hanging > 0) throw new LostStatement();
    const { sql: current } = scripts;
    const sent = current.unsafe(text);
    try {
      return rowsOf(await answered(sent, LATE_MS));
    } catch (error) {
      // A script that failed has left its transaction open; nothing else may ever run in it.
      const ended = current.end({ timeout: 0 });
      scripts.replace(current);
      await ended;
      if (error instanceof LostStatement) void scripts.gone(sent as Abandoned);
      throw error;
    }
  };

  return {
    executeSql(text, values) {
      if (values !== undefined && values.length > 0) {
        // Without an end of its own a lost statement would be the last that its poller ever made.
        return answered(sql.unsafe(text, values as Parameter[]), LATE_MS).then(rowsOf);
      }
      const result = turn.then(() => runScript(text));
      turn = result.catch(() => undefined);
      return result;
    },
    ...(connect_listen
      ? {
          listen: (channel: string, heard: (payload: string) => void, listening: () => void): Promise<Listening> =>
            listen({ sql, connect: connect_listen, channel, heard, listening }),
        }
      : {}),
    close: () => scripts.close(),
  };
}

/** One statement answers with its rows, a script with a list of such answers; pg-boss reads the rows of all. */
function rowsOf(result: unknown): { rows: unknown[] } {
  const answers = result as unknown[];
  const script = answers.length > 0 && answers.every((answer) => Array.isArray(answer) && 'command' in answer);
  return { rows: script ? (answers as unknown[][]).flat() : [...answers] };
}
