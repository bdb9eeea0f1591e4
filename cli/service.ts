// How a long-running command starts and ends: on a signal all that was started is closed, last first, within a deadline.

/** Longer than a request, a mail in hand and Postgres' shutdown need together; shorter than a container platform's 30 s. */
const DEADLINE_MS = 20_000;
/** npm passes Ctrl-C on although the terminal has sent it already: two signals this close are one. */
const SAME_KEY_MS = 1_000;
const PARENT_POLL_MS = 250;

class Stopped extends Error {}

export interface Service {
  /** Registers what must be closed. */
  add(what: string, close: () => Promise<void>): void;
  /** Called between the steps of a start: gives up when a signal has come. */
  check(): void;
  /** Aborted when a signal has come. */
  readonly signal: AbortSignal;
  /** Ends a running service because of a fault. */
  fail(sentence: string): void;
}

/** Starts, waits for a signal, closes. Answers the exit code; what the start throws is thrown after closing. */
export async function runService(
  say: (line: string) => void,
  start: (service: Service) => Promise<void>,
): Promise<number> {
  const closers: { what: string; close: () => Promise<void> }[] = [];
  const stop = new AbortController();
  const stopped = new Promise((resolve) => stop.signal.addEventListener('abort', resolve, { once: true }));
  let code = 0;
  let asked_at = 0;

  const end = (): void => {
    if (asked_at === 0) {
      asked_at = Date.now();
      say('Stopping.');
      stop.abort();
      setTimeout(() => {
        say(`Not everything has ended after ${DEADLINE_MS / 1000} s; stopping at once.`);
        process.exit(1);
      }, DEADLINE_MS).unref();
    } else if (Date.now() - asked_at > SAME_KEY_MS) {
      say('Stopping at once.');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  if (process.env.npm_lifecycle_event) {
    // A signal to npm ends the shell between npm and us, and is not passed on: we see that our parent is another one.
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent && asked_at === 0) end();
    }, PARENT_POLL_MS).unref();
  }

  const service: Service = {
    add: (what, close) => closers.push({ what, close }),
    check: () => {
      if (stop.signal.aborted) throw new Stopped();
    },
    signal: stop.signal,
    fail: (sentence) => {
      if (stop.signal.aborted) return;
      say(sentence);
      code = 1;
      end();
    },
  };
  try {
    await start(service);
    await stopped;
  } catch (error) {
    // What a signal interrupts may reject with anything.
    if (!stop.signal.aborted) throw error;
  } finally {
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) {
      await next.close().catch((error: unknown) => {
        code = 1;
        say(`${next?.what} did not close cleanly: ${error instanceof Error ? error.message : String(error)}`);
      });
    }
  }
  return code;
}
