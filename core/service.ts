// How a long-running command starts and ends: on a signal all that was started is closed, last first, within a deadline.
import { isatty } from 'node:tty';
import { runInNewContext } from 'node:vm';

/** Longer than a mail in hand and Postgres' shutdown need together. */
const OWN_MS = 10_000;
/** Longer than that and a request with its usual 10 s; shorter than a container platform's 30 s. */
const DEADLINE_MS = 20_000;
/** npm passes Ctrl-C on although the terminal has sent it already: two signals this close are one. */
const SAME_KEY_MS = 1_000;
const PARENT_POLL_MS = 250;
const LAST_WORDS_MS = 1_000;

class Stopped extends Error {}

/**
 * Collects what the start has left behind, a migration's files and driver for instance; the pages go back to the system. The
 * function is there by flags.mjs: a flag changed here would make V8 refuse the compiled modules of every later start.
 */
function giveBack(): void {
  const collect = runInNewContext('gc') as (o: { type: 'major'; flavor: 'last-resort' }) => void;
  collect({ type: 'major', flavor: 'last-resort' });
}

export interface Service {
  /**
   * Registers what must be closed, and what that may take beside what everything takes. `at_once`: somebody at a terminal
   * waits for it, or a fault ends the process; otherwise others are still to learn that it ends.
   */
  add(what: string, close: (o: { at_once: boolean }) => Promise<void>, needs_ms?: number): void;
  /** What SIGHUP asks for in place of the end, unless it says that the terminal is gone. */
  onHangUp(work: () => void): void;
  /** Closing may take this long beside what everything takes, as is known only now. */
  allow(needs_ms: number): void;
  /** Called between the steps of a start: gives up when a signal has come. */
  check(): void;
  /** Aborted when a signal has come. */
  readonly signal: AbortSignal;
  /** Ends a running service because of a fault. */
  fail(sentence: string): void;
}

/** Who says that a service is to stop. */
export type Stops = (service: {
  end: (o: { at_once: boolean }) => void;
  /** Whether it has been told already. */
  ending: () => boolean;
  /** What SIGHUP asks for, where it is not the end. */
  hangUp: () => (() => void) | undefined;
}) => void;

/** Signals, of which SIGTERM alone leaves others the time to learn of it, and the end of npm. */
const bySignals: Stops = ({ end, ending, hangUp }) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end({ at_once: signal !== 'SIGTERM' }));
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
  process.on('SIGHUP', () => {
    const work = hangUp();
    // One that has hung up is no terminal any more.
    if (work && terminals.every((descriptor) => isatty(descriptor))) work();
    else end({ at_once: true });
  });
  if (!process.env.npm_lifecycle_event) return;
  // A signal to npm ends the shell between npm and us, and is not passed on: we see that our parent is another one.
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !ending()) end({ at_once: true });
  }, PARENT_POLL_MS).unref();
};

/** Starts, waits until it is to stop, closes. Answers the exit code; what the start throws is thrown after closing. */
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
        say(`Not everything has ended after ${deadline_ms / 1000} s; stopping at once.`);
        process.exit(1);
      }, deadline_ms).unref();
    } else if (Date.now() - asked_at > SAME_KEY_MS) {
      say('Stopping at once.');
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
      if (stop.signal.aborted) throw new Stopped();
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
    giveBack();
    await stopped;
  } catch (error) {
    // What a signal interrupts may reject with anything.
    if (!stop.signal.aborted) throw error;
  } finally {
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) {
      await next.close({ at_once }).catch((error: unknown) => {
        code = 1;
        say(`${next?.what} did not close cleanly: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
    // What was said last waits for its reader, who may stand still.
    setTimeout(() => process.exit(code), LAST_WORDS_MS).unref();
  }
  return code;
}
