// Waits for the database at start, because it may start at the same time, or a failover may be in progress.
import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage, sqlStateOrErrorCode } from './outage.ts';

const PAUSE_MS = 500;

/**
 * Retries until the database is available. Logs the reason for the wait, and again when the reason changes. Throws any
 * error that is not an outage, and an AbortError if `signal` aborts during a pause.
 */
export async function retryDuringOutage<T>(
  ask: () => Promise<T>,
  o: { say: (sentence: string) => void; signal?: AbortSignal | undefined },
): Promise<T> {
  let logged = '';
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isOutage(error)) throw error;
      const sentence = `Waiting for the database: ${error instanceof Error && error.message !== '' ? error.message : sqlStateOrErrorCode(error)}`;
      if (sentence !== logged) o.say(sentence);
      logged = sentence;
      await sleep(PAUSE_MS, undefined, o.signal ? { signal: o.signal } : {});
    }
  }
}
