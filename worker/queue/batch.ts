// Combines concurrent calls into one statement, so that they share its round trip and commit.
import { isOutage } from '../../core/database/outage.ts';

/**
 * Time in milliseconds after which a running statement, such as one that waits for a lock, no longer delays later
 * calls.
 */
const PATIENCE_MS = 100;

/**
 * Returns a function that runs one item. Items that arrive while a statement runs share the next statement. `run`
 * returns results in the order of its items. If a statement of several items fails, each item runs alone, so that one
 * item cannot fail the others. After an outage all of them fail, because the statement may have been committed.
 */
export function createBatcher<T, R>(run: (items: readonly T[]) => Promise<readonly R[]>): (item: T) => Promise<R> {
  interface Call {
    item: T;
    resolve: (result: R) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Call[] = [];
  let running = 0;
  let scheduled = false;

  const settle = async (calls: readonly Call[]): Promise<void> => {
    try {
      const results = await run(calls.map(({ item }) => item));
      for (const [index, call] of calls.entries()) call.resolve(results[index] as R);
    } catch (error) {
      if (calls.length === 1 || isOutage(error)) for (const call of calls) call.reject(error);
      else await Promise.all(calls.map((call) => settle([call])));
    }
  };
  const start = (): void => {
    scheduled = false;
    if (waiting.length === 0) return;
    const calls = waiting;
    waiting = [];
    running += 1;
    let counts = true;
    const done = (): void => {
      if (!counts) return;
      counts = false;
      running -= 1;
      start();
    };
    const patience = setTimeout(done, PATIENCE_MS);
    void settle(calls).finally(() => {
      clearTimeout(patience);
      done();
    });
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (running > 0 || scheduled) return;
      scheduled = true;
      // Start at the end of this event loop iteration, so that calls of other callbacks join the batch.
      setImmediate(start);
    });
}
