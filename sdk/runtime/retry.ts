// Conditions for retrying a failed attempt, and the wait before.
import { checked, longest } from './clock.ts';
import type { RetryConfig } from './options.ts';

export interface RetryPlan {
  readonly initialInterval: number;
  readonly maxInterval: number;
  readonly exponent: number;
  readonly maxElapsedTime: number;
  readonly connectionErrors: boolean;
  readonly codes: readonly string[];
}

/** Parses a configuration; a partial backoff keeps the other defaults. */
export function retryPlan(config: RetryConfig, codes: readonly string[] | undefined): RetryPlan {
  return {
    initialInterval: checked('initialInterval', config.backoff?.initialInterval) ?? 500,
    maxInterval: checked('maxInterval', config.backoff?.maxInterval) ?? 60_000,
    exponent: checked('exponent', config.backoff?.exponent) ?? 1.5,
    maxElapsedTime: checked('maxElapsedTime', config.backoff?.maxElapsedTime) ?? 3_600_000,
    connectionErrors: config.retryConnectionErrors ?? false,
    codes: codes ?? ['429', '500', '502', '503', '504'],
  };
}

export function retriesStatus(plan: RetryPlan, status: number): boolean {
  return plan.codes.some((code) => (/^\dxx$/i.test(code) ? code[0] === String(status)[0] : code === String(status)));
}

/**
 * Returns the wait before retry number `count`: the API's Retry-After, else the backoff minus up to a quarter of random
 * jitter.
 */
export function backoff(plan: RetryPlan, count: number, asked: number | undefined, random = Math.random): number {
  if (asked !== undefined) return asked;
  // Zero times infinity is NaN.
  const full = Math.min(plan.initialInterval * plan.exponent ** count || 0, plan.maxInterval);
  return full * (1 - random() / 4);
}

/** Parses Retry-After: seconds, also fractional, any of the three HTTP date formats, or the variant in milliseconds. */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const ms = headers.get('retry-after-ms')?.trim();
  if (ms && /^\d+(\.\d+)?$/.test(ms)) return Number(ms);
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d*\.?\d+$/.test(value)) return Number(value) * 1000;
  if (!/[a-z]{3}/i.test(value)) return undefined;
  const time = Date.parse(/GMT|UTC|[+-]\d{4}$/.test(value) ? value : `${value} GMT`);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/** Waits; an abort ends the wait and rejects with the signal's reason. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop);
        resolve();
      },
      Math.min(ms, longest),
    );
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
