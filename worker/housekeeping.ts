// Periodic tasks: expires messages, releases jobs, deletes expired rows, counts users and audit entries, fetches
// metadata of identity providers, and maintains the partitions of the audit log.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { onlyRow, withResultDeadline } from '../core/database/driver_pool.ts';
import { errorLogFields, type Logger } from '../core/log.ts';
import type { Settings } from '../core/settings/table.ts';
import { FUNCTIONS } from './generated/functions.ts';
import { createMetadataRefresh, type MetadataSettings } from './saml_metadata.ts';

/** Settings that purge_expired() and maintain_partitions() read. */
export const HOUSEKEEPING_SETTINGS = [
  ...FUNCTIONS.purge_expired.settings,
  ...FUNCTIONS.maintain_partitions.settings,
] as const;

type HousekeepingSettings = Pick<Settings, (typeof HOUSEKEEPING_SETTINGS)[number]>;

/** Returns the settings in HOUSEKEEPING_SETTINGS. */
export const housekeepingSettings = (all: HousekeepingSettings): HousekeepingSettings =>
  Object.fromEntries(HOUSEKEEPING_SETTINGS.map((key) => [key, all[key]])) as HousekeepingSettings;

export interface HousekeepingOptions {
  sql: Sql;
  /** The schema of the functions, as an identifier. */
  api: string;
  settings: HousekeepingSettings;
  log: Logger;
  /** SAML settings. If absent or if SAML is off, the worker fetches no metadata of identity providers. */
  saml?: MetadataSettings;
  /** Called after each fetch of metadata whose outcome was recorded. */
  onMetadata?: ((outcome: 'stored' | 'failed') => void) | undefined;
  /** Divides all intervals; used by tests. */
  speed?: number;
}

export interface Housekeeping {
  close(): Promise<void>;
}

const MINUTE = 60_000;
/** Bounds of the number of rows per table and call. The number adapts so that a call takes 125 to 500 ms. */
const BATCH = { least: 100, most: 5_000 };
const QUICK_MS = 125;
const SLOW_MS = 500;
/** Number of rows that one call counts. It is smaller for users, because deletions of users wait for the call. */
const COUNTED_AT_ONCE = { users: 20_000, entries: 50_000 };
/** Fraction of the time for which a repeated call may keep the database busy. The pauses between calls ensure it. */
const SHARE = 0.25;

/** Starts the rounds. Several workers may run them at the same time. */
export function startHousekeeping({
  sql,
  api,
  settings,
  log,
  saml,
  onMetadata,
  speed = 1,
}: HousekeepingOptions): Housekeeping {
  const stop = new AbortController();
  const running: Promise<void>[] = [];
  /** Sleeps until the time is over or close() is called. */
  const rest = (ms: number): Promise<void> => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);

  const call = async (text: string, parameters: (string | number)[]): Promise<Record<string, number>> => {
    const statement = `select ${api}.${text} as done`;
    const asked = sql.unsafe<{ done: Record<string, number> }[]>(statement, parameters, { prepare: true });
    return onlyRow(await withResultDeadline(asked)).done;
  };
  /**
   * Repeats a call that handles at most `batch` rows of each table, until none of its counts reaches `batch`. Between
   * calls, sleeps three times as long as the last call took.
   */
  const drain = async (what: string, text: string, parameters: (string | number)[]): Promise<void> => {
    const total: Record<string, number> = {};
    let batch = BATCH.least * 5;
    for (let full = true; full && !stop.signal.aborted; ) {
      const started = performance.now();
      const done = await call(text, [batch, ...parameters]);
      const took = performance.now() - started;
      for (const [table, count] of Object.entries(done)) total[table] = (total[table] ?? 0) + count;
      full = Object.values(done).some((count) => count >= batch);
      if (took < QUICK_MS) batch = Math.min(batch * 2, BATCH.most);
      if (took > SLOW_MS) batch = Math.max(Math.floor(batch / 2), BATCH.least);
      if (full) await rest(took * (1 / SHARE - 1));
    }
    const counts = Object.entries(total).filter(([, count]) => count > 0);
    if (counts.length > 0) log.info(Object.fromEntries(counts), what);
  };
  /** Repeats work, each time one interval after the last run ended. Runs of one kind never overlap in this worker. */
  const every = (interval_ms: number, first_ms: number, what: string, work: () => Promise<void>): void => {
    const rounds = async (): Promise<void> => {
      // The jitter separates workers that started together.
      const pause = (ms: number): Promise<void> => rest((ms / speed) * (0.9 + 0.2 * Math.random()));
      for (await pause(first_ms); !stop.signal.aborted; await pause(interval_ms)) {
        await work().catch((error: unknown) => log.error({ error: errorLogFields(error) }, `${what} failed`));
      }
    };
    running.push(rounds());
  };

  const text = JSON.stringify(settings);
  every(MINUTE, 5_000, 'expiring messages', () =>
    drain('messages expired', 'expire_messages(most => $1::integer)', []),
  );
  every(MINUTE, 10_000, 'releasing jobs', () =>
    drain('jobs released that a clock ahead of the time had written', 'release_jobs(most => $1::integer)', []),
  );
  every(MINUTE, MINUTE, 'purging', () =>
    drain('rows past their time deleted', 'purge_expired(most => $1::integer, settings => $2::text::jsonb)', [text]),
  );
  /**
   * Repeats a bounded call while it reports more rows. Between calls, sleeps three times as long as the last call
   * took.
   */
  const repeat = async (
    text: string,
    parameter: string | number,
    more: (done: Record<string, number>) => number | undefined,
  ): Promise<void> => {
    for (let left = 1; left > 0 && !stop.signal.aborted; ) {
      const started = performance.now();
      left = more(await call(text, [parameter])) ?? 0;
      if (left > 0) await rest((performance.now() - started) * (1 / SHARE - 1));
    }
  };
  every(MINUTE, 15_000, 'counting users', () =>
    repeat('maintain_user_list_counts(most => $1::integer)', COUNTED_AT_ONCE.users, ({ closed }) => closed),
  );
  every(MINUTE, 20_000, 'counting audit entries', () =>
    repeat('maintain_audit_counts(most => $1::integer)', COUNTED_AT_ONCE.entries, ({ left }) => left),
  );
  if (saml?.saml_enabled) {
    const stopping = stop.signal;
    const refresh = createMetadataRefresh({ sql, api, settings: saml, log, stopping, onOutcome: onMetadata });
    every(MINUTE, 25_000, 'fetching metadata of identity providers', refresh);
  }
  // Hourly and not daily, so that a run that failed to get a lock is soon repeated.
  every(60 * MINUTE, 10_000, 'keeping partitions', () =>
    repeat('maintain_partitions(settings => $1::text::jsonb)', text, (done) => {
      if (done.created || done.dropped) log.info(done, 'months of the audit log made or dropped');
      return done.late;
    }),
  );

  return {
    async close() {
      stop.abort();
      await Promise.all(running);
    },
  };
}
