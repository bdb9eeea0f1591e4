// Runs a long-running command: on a signal, closes everything that was started in reverse order, within a deadline.
import { isatty } from 'node:tty';
import { runInNewContext } from 'node:vm';

/** Enough for the mail being sent and for Postgres' shutdown together. */
const OWN_MS = 10_000;
/** Longer than OWN_MS plus a request of 10 s; shorter than the 30 s of container platforms. */
const DEADLINE_MS = 20_000;
/** npm forwards Ctrl-C although the terminal has sent it: two signals within this time count as one. */
const SAME_KEY_MS = 1_000;
const PARENT_POLL_MS = 250;
const LAST_WORDS_MS = 1_000;

class StoppedError extends Error {
  readonly code = 'stopped';
}

/**
 * Collects garbage of the start, such as a migration's files, and returns the memory to the system. flags.mjs exposes gc():
 * changing a flag here would make V8 reject the compile cache of later starts.
 */
function releaseMemory(): void {
  const collect = runInNewContext('gc') as (o: { type: 'major'; flavor: 'last-resort' }) => void;
  collect({ type: 'major', flavor: 'last-resort' });
}

export interface Service {
  /**
   * Registers a closer and the time it needs. `at_once`: closes without the delay in which load balancers learn of the
   * shutdown, because a terminal asked for it or an error ends the process.
   */
  add(what: string, close: (o: { at_once: boolean }) => Promise<void>, needs_ms?: number): void;
  /** Sets what SIGHUP does instead of stopping, unless the terminal has hung up. */
  onHangUp(work: () => void): void;
  /** Extends the closing deadline by this time. */
  allow(needs_ms: number): void;
  /** Throws if a signal has arrived. Call it between the steps of a start. */
  check(): void;
  /** Aborted by a signal. */
  readonly signal: AbortSignal;
  /** Stops the running service because of an error. */
  fail(sentence: string): void;
}

/** Registers the triggers that stop a service. */
export type Stops = (service: {
  end: (o: { at_once: boolean }) => void;
  /** Returns true if the service is stopping. */
  ending: () => boolean;
  /** Returns the action of SIGHUP, if one is set. */
  hangUp: () => (() => void) | undefined;
}) => void;

/** Stops on signals and when npm is gone. Only SIGTERM allows the shutdown delay. */
const bySignals: Stops = ({ end, ending, hangUp }) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end({ at_once: signal !== 'SIGTERM' }));
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
  process.on('SIGHUP', () => {
    const work = hangUp();
    // After a hang-up, isatty() returns false.
    if (work && terminals.every((descriptor) => isatty(descriptor))) work();
    else end({ at_once: true });
  });
  if (!process.env.npm_lifecycle_event) return;
  // A signal to npm ends the shell between npm and this process without reaching us, so we watch for a new parent.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !ending()) end({ at_once: true });
  }, PARENT_POLL_MS).unref();
};

/** Starts the service, waits for a stop request and closes. Returns the exit code. Rethrows errors of the start after closing. */
export async function runService(
  say: (line: string) => void,
  start: (service: Service) => Promise<void>,
  stops: Stops = bySignals,
): Promise<number> {
  const closers: { what: string; close: (o: { at_once: boolean }) => Promise<void> }[] = [];
  let deadline_ms = DEADLINE_MS;
  const stop = new AbortController();
  const stopped = new Promise((resolve) => stop.signal.addEventListener('abort', resolve, { once: true }));
  let code = 0;
  let asked_at = 0;
  let at_once = true;

  const end = (how: { at_once: boolean }): void => {
    if (asked_at === 0) {
      asked_at = Date.now();
      at_once = how.at_once;
      say('Stopping.');
      stop.abort();
      setTimeout(() => {
        say(`Not everything closed within ${deadline_ms / 1000} s; exiting now.`);
        process.exit(1);
      }, deadline_ms).unref();
    } else if (Date.now() - asked_at > SAME_KEY_MS) {
      say('Exiting now.');
      process.exit(1);
    }
  };
  let on_hang_up: (() => void) | undefined;
  stops({ end, ending: () => asked_at !== 0, hangUp: () => on_hang_up });

  const service: Service = {
    add: (what, close, needs_ms = 0) => {
      closers.push({ what, close });
      service.allow(needs_ms);
    },
    allow: (needs_ms) => {
      deadline_ms = Math.max(deadline_ms, needs_ms + OWN_MS);
    },
    onHangUp: (work) => {
      on_hang_up = work;
    },
    check: () => {
      if (stop.signal.aborted) throw new StoppedError();
    },
    signal: stop.signal,
    fail: (sentence) => {
      if (stop.signal.aborted) return;
      say(sentence);
      code = 1;
      end({ at_once: true });
    },
  };
  try {
    await start(service);
    releaseMemory();
    await stopped;
  } catch (error) {
    // A signal may interrupt the start with any error.
    if (!stop.signal.aborted) throw error;
  } finally {
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) {
      await next.close({ at_once }).catch((error: unknown) => {
        code = 1;
        say(`${next?.what} did not close cleanly: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
    // Exits even if a slow reader does not take the last output.
    setTimeout(() => process.exit(code), LAST_WORDS_MS).unref();
  }
  return code;
}
