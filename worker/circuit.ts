// Stops asking an SMS gateway or mail server that keeps failing for a while, so that it can recover.

export interface Circuit {
  /** Seconds until it may be asked again; 0 is at once. */
  pause(): number;
  failed(): void;
  answered(): void;
}

export interface CircuitOptions {
  /** So many failures within this time … */
  failures: number;
  within_ms: number;
  /** … and it is left alone for this one. */
  open_ms: number;
  now?: () => number;
}

export function createCircuit({ failures: most, within_ms, open_ms, now = Date.now }: CircuitOptions): Circuit {
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
