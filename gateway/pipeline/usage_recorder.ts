// Counts sign-ins, errors, response times and keys in use per hour, and collects refused requests. Stores both once a
// minute. Memory is bounded: the number of routes and error codes limits the counts of an hour, and a maximum number
// limits the refused requests. A gateway that is killed loses the counts and refused requests of the last minute.
import { errorLogFields, type Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import { type Call, statementText } from '../database/call.ts';
import { parseUuid } from '../http/uuid.ts';
import {
  type CountRequest,
  errorCodeOf,
  type RefusedRequestOrigin,
  type RequestOutcome,
  signInOutcome,
} from './request_observer.ts';

export interface UsageRecorder {
  count: CountRequest;
  /** Stores the remaining counts. `at_once` drops them. */
  close(o: { at_once: boolean }): Promise<void>;
}

/** A row of auth.refusals. SQL stores a digest of the address. */
interface RefusalRow {
  at: string;
  request_id: string;
  route: string;
  function: string | null;
  name: string | null;
  code: string;
  status: number;
  address: string | null;
  user_id: string | null;
  ip: string | null;
  user_agent: string | null;
}

/** Upper bounds in milliseconds of the response time histogram. The last bucket, `more`, is unbounded. */
const LATENCIES = [5, 10, 25, 50, 100, 250, 500, 1_000, 2_500];

const HOUR_MS = 3_600_000;
/** Returns the number of whole hours since 1970 of a time in milliseconds. */
const hourOf = (at: number): number => Math.floor(at / HOUR_MS);

/** Separator in the keys of counts. It cannot occur in names, because Postgres does not store it. */
const SEPARATOR = '\0';

export function createUsageRecorder(o: {
  call: Call;
  api: string;
  log: Logger;
  every_ms: number;
  settings: Pick<Settings, 'refusals_per_minute'>;
  /** Keys that the process uses and their purpose. Each batch counts them once, and at least once an hour. */
  keys: readonly { key: string; use: string }[];
  now?: () => number;
}): UsageRecorder {
  const { now = Date.now } = o;
  const text = statementText(o.api, 'add_tallies', ['tallies', 'refusals']);
  const statement = { text, pool: 'fast', creates_user: false } as const;
  const most = Math.ceil((o.settings.refusals_per_minute * o.every_ms) / 60_000);
  let counts = new Map<string, number>();
  let refusals: RefusalRow[] = [];
  let writing: Promise<void> | undefined;
  /** Hour in which the keys were last counted. */
  let keys_hour: number | undefined;

  const add = (key: string, count: number): void => void counts.set(key, (counts.get(key) ?? 0) + count);
  const note = (hour: number, kind: 'sign_in' | 'refusal' | 'latency' | 'key', name: string, outcome: string): void =>
    add([hour, kind, name, outcome].join(SEPARATOR), 1);

  const write = async (): Promise<void> => {
    const hour = hourOf(now());
    // A gateway without requests counts its keys too, because a rotation must not overlook it.
    if (counts.size === 0 && (hour === keys_hour || o.keys.length === 0)) return;
    keys_hour = hour;
    for (const { key, use } of o.keys) note(hour, 'key', key, use);
    const taken = { counts, refusals };
    counts = new Map();
    refusals = [];
    try {
      await o.call(statement, [[...taken.counts].map(toUsageRow), taken.refusals], { hashes: false });
    } catch (error) {
      // Logged as a warning only, because requests already report a database outage. The next batch stores the counts
      // and as many refused requests as fit.
      for (const [key, count] of taken.counts) add(key, count);
      refusals = [...taken.refusals, ...refusals].slice(0, most);
      o.log.warn({ component: 'gateway', ...errorLogFields(error) }, 'counts for reports could not be written');
    }
  };
  const writeInTurn = (): Promise<void> => {
    writing = (writing ?? Promise.resolve()).then(write);
    return writing;
  };
  const timer = setInterval(() => void writeInTurn(), o.every_ms);
  timer.unref();

  return {
    count(ending, origin) {
      const { noted, refusal, seconds } = ending;
      const at = now();
      const hour = hourOf(at);
      const route = noted.route ?? 'noroute';
      const signed_in = signInOutcome(noted, refusal);
      if (signed_in) note(hour, 'sign_in', signed_in.method, signed_in.outcome);
      if (refusal) note(hour, 'refusal', errorCodeOf(refusal), route);
      note(hour, 'latency', route, String(LATENCIES.find((bound) => seconds * 1_000 <= bound) ?? 'more'));
      // Requests for unknown paths are only counted, so that a scanner cannot exhaust the maximum.
      if (refusal && noted.route && refusals.length < most) refusals.push(toRefusalRow(at, ending, origin()));
    },
    async close({ at_once }) {
      clearInterval(timer);
      if (at_once) await writing;
      else await writeInTurn();
    },
  };
}

function toUsageRow([key, count]: [string, number]): object {
  const [hour, kind, name, outcome] = key.split(SEPARATOR);
  const at = new Date(Number(hour) * HOUR_MS);
  return { day: at.toISOString().slice(0, 10), hour: at.getUTCHours(), kind, name, outcome, count };
}

function toRefusalRow(
  at: number,
  { noted, refusal, status }: RequestOutcome,
  origin: RefusedRequestOrigin,
): RefusalRow {
  return {
    at: new Date(at).toISOString(),
    request_id: origin.request_id,
    route: noted.route ?? 'noroute',
    function: noted.function ?? null,
    name: refusal?.rule ?? null,
    code: refusal ? errorCodeOf(refusal) : String(status),
    status: refusal?.status ?? status,
    address: noted.address ?? null,
    user_id: parseUuid(noted.user_id ?? ''),
    ip: origin.ip || null,
    user_agent: origin.user_agent,
  };
}
