// A number of places and a bounded, timed line in front of them: what does not fit is refused at once, not later.
import { refuse } from '../http/errors.ts';

export interface WaitingLine {
  /** Takes a place; answers what gives it back. Rejects with 503 when the line is full or the wait too long. */
  enter(): Promise<() => void>;
  /** Places taken, and callers that wait. */
  readonly load: { running: number; waiting: number };
}

interface Waiter {
  start: (leave: () => void) => void;
  timer: NodeJS.Timeout;
}

/** A line of `places` with at most `longest` waiting for at most `patience_ms`. */
export function createWaitingLine(o: { places: number; longest: number; patience_ms: number }): WaitingLine {
  let running = 0;
  const waiting: Waiter[] = [];

  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) {
      running -= 1;
      return;
    }
    clearTimeout(next.timer);
    next.start(once(leave)); // the place goes from hand to hand
  };

  return {
    enter() {
      if (running < o.places) {
        running += 1;
        return Promise.resolve(once(leave));
      }
      if (waiting.length >= o.longest) return Promise.reject(refuse('unavailable'));
      return new Promise((start, reject) => {
        const waiter: Waiter = {
          start,
          timer: setTimeout(() => {
            waiting.splice(waiting.indexOf(waiter), 1);
            reject(refuse('unavailable'));
          }, o.patience_ms),
        };
        waiting.push(waiter);
      });
    },
    get load() {
      return { running, waiting: waiting.length };
    },
  };
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
