// Leaves a gateway that keeps failing alone for a while, so that its recovery is not our next attack.

export interface Circuit {
  /** Seconds until the gateway may be asked again; 0 is at once. */
  pause(): number;
  failed(): void;
  answered(): void;
}

const FAILURES = 5;
const WITHIN_MS = 10_000;
const OPEN_MS = 30_000;

export function createCircuit(now: () => number = Date.now): Circuit {
  let failures: number[] = [];
  let open_until = 0;
  return {
    pause: () => Math.max(0, open_until - now()) / 1000,
    failed() {
      failures = [...failures.filter((at) => at > now() - WITHIN_MS), now()];
      if (failures.length < FAILURES) return;
      open_until = now() + OPEN_MS;
      failures = [];
    },
    answered() {
      failures = [];
    },
  };
}
