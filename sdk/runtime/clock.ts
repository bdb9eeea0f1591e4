// Timeouts as abort signals that can be cancelled, and waiting under a signal.
import { InvalidRequestError } from './errors.ts';

/** The maximum of a timer, 24.8 days; a longer one fires at once. */
export const longest = 2 ** 31 - 1;

export interface Alarm {
  readonly signal: AbortSignal;
  clear(): void;
}

/** Rejects a value that is no number of at least 0, which a timer would treat as 0. */
export function checked(name: string, value: number | undefined): number | undefined {
  if (value === undefined || (typeof value === 'number' && value >= 0)) return value;
  const message = `must be a number of at least 0, got ${value}`;
  throw new InvalidRequestError(undefined, [{ path: ['options', name], code: 'value', message }]);
}

/**
 * Aborts with a TimeoutError after `ms`. AbortSignal.timeout cannot be cancelled and may be garbage-collected too
 * early.
 */
export function alarm(ms: number | undefined): Alarm | undefined {
  if (!ms || ms === Number.POSITIVE_INFINITY) return undefined;
  const controller = new AbortController();
  const ring = () => controller.abort(new DOMException(`No answer within ${ms} ms`, 'TimeoutError'));
  const timer = setTimeout(ring, Math.min(ms, longest));
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}

/** Follows a promise until the signal aborts, even if its creator ignores the signal. */
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

/** Combines the given signals into one; without AbortSignal.any (Node before 20.3, older Safari) by listeners. */
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
