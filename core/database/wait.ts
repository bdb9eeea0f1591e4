// A start waits for the database: serve and worker begin beside it, and a fail-over may be under way.
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, isOutage } from './outage.ts';

const PAUSE_MS = 500;

/** Asks until the database answers. Says once for what it waits; an error that is no outage is thrown. */
export async function whileAway<T>(
  ask: () => Promise<T>,
  o: { say: (sentence: string) => void; signal?: AbortSignal | undefined },
): Promise<T> {
  let said = '';
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isOutage(error)) throw error;
      const sentence = `Waiting for the database: ${error instanceof Error && error.message !== '' ? error.message : codeOf(error)}`;
      if (sentence !== said) o.say(sentence);
      said = sentence;
      await sleep(PAUSE_MS, undefined, o.signal ? { signal: o.signal } : {});
    }
  }
}
