// One streaming standby: its own pools, and a look at it four times a second. While it is gone, promoted, behind, or follows
// another primary it is asked nothing, and whoever waits for it goes elsewhere at once.
import { setTimeout as sleep } from 'node:timers/promises';
import { answered } from '../../core/database/driver_pool.ts';
import { checkSession } from '../../core/database/session_check.ts';
import { errorFields, type Logger } from '../../core/log.ts';
import { Refusal } from '../http/errors.ts';
import { type Call, type CallOptions, createCall, type Statement } from './call.ts';
import type { Pools } from './pools.ts';

export interface Standby {
  /** Host and port. */
  name: string;
  /** May be asked. */
  readonly well: boolean;
  /** Is so little behind that a read is worth its way. */
  readonly fresh: boolean;
  /** A read has waited in vain; until the next look there are no more. */
  missed(): void;
  /** How much work it has, of those that hash and of the others. */
  readonly load: { hashing: number; reading: number };
  /** Rejects with a StandbyLeft as soon as it is left out. */
  ask(statement: Statement, values: readonly unknown[], o: CallOptions): Promise<string | null>;
  close(): Promise<void>;
}

/** The standby did not answer; the primary can. */
export class StandbyLeft extends Error {
  constructor(why: string, cause?: unknown) {
    super(why, { cause });
    this.name = 'StandbyLeft';
  }
}

interface Replay {
  standby: boolean;
  lsn: string | null;
  mark: string | null;
}

/** Between two looks, and how long one may take: together less than a second, in which a dead one is left out. */
const LOOK_MS = 250;
const DEADLINE_MS = 600;
/** As long as a read waits for what is on its way. */
const FRESH_MS = 20;
/** A fault in one statement is told this often, however many there are. */
const TOLD_MS = 10_000;

export function createStandby(o: {
  name: string;
  pools: Pools;
  api: string;
  prepare: boolean;
  /** Seconds. */
  max_lag: number;
  /** What is known of the primary. */
  primary: { readonly mark: string | undefined; lagOf(replayed: string): number };
  log: Logger;
  /** Where calls are recorded. */
  around?: (call: Call) => Call;
  /** Waits between two looks, unless it is told to stop. */
  pause?: (ms: number, stop: AbortSignal) => Promise<unknown>;
}): Standby {
  const { pools, log, name, pause = (ms, signal) => sleep(ms, undefined, { signal }) } = o;
  const asking = createCall(pools, { prepare: o.prepare });
  const call: Call = o.around ? o.around(asking) : asking;
  const probe = pools.by_name.admin.driver;
  const fields = { component: 'standbys', standby: name };
  let state = { well: false, fresh: false, why: '' };
  let leave: (why: string) => void = () => undefined;
  let leaving = nobody();
  let told = Number.NEGATIVE_INFINITY;
  let checked = false;
  const stop = new AbortController();

  function nobody(): Promise<never> {
    const promise = new Promise<never>((_, reject) => {
      leave = (why) => reject(new StandbyLeft(why));
    });
    promise.catch(() => undefined);
    return promise;
  }

  /** Null, or why it cannot be used. */
  const look = async (): Promise<{ why: string | null; fresh: boolean }> => {
    const [row] = await answered(
      probe.sql.unsafe<{ answer: string }[]>(`select ${o.api}.get_replay() as answer`, [], { prepare: o.prepare }),
      DEADLINE_MS,
    );
    const { standby, lsn, mark } = JSON.parse(String(row?.answer)) as Replay;
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

  const turn = async (): Promise<void> => {
    let lost = false;
    const seen = await look().catch((error: unknown) => {
      lost = true;
      return { why: `it does not answer: ${errorFields(error).message}`, fresh: false };
    });
    if (seen.why === null) {
      if (!state.well) log.info(fields, 'the standby is used');
      if (!state.well) leaving = nobody();
      state = { well: true, fresh: seen.fresh, why: '' };
      return;
    }
    // Kinds of reasons, not each tenth of a second.
    if (state.well || state.why.slice(0, 12) !== seen.why.slice(0, 12))
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
      const { running, waiting } = pools.hash_line.load;
      const reads = pools.by_name.fast.line.load;
      return { hashing: running + waiting, reading: reads.running + reads.waiting };
    },
    async ask(statement, values, asked) {
      if (!state.well) throw new StandbyLeft(state.why);
      const running = call(statement, values, asked);
      running.catch(() => undefined); // where nobody waits for it any more
      try {
        return await Promise.race([running, leaving]);
      } catch (error) {
        // A line that is too long is told the client; whatever else it was, the primary can do it.
        if (error instanceof StandbyLeft || (error instanceof Refusal && error.cause === undefined)) throw error;
        if (performance.now() - told > TOLD_MS) {
          told = performance.now();
          const { cause = error } = error as { cause?: unknown };
          log.warn({ ...fields, ...errorFields(cause) }, 'the primary was asked in place of the standby');
        }
        throw new StandbyLeft('it failed', error);
      }
    },
    async close() {
      stop.abort();
      await Promise.all([pools.close(), looking]);
    },
  };
}
