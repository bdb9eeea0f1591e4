// Uses streaming standbys to take load off the primary: they compute the bcrypt hash of a sign-in, and serve GET /user
// with all changes that were committed before the request. Without a usable standby, the primary runs all calls.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../core/log.ts';
import { type Call, type CallOptions, type Statement, statementText } from './call.ts';
import { createLagMeter } from './lag.ts';
import type { Pools } from './pools.ts';
import { createCallCombiner } from './shared_statement.ts';
import type { QueueClient } from './slot_queue.ts';
import { createStandby, type Standby, StandbyLostError } from './standby.ts';

export interface Standbys {
  /** Computes a hash on the standby with the fewest hashes in progress. Returns null if no standby could do it. */
  hash(statement: Statement, values: readonly unknown[], o: CallOptions): Promise<string | null>;
  /** Runs one call of a combined read. Returns null if the primary must run it. */
  read(name: string, call: readonly unknown[], o: { settings: string; visitor: QueueClient }): Promise<string | null>;
  close(): Promise<void>;
}

export interface StandbysOptions {
  servers: readonly { name: string; pools: Pools }[];
  /** Calls a function on the primary. */
  call: Call;
  api: string;
  prepare: boolean;
  /** Maximum lag in seconds. */
  max_lag: number;
  /** Wraps calls for telemetry. */
  around?: (call: Call) => Call;
  log: Logger;
}

/** Interval in milliseconds at which the primary's WAL position is queried. */
const LOOK_MS = 250;

export function createStandbys(o: StandbysOptions): Standbys {
  const position: Statement = { text: statementText(o.api, 'get_wal_position', []), pool: 'fast', creates_user: false };
  const lag = createLagMeter();
  const primary = {
    mark: undefined as string | undefined,
    lagOf: (replayed: string) => lag.of(replayed, performance.now()),
  };
  const standbys = o.servers.map((server) => createStandby({ ...o, ...server, primary }));

  /**
   * Returns the id of the primary's timeline (`mark`) and its current WAL position as JSON. A standby that has replayed up to
   * this position has all earlier commits.
   */
  const ask = async (visitor: QueueClient): Promise<string> =>
    String(await o.call(position, [], { hashes: false, ...visitor }));
  const look = async (): Promise<void> => {
    const { mark, lsn } = JSON.parse(await ask({ client: 'standbys' })) as { mark: string; lsn: string };
    primary.mark = mark;
    lag.note(lsn, performance.now());
  };

  const stop = new AbortController();
  const looking = (async () => {
    while (!stop.signal.aborted) {
      // The error is ignored here. If the primary is unavailable, requests report it and get 503, even if standbys are
      // available.
      await look().catch(() => undefined);
      await sleep(LOOK_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();

  let turn = 0;
  const choose = (may: (standby: Standby) => boolean, load: (standby: Standby) => number): Standby | undefined => {
    turn += 1;
    const from = standbys.map((_, at) => standbys[(at + turn) % standbys.length] as Standby).filter(may);
    return from.reduce<Standby | undefined>((a, b) => (a !== undefined && load(a) <= load(b) ? a : b), undefined);
  };
  /** Returns null for an error after which the primary must run the call. Rethrows other errors. */
  const elsewhere = (error: unknown): null => {
    if (error instanceof StandbyLostError) return null;
    throw error;
  };

  const readers = new Map<string, ReturnType<typeof createCallCombiner>>();
  const readerOf = (name: string, settings: string) => {
    const text = statementText(o.api, name, ['reached', 'calls', 'settings']);
    return createCallCombiner(
      async (calls, visitor) => {
        const nothing = calls.map(() => null);
        const standby = choose(
          ({ fresh }) => fresh,
          ({ load }) => load.reading,
        );
        if (standby === undefined) return nothing;
        // Queries the primary's WAL position only after all calls of this read have arrived. A standby that has replayed
        // up to this position has every commit made before the calls.
        const reached = await ask(visitor);
        const list = `[${calls.map(([claims, audience]) => `[${claims},${JSON.stringify(audience)}]`).join()}]`;
        const answer = await standby
          .ask({ text, pool: 'fast', creates_user: false }, [reached, list, settings], { hashes: false, ...visitor })
          .catch(elsewhere);
        if (answer === null) {
          standby.missed();
          return nothing;
        }
        const answers = JSON.parse(answer) as (string | null)[];
        if (answers.length !== calls.length) throw new Error(`${calls.length} calls have ${answers.length} answers`);
        return answers;
      },
      () => false,
    );
  };

  return {
    async hash(statement, values, asked) {
      const standby = choose(
        ({ well }) => well,
        ({ load }) => load.hashing,
      );
      return (await standby?.ask(statement, values, asked).catch(elsewhere)) ?? null;
    },
    async read(name, call, { settings, visitor }) {
      if (!standbys.some(({ fresh }) => fresh)) return null;
      const reader = readers.get(name) ?? readerOf(name, settings);
      readers.set(name, reader);
      return reader(call, visitor);
    },
    async close() {
      stop.abort();
      await Promise.all([...standbys.map((standby) => standby.close()), looking]);
    },
  };
}
