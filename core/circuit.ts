// Circuit breaker for an SMS gateway or mail server: after repeated failures it stops attempts for a while.

export interface CircuitBreaker {
  /** Returns the seconds until the next attempt is allowed; 0 means now. */
  pause(): number;
  failed(): void;
  answered(): void;
}

export interface CircuitOptions {
  /** Number of failures within `within_ms` that opens the circuit. */
  failures: number;
  within_ms: number;
  /** Time in milliseconds for which an open circuit allows no attempt. */
  open_ms: number;
  now?: () => number;
}

export function createCircuitBreaker({
  failures: most,
  within_ms,
  open_ms,
  now = Date.now,
}: CircuitOptions): CircuitBreaker {
  let failures: number[] = [];
  let open_until = 0;
  return {
    pause: () => Math.max(0, open_until - now()) / 1000,
    failed() {
      failures = [...failures.filter((at) => at > now() - within_ms), now()];
      if (failures.length < most) return;
      open_until = now() + open_ms;
      failures = [];
    },
    answered() {
      failures = [];
    },
  };
}
