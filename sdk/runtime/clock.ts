// Timeouts as abort signals that can be called off, and waiting under a signal.
import { InvalidRequestError } from './errors.ts';

/** The longest a timer can run, 24.8 days; one set to more rings at once. */
export const longest = 2 ** 31 - 1;

export interface Alarm {
  readonly signal: AbortSignal;
  clear(): void;
}

/** Refuses what is no number of at least 0; a timer would take it for "at once". */
export function checked(name: string, value: number | undefined): number | undefined {
  if (value === undefined || (typeof value === 'number' && value >= 0)) return value;
  const message = `must be a number of at least 0, got ${value}`;
  throw new InvalidRequestError(undefined, [{ path: ['options', name], code: 'value', message }]);
}

/** Aborts with a TimeoutError after `ms`; AbortSignal.timeout cannot be called off and may be collected too early. */
export function alarm(ms: number | undefined): Alarm | undefined {
  if (!ms || ms === Number.POSITIVE_INFINITY) return undefined;
  const controller = new AbortController();
  const ring = () => controller.abort(new DOMException(`No answer within ${ms} ms`, 'TimeoutError'));
  const timer = setTimeout(ring, Math.min(ms, longest));
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** Follows a promise until the signal aborts, also when whoever made the promise ignores the signal. */
export function until<T>(signal: AbortSignal, start: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    start()
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The signals that are there, as one; done by hand where AbortSignal.any is missing (Node before 20.3, older Safari). */
export function anyOf(...signals: (AbortSignal | null | undefined)[]): AbortSignal {
  const given = signals.filter((signal) => signal !== undefined && signal !== null);
  if (typeof AbortSignal.any === 'function') return AbortSignal.any(given);
  const both = new AbortController();
  for (const signal of given) {
    if (signal.aborted) both.abort(signal.reason);
    else signal.addEventListener('abort', () => both.abort(signal.reason), { once: true, signal: both.signal });
  }
  return both.signal;
}
