// Combines short concurrent calls into one statement, because system calls, transaction and statement setup cost
// several times as much as a short function. A failed statement is rolled back. If the error may concern only one of
// its calls, each call is repeated alone.
import { type ApiError, unavailableError } from '../http/errors.ts';
import type { QueueClient } from './slot_queue.ts';

/** The statement for several calls. It returns one row per call, in order. */
export interface CombinedStatement {
  text: string;
  /** Builds the parameters from the values of each call. */
  values(calls: readonly (readonly unknown[])[]): unknown[];
  /** Returns the values that all combined calls must have in common. A call with other values runs alone. */
  same(values: readonly unknown[]): string;
  /**
   * Returns the same statement with one more value per call: the application_name that is set while its function
   * runs.
   */
  named(): CombinedStatement;
}

/**
 * An argument of the function. If the value differs between calls, `form` is its type. If all calls have the same
 * value, `form` is `same`.
 */
export interface CombinedArgument {
  name: string;
  form: 'json' | 'text' | 'uuid' | 'bigint' | 'boolean' | 'same';
}

/**
 * Lock timeout of a combined statement that writes. After it, each call runs alone, and only the calls that need the
 * locked row keep waiting.
 */
const LOCK_TIMEOUT = '100ms';

/**
 * Builds `select api.f(a => c.value -> 0, b => c.value ->> 1, s => $2) from jsonb_array_elements($1) …`, in list order.
 */
export function buildCombinedStatement(
  api: string,
  name: string,
  o: { parameters: readonly CombinedArgument[]; writes: boolean },
): CombinedStatement {
  return buildStatement(api, name, { ...o, named: false });
}

function buildStatement(
  api: string,
  name: string,
  o: { parameters: readonly CombinedArgument[]; writes: boolean; named: boolean },
): CombinedStatement {
  const { parameters, writes } = o;
  const own = parameters.filter(({ form }) => form !== 'same');
  const same = parameters.filter(({ form }) => form === 'same');
  const written = parameters.map((parameter) => {
    const place = own.indexOf(parameter);
    return `${parameter.name} => ${place < 0 ? `$${same.indexOf(parameter) + 2}` : elementExpression(place, parameter.form)}`;
  });
  const patience = writes ? `(select set_config('lock_timeout', '${LOCK_TIMEOUT}', true)) as p cross join ` : '';
  const answer = `${api}.${name}(${written.join(', ')})`;
  // A case expression guarantees the evaluation order, so that each function sees the name of its own call.
  const named = `case when set_config('application_name', c.value ->> ${own.length}, true) is not null then ${answer} end`;
  const sames = (call: readonly unknown[]) => parameters.flatMap(({ form }, at) => (form === 'same' ? [call[at]] : []));
  return {
    text: `select ${o.named ? named : answer} as answer
from ${patience}jsonb_array_elements($1) with ordinality as c (value, place) order by c.place`,
    same: (call) => sames(call).join('\n'),
    values(calls) {
      const list = calls.map((call) => {
        const members = parameters.flatMap(({ form }, index) => {
          if (form === 'same') return [];
          const value = call[index] ?? null;
          return form === 'json' && typeof value === 'string' ? value : JSON.stringify(value);
        });
        return `[${[...members, ...(o.named ? [JSON.stringify(call[parameters.length])] : [])].join()}]`;
      });
      return [`[${list.join()}]`, ...sames(calls[0] ?? [])];
    },
    named: () => buildStatement(api, name, { ...o, named: true }),
  };
}

/** Returns the SQL expression for an element of a call's list in the type of its parameter. */
function elementExpression(place: number, form: CombinedArgument['form']): string {
  if (form === 'json') return `nullif(c.value -> ${place}, 'null')`;
  return form === 'text' ? `c.value ->> ${place}` : `(c.value ->> ${place})::${form}`;
}

/** Runs one statement for several calls and returns one result per call. */
export type RunCombinedCalls = (
  calls: readonly (readonly unknown[])[],
  visitor: QueueClient,
) => Promise<(string | null)[]>;

interface WaitingCall {
  values: readonly unknown[];
  rows: string;
  visitor: QueueClient;
  since: number;
  resolve(answer: string | null): void;
  reject(error: unknown): void;
}

/** Maximum number of combined statements at the same time. Calls that arrive meanwhile join the next statement. */
const AT_ONCE = 2;
/**
 * Time in milliseconds after which a running statement is no longer counted against AT_ONCE, because it probably waits
 * for a lock.
 */
const BUSY_MS = 50;
const MOST_TOGETHER = 64;
const MOST_WAITING = 2_000;
const PATIENCE_MS = 2_000;

/**
 * Creates the function that combines calls. `isolates` returns true if an error may concern only one of the calls; each
 * call is then repeated alone.
 */
export function createCallCombiner(ask: RunCombinedCalls, isolates: (error: unknown) => boolean) {
  const waiting: WaitingCall[] = [];
  let running = 0;
  const unavailable = (): ApiError => unavailableError(PATIENCE_MS);

  const run = async (group: readonly WaitingCall[]): Promise<void> => {
    try {
      const answers = await ask(
        group.map(({ values }) => values),
        group.length === 1 ? (group[0]?.visitor ?? {}) : {},
      );
      group.forEach(({ resolve }, index) => void resolve(answers[index] ?? null));
    } catch (error) {
      if (group.length === 1 || !isolates(error)) for (const { reject } of group) reject(error);
      else for (const one of group) void run([one]); // not awaited, so the next call does not wait for a locked row
    }
  };

  const next = (): void => {
    while (running < AT_ONCE && waiting.length > 0) {
      const group = waiting.splice(0, MOST_TOGETHER).filter(({ visitor, since, reject }) => {
        const late = visitor.gone?.() === true || performance.now() - since > PATIENCE_MS;
        if (late) reject(unavailable());
        return !late;
      });
      if (group.length === 0) continue;
      // Lock rows in a fixed order to avoid deadlocks.
      group.sort((a, b) => (a.rows < b.rows ? -1 : Number(a.rows > b.rows)));
      running += 1;
      let counts = true;
      const leave = (): void => {
        if (!counts) return;
        counts = false;
        running -= 1;
        gather();
      };
      const busy = setTimeout(leave, BUSY_MS);
      void run(group).finally(() => {
        clearTimeout(busy);
        leave();
      });
    }
  };

  // Collect the calls of one event loop iteration, instead of sending the first one alone.
  let gathering = false;
  const gather = (): void => {
    if (gathering) return;
    gathering = true;
    setImmediate(() => {
      gathering = false;
      next();
    });
  };

  /** `rows` identifies the rows that the call locks; '' if it only reads. */
  return (values: readonly unknown[], visitor: QueueClient, rows = ''): Promise<string | null> => {
    if (waiting.length >= MOST_WAITING) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      waiting.push({ values, rows, visitor, since: performance.now(), resolve, reject });
      gather();
    });
  };
}
