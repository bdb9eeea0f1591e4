// Calls that only read and arrive while others run share one statement, because the system calls, the transaction and the
// set-up of a statement cost several times as much as one short function.
import { type Refusal, refuseForNow } from '../http/errors.ts';
import type { Visitor } from './waiting_line.ts';

/** The statement for several calls: one row each, in their order. */
export interface SharedStatement {
  text: string;
  /** The parameters, of the values of each call. */
  values(calls: readonly (readonly unknown[])[]): unknown[];
}

/** An argument of the function, and whether each call brings its own: as JSON, as text, or the same for all. */
export interface SharedArgument {
  name: string;
  form: 'json' | 'text' | 'same';
}

/** `select api.f(a => c.value -> 0, b => c.value ->> 1, s => $2) from jsonb_array_elements($1) …`. */
export function sharedStatement(api: string, name: string, parameters: readonly SharedArgument[]): SharedStatement {
  const own = parameters.filter(({ form }) => form !== 'same');
  const same = parameters.filter(({ form }) => form === 'same');
  const written = parameters.map((parameter) => {
    const place = own.indexOf(parameter);
    const value =
      place < 0 ? `$${same.indexOf(parameter) + 2}` : `c.value ${parameter.form === 'json' ? '->' : '->>'} ${place}`;
    return `${parameter.name} => ${value}`;
  });
  return {
    text: `select ${api}.${name}(${written.join(', ')}) as answer
from jsonb_array_elements($1) with ordinality as c (value, place) order by c.place`,
    values(calls) {
      const list = calls.map((call) => {
        const members = parameters.flatMap(({ form }, index) => {
          if (form === 'same') return [];
          return form === 'json' ? (call[index] ?? 'null') : JSON.stringify(call[index] ?? null);
        });
        return `[${members.join()}]`;
      });
      const [first = []] = calls;
      return [`[${list.join()}]`, ...parameters.flatMap(({ form }, index) => (form === 'same' ? [first[index]] : []))];
    },
  };
}

/** Runs one statement for the values of several calls, and answers one for each. */
export type AskTogether = (calls: readonly (readonly unknown[])[], visitor: Visitor) => Promise<(string | null)[]>;

interface Waiter {
  values: readonly unknown[];
  visitor: Visitor;
  since: number;
  resolve(answer: string | null): void;
  reject(error: unknown): void;
}

/** Two at a time keep the database busy; what arrives meanwhile goes together with the next. */
const AT_ONCE = 2;
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
      else await Promise.all(group.map((one) => run([one])));
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
      running += 1;
      void run(group).finally(() => {
        running -= 1;
        next();
      });
    }
  };

  return (values: readonly unknown[], visitor: Visitor): Promise<string | null> => {
    if (waiting.length >= MOST_WAITING) return Promise.reject(unavailable());
    return new Promise((resolve, reject) => {
      waiting.push({ values, visitor, since: performance.now(), resolve, reject });
      next();
    });
  };
}
