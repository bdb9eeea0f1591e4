// Counts sign-ins and errors by day for reports, and stores the counts once a minute. Routes and error codes bound the number
// of counts in memory. A gateway that is killed loses the counts of at most a minute.
import { errorFields, type Logger } from '../../core/log.ts';
import { type Call, statementText } from '../database/call.ts';
import { codeOf, type Ending, signInOf } from './watch.ts';

export interface Tallies {
  count(ending: Ending): void;
  /** Stores the remaining counts; `at_once` drops them. */
  close(o: { at_once: boolean }): Promise<void>;
}

export function createTallies(o: {
  call: Call;
  api: string;
  log: Logger;
  every_ms: number;
  now?: () => number;
}): Tallies {
  const { now = Date.now } = o;
  const text = statementText(o.api, 'add_tallies', ['tallies']);
  const statement = { text, pool: 'fast', creates_user: false } as const;
  let counts = new Map<string, number>();
  let writing: Promise<void> | undefined;

  const add = (key: string, count: number): void => void counts.set(key, (counts.get(key) ?? 0) + count);
  const note = (kind: 'sign_in' | 'refusal', name: string, outcome: string): void =>
    add(JSON.stringify({ day: new Date(now()).toISOString().slice(0, 10), kind, name, outcome }), 1);

  const write = async (): Promise<void> => {
    if (counts.size === 0) return;
    const taken = counts;
    counts = new Map();
    const rows = [...taken].map(([key, count]) => ({ ...(JSON.parse(key) as object), count }));
    try {
      await o.call(statement, [rows], { hashes: false });
    } catch (error) {
      // Only a warning: the requests themselves report a database that is down. The counts are stored a minute later.
      for (const [key, count] of taken) add(key, count);
      o.log.warn({ component: 'gateway', ...errorFields(error) }, 'counts for reports could not be written');
    }
  };
  const writeInTurn = (): Promise<void> => {
    writing = (writing ?? Promise.resolve()).then(write);
    return writing;
  };
  const timer = setInterval(() => void writeInTurn(), o.every_ms);
  timer.unref();

  return {
    count(ending) {
      const { noted, refusal } = ending;
      const signed_in = signInOf(noted, refusal);
      if (signed_in) note('sign_in', signed_in.method, signed_in.outcome);
      if (refusal) note('refusal', codeOf(refusal), noted.route ?? 'noroute');
    },
    async close({ at_once }) {
      clearInterval(timer);
      if (at_once) await writing;
      else await writeInTurn();
    },
  };
}
