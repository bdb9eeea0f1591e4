// Waits for the database at start: serve and worker may start at the same time as the database, or during a fail-over.
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, isOutage } from './outage.ts';

const PAUSE_MS = 500;

/** Retries until the database answers, and logs once what it waits for. Throws any error that is not an outage. */
export async function whileAway<T>(
  ask: () => Promise<T>,
  o: { say: (sentence: string) => void; signal?: AbortSignal | undefined },
): Promise<T> {
  let logged = '';
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isOutage(error)) throw error;
      const sentence = `Waiting for the database: ${error instanceof Error && error.message !== '' ? error.message : codeOf(error)}`;
      if (sentence !== logged) o.say(sentence);
      logged = sentence;
      await sleep(PAUSE_MS, undefined, o.signal ? { signal: o.signal } : {});
    }
  }
}
