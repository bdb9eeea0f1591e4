// What the worker does by the clock: expires messages, deletes what has served its time, keeps the audit log's months.
import type { Sql } from 'postgres';
import { answered, onlyRow } from '../gateway/database/driver_pool.ts';
import { errorFields, type Logger } from '../gateway/log.ts';
import type { Settings } from '../gateway/settings/table.ts';

export interface HousekeepingOptions {
  sql: Sql;
  /** The schema of the functions, as an identifier. */
  api: string;
  /** What the functions read of the settings. */
  settings: Pick<Settings, 'smtp_max_frequency' | 'sms_max_frequency' | 'message_retention' | 'audit_log_retention'>;
  log: Logger;
  /** How many times faster than the clock, for tests. */
  speed?: number;
}

export interface Housekeeping {
  close(): Promise<void>;
}

const MINUTE = 60_000;
const BATCH = 500;
/** Batches per round: enough to catch up, and an end in sight. */
const MOST_BATCHES = 200;

/** Starts the rounds; several workers may do the same work at once. */
export function startHousekeeping({ sql, api, settings, log, speed = 1 }: HousekeepingOptions): Housekeeping {
  let closed = false;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const call = async (text: string, parameters: (string | number)[]): Promise<Record<string, number>> => {
    const statement = `select ${api}.${text} as done`;
    const running = sql.unsafe<{ done: Record<string, number> }[]>(statement, parameters, { prepare: true });
    return onlyRow(await answered(running)).done;
  };
  /** Repeats a bounded call while one of its counts is full. */
  const drain = async (what: string, text: string, parameters: (string | number)[]): Promise<void> => {
    for (let batch = 0; batch < MOST_BATCHES && !closed; batch += 1) {
      const done = await call(text, parameters);
      const counts = Object.entries(done).filter(([, count]) => count > 0);
      if (counts.length > 0) log.info(Object.fromEntries(counts), what);
      if (!counts.some(([, count]) => count >= BATCH)) return;
    }
  };
  const every = (interval_ms: number, first_ms: number, what: string, work: () => Promise<void>): void => {
    const round = (): void => {
      const run = work()
        .catch((error: unknown) => log.error({ error: errorFields(error) }, `${what} failed`))
        .finally(() => running.delete(run));
      running.add(run);
      plan(interval_ms);
    };
    const plan = (delay: number): void => {
      if (closed) return;
      const timer = setTimeout(
        () => {
          timers.delete(timer);
          round();
        },
        // Workers that started together drift apart.
        (delay / speed) * (0.9 + 0.2 * Math.random()),
      );
      timers.add(timer);
    };
    plan(first_ms);
  };

  const text = JSON.stringify(settings);
  every(MINUTE, 5_000, 'expiring messages', () =>
    drain('messages expired', 'expire_messages(most => $1::integer)', [BATCH]),
  );
  every(10 * MINUTE, MINUTE, 'purging', () =>
    drain('rows past their time deleted', 'purge_expired(most => $1::integer, settings => $2::text::jsonb)', [
      BATCH,
      text,
    ]),
  );
  // Hourly rather than daily: a day that is missed for want of a lock is made up for soon, and mostly there is nothing to do.
  every(60 * MINUTE, 10_000, 'keeping partitions', async () => {
    const done = await call('keep_partitions(settings => $1::text::jsonb)', [text]);
    if (done.created || done.dropped) log.info(done, 'months of the audit log made or dropped');
  });

  return {
    async close() {
      closed = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
    },
  };
}
