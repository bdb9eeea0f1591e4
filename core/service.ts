// Runs a long-running command. A signal closes everything that was started, in reverse order, within a deadline.
import { isatty } from 'node:tty';
import { runInNewContext } from 'node:vm';

/** Time in milliseconds for completing the mail that is being sent, and for the shutdown of Postgres. */
const OWN_MS = 10_000;
/** Deadline of the shutdown in milliseconds: OWN_MS plus a request of 10 s. Shorter than the 30 s of Kubernetes. */
const DEADLINE_MS = 20_000;
/**
 * Time in milliseconds within which two signals count as one. With npm, Ctrl-C arrives twice, from the terminal and
 * from npm.
 */
const SAME_KEY_MS = 1_000;
const PARENT_POLL_MS = 250;
const LAST_WORDS_MS = 1_000;

class StoppedError extends Error {
  readonly code = 'stopped';
}

/**
 * Collects the garbage of the start and returns the memory to the operating system. flags.mjs exposes gc(). Changing a
 * flag here would make V8 reject the compile cache of later starts.
 */
function releaseMemory(): void {
  const collect = runInNewContext('gc') as (o: { type: 'major'; flavor: 'last-resort' }) => void;
  collect({ type: 'major', flavor: 'last-resort' });
}

export interface Service {
  /**
   * Registers a function that closes something, and the time that it needs. With `at_once`, it must close without the
   * shutdown delay for load balancers.
   */
  add(what: string, close: (o: { at_once: boolean }) => Promise<void>, needs_ms?: number): void;
  /** Sets the action of SIGHUP. If the terminal was closed, SIGHUP stops the service instead. */
  onHangUp(work: () => void): void;
  /** Extends the deadline of the shutdown. */
  allow(needs_ms: number): void;
  /** Throws if a stop signal has arrived. Call it between the steps of a start. */
  check(): void;
  /** Aborts on a stop signal. */
  readonly signal: AbortSignal;
  /** Stops the running service because of an error. */
  fail(sentence: string): void;
}

/** Registers the triggers that stop a service. */
export type RegisterStopTriggers = (service: {
  end: (o: { at_once: boolean }) => void;
  /** Returns true if the service is stopping. */
  ending: () => boolean;
  /** Returns the action of SIGHUP, if one is set. */
  hangUp: () => (() => void) | undefined;
}) => void;

/** Stops on signals and if npm has ended. Only SIGTERM waits for the shutdown delay. */
const bySignals: RegisterStopTriggers = ({ end, ending, hangUp }) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end({ at_once: signal !== 'SIGTERM' }));
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
  process.on('SIGHUP', () => {
    const work = hangUp();
    // After the terminal was closed, isatty() returns false.
    if (work && terminals.every((descriptor) => isatty(descriptor))) work();
    else end({ at_once: true });
  });
  if (!process.env.npm_lifecycle_event) return;
  // A signal to npm ends the shell between npm and this process, and this process gets no signal. Therefore a change of
  // the parent process is detected.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !ending()) end({ at_once: true });
  }, PARENT_POLL_MS).unref();
};

/**
 * Starts the service, waits for a stop request, and closes. Returns the exit code. Rethrows errors of the start after
 * closing.
 */
export async function runService(
  say: (line: string) => void,
  start: (service: Service) => Promise<void>,
  stops: RegisterStopTriggers = bySignals,
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
    // A stop signal may interrupt the start with any error.
    if (!stop.signal.aborted) throw error;
  } finally {
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) {
      await next.close({ at_once }).catch((error: unknown) => {
        code = 1;
        say(`${next?.what} did not close cleanly: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
    // Exits even if a slow reader does not read the last output.
    setTimeout(() => process.exit(code), LAST_WORDS_MS).unref();
  }
  return code;
}
