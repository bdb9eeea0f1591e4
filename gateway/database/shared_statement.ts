// Short calls that arrive while others run share one statement, because the system calls, the transaction and the set-up of a
// statement cost several times as much as one short function. It is one transaction: when it fails, none of its calls has
// done anything, and each is made again by itself.
import { type Refusal, refuseForNow } from '../http/errors.ts';
import type { Visitor } from './waiting_line.ts';

/** The statement for several calls: one row each, in their order. */
export interface SharedStatement {
  text: string;
  /** The parameters, of the values of each call. */
  values(calls: readonly (readonly unknown[])[]): unknown[];
  /** What is the same for all; a call that brings something else goes alone. */
  same(values: readonly unknown[]): string;
  /** The same, where each call brings the name of the application as one value more, which holds while its function runs. */
  named(): SharedStatement;
}

/** An argument of the function, and whether each call brings its own, of which type, or it is the same for all. */
export interface SharedArgument {
  name: string;
  form: 'json' | 'text' | 'uuid' | 'bigint' | 'boolean' | 'same';
}

/**
 * A call whose row somebody else has locked keeps all that share its statement waiting for this long; then each is made by
 * itself, and only that one waits on.
 */
const LOCK_TIMEOUT = '100ms';

/** `select api.f(a => c.value -> 0, b => c.value ->> 1, s => $2) from jsonb_array_elements($1) …`, in the order of the list. */
export function sharedStatement(
  api: string,
  name: string,
  o: { parameters: readonly SharedArgument[]; writes: boolean },
): SharedStatement {
  return build(api, name, { ...o, named: false });
}

function build(
  api: string,
  name: string,
  o: { parameters: readonly SharedArgument[]; writes: boolean; named: boolean },
): SharedStatement {
  const { parameters, writes } = o;
  const own = parameters.filter(({ form }) => form !== 'same');
  const same = parameters.filter(({ form }) => form === 'same');
  const written = parameters.map((parameter) => {
    const place = own.indexOf(parameter);
    return `${parameter.name} => ${place < 0 ? `$${same.indexOf(parameter) + 2}` : member(place, parameter.form)}`;
  });
  const patience = writes ? `(select set_config('lock_timeout', '${LOCK_TIMEOUT}', true)) as p cross join ` : '';
  const answer = `${api}.${name}(${written.join(', ')})`;
  // In a case the order of evaluation is certain: each function finds the name of its own call.
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
    named: () => build(api, name, { ...o, named: true }),
  };
}

/** A member of a call's list as the type that the function takes. */
function member(place: number, form: SharedArgument['form']): string {
  if (form === 'json') return `nullif(c.value -> ${place}, 'null')`;
  return form === 'text' ? `c.value ->> ${place}` : `(c.value ->> ${place})::${form}`;
}

/** Runs one statement for the values of several calls, and answers one for each. */
export type AskTogether = (calls: readonly (readonly unknown[])[], visitor: Visitor) => Promise<(string | null)[]>;

interface Waiter {
  values: readonly unknown[];
  rows: string;
  visitor: Visitor;
  since: number;
  resolve(answer: string | null): void;
  reject(error: unknown): void;
}

/** Two at a time keep the database busy; what arrives meanwhile goes together with the next. */
const AT_ONCE = 2;
/** One that takes longer waits for something, a lock or somebody's slow function, and does not count any more. */
const BUSY_MS = 50;
const MOST_TOGETHER = 64;
const MOST_WAITING = 2_000;
const PATIENCE_MS = 2_000;

/** `isolates`: whether an error may be one call's alone, so that each of the others is worth a statement of its own. */
export function shareStatements(ask: AskTogether, isolates: (error: unknown) => boolean) {
  const waiting: Waiter[] = [];
  let running = 0;
  const unavailable = (): Refusal => refuseForNow(PATIENCE_MS);

  const run = async (group: readonly Waiter[]): Promise<void> => {
    try {
      const answers = await ask(
        group.map(({ values }) => values),
        group.length === 1 ? (group[0]?.visitor ?? {}) : {},
      );
      group.forEach(({ resolve }, index) => void resolve(answers[index] ?? null));
    } catch (error) {
      if (group.length === 1 || !isolates(error)) for (const { reject } of group) reject(error);
      else for (const one of group) void run([one]); // not waited for: the next need not wait for a locked row
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
      // All lock rows in one order, so that no two wait for each other.
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

  // What arrives together goes together: requests that are read in one turn of the event loop, instead of the first by itself.
  let gathering = false;
  const gather = (): void => {
    if (gathering) return;
    gathering = true;
    setImmediate(() => {
      gathering = false;
      next();
    });
  };

  /** `rows`: what the call locks, '' where it only reads. */
  return (values: readonly unknown[], visitor: Visitor, rows = ''): Promise<string | null> => {
    if (waiting.length >= MOST_WAITING) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      waiting.push({ values, rows, visitor, since: performance.now(), resolve, reject });
      gather();
    });
  };
}
