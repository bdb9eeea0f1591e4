// One streaming standby: its pools, and a probe up to four times a second. A standby that is unreachable, promoted,
// lagging, or following another primary gets no calls. Calls that wait for such a standby are run on the primary at
// once.
import { setTimeout as sleep } from 'node:timers/promises';
import { withResultDeadline } from '../../core/database/driver_pool.ts';
import { checkSession } from '../../core/database/session_check.ts';
import { errorLogFields, type Logger } from '../../core/log.ts';
import { ApiError } from '../http/errors.ts';
import { type Call, type CallOptions, createCall, type Statement } from './call.ts';
import type { Pools } from './pools.ts';

export interface Standby {
  /** Host and port. */
  name: string;
  /** True if the standby may be used. */
  readonly well: boolean;
  /** True if the replication lag is low enough to serve reads. */
  readonly fresh: boolean;
  /** Reports that a read had no result. The standby gets no reads until the next probe. */
  missed(): void;
  /** Number of running and waiting calls: hashes and reads. */
  readonly load: { hashing: number; reading: number };
  /**
   * Runs a statement. Rejects with StandbyLostError if the primary can run it instead: as soon as the standby becomes
   * unusable, or if the statement fails unexpectedly.
   */
  ask(statement: Statement, values: readonly unknown[], o: CallOptions): Promise<string | null>;
  close(): Promise<void>;
}

/** Thrown if the standby is unusable or a statement on it failed. The primary can run the call instead. */
export class StandbyLostError extends Error {
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
    this.name = 'StandbyLostError';
  }
}

interface ReplayState {
  standby: boolean;
  lsn: string | null;
  /** Id that the primary has stored for its timeline (auth.timeline). */
  mark: string | null;
}

/**
 * Interval and timeout of a probe in milliseconds. Together they are less than a second, so a failed standby is
 * detected within a second.
 */
const LOOK_MS = 250;
const DEADLINE_MS = 600;
/**
 * Maximum lag in milliseconds of a standby that serves reads, because a read waits until the standby has caught up.
 */
const FRESH_MS = 20;
/** Minimum interval in milliseconds between log lines about failed statements. */
const TOLD_MS = 10_000;

export function createStandby(o: {
  name: string;
  pools: Pools;
  api: string;
  prepare: boolean;
  /** Maximum lag in seconds. */
  max_lag: number;
  /**
   * `mark`: id of the primary's timeline, undefined until the primary has been queried. `lagOf`: returns the lag in
   * milliseconds of a standby that has replayed up to the given position.
   */
  primary: { readonly mark: string | undefined; lagOf(replayed: string): number };
  log: Logger;
  /** Wraps calls for telemetry. */
  around?: (call: Call) => Call;
  /** Sleeps between probes; tests replace it. */
  pause?: (ms: number, stop: AbortSignal) => Promise<unknown>;
}): Standby {
  const { pools, log, name, pause = (ms, signal) => sleep(ms, undefined, { signal }) } = o;
  const asking = createCall(pools, { prepare: o.prepare });
  const call: Call = o.around ? o.around(asking) : asking;
  const probe = pools.by_name.admin.driver;
  const fields = { component: 'standbys', standby: name };
  let state = { well: false, fresh: false, why: '' };
  let leave: (why: string) => void = () => undefined;
  let leaving = waitForever();
  let reported_at = Number.NEGATIVE_INFINITY;
  let checked = false;
  const stop = new AbortController();

  function waitForever(): Promise<never> {
    const promise = new Promise<never>((_, reject) => {
      leave = (why) => reject(new StandbyLostError(why));
    });
    promise.catch(() => undefined);
    return promise;
  }

  /**
   * Probes the standby once. `why`: the reason why the standby is unusable, or null. `fresh`: true if the standby may
   * serve reads.
   */
  const look = async (): Promise<{ why: string | null; fresh: boolean }> => {
    const [row] = await withResultDeadline(
      probe.sql.unsafe<{ answer: string }[]>(`select ${o.api}.get_replica_state() as answer`, [], {
        prepare: o.prepare,
      }),
      DEADLINE_MS,
    );
    const { standby, lsn, mark } = JSON.parse(String(row?.answer)) as ReplayState;
    if (!standby) return { why: 'it is no standby', fresh: false };
    if (o.primary.mark === undefined) return { why: 'the primary has not been asked yet', fresh: false };
    if (mark !== o.primary.mark || lsn === null) return { why: 'it does not follow this primary', fresh: false };
    const lag = o.primary.lagOf(lsn);
    if (lag > o.max_lag * 1_000) return { why: `it lags by ${(lag / 1_000).toFixed(1)} s`, fresh: false };
    if (!checked) {
      const { role } = pools.by_name.admin;
      for (const sentence of await checkSession(probe.sql, role, o)) log.warn(fields, sentence);
      checked = true;
    }
    return { why: null, fresh: lag <= FRESH_MS };
  };

  const kindOf = (why: string): string => /^[^\d:]*/.exec(why)?.[0] ?? '';
  const turn = async (): Promise<void> => {
    let lost = false;
    const seen = await look().catch((error: unknown) => {
      lost = true;
      return { why: `it does not answer: ${errorLogFields(error).message}`, fresh: false };
    });
    if (seen.why === null) {
      if (!state.well) log.info(fields, 'the standby is used');
      if (!state.well) leaving = waitForever();
      state = { well: true, fresh: seen.fresh, why: '' };
      return;
    }
    // Compares the reasons without their details, such as the lag, which change with each probe.
    if (state.well || kindOf(state.why) !== kindOf(seen.why))
      log.warn({ ...fields, why: seen.why }, 'the standby is left out');
    state = { well: false, fresh: false, why: seen.why };
    leave(seen.why);
    if (lost) for (const { driver } of Object.values(pools.by_name)) driver.replace(driver.sql);
  };

  const looking = (async () => {
    while (!stop.signal.aborted) {
      await turn();
      await pause(LOOK_MS, stop.signal).catch(() => undefined);
    }
  })();

  return {
    name,
    get well() {
      return state.well;
    },
    get fresh() {
      return state.fresh;
    },
    missed() {
      state.fresh = false;
    },
    get load() {
      const { running, waiting } = pools.hash_queue.load;
      const reads = pools.by_name.fast.line.load;
      return { hashing: running + waiting, reading: reads.running + reads.waiting };
    },
    async ask(statement, values, asked) {
      if (!state.well) throw new StandbyLostError(state.why);
      const running = call(statement, values, asked);
      running.catch(() => undefined); // prevents an unhandled rejection if nobody waits any more
      try {
        return await Promise.race([running, leaving]);
      } catch (error) {
        // The client gets an expected error, such as that of a full queue. After any other failure, the primary runs
        // the call.
        if (error instanceof StandbyLostError || (error instanceof ApiError && error.cause === undefined)) throw error;
        if (performance.now() - reported_at > TOLD_MS) {
          reported_at = performance.now();
          const { cause = error } = error as { cause?: unknown };
          log.warn({ ...fields, ...errorLogFields(cause) }, 'the primary was asked in place of the standby');
        }
        throw new StandbyLostError('it failed', error);
      }
    },
    async close() {
      stop.abort();
      await Promise.all([pools.close(), looking]);
    },
  };
}
