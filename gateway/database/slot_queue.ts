// Limits concurrency with a queue that is fair between clients. The queue is full if a new caller would wait too long.
// It then rejects the last caller of the client with the most callers, which may be the new caller.
import { unavailableError } from '../http/errors.ts';

export interface SlotQueue {
  /**
   * Waits for a slot and returns the function that releases it. Rejects with 503 if the queue is full, if the wait
   * becomes too long, or if the client has disconnected.
   */
  enter(visitor?: QueueClient): Promise<() => void>;
  /** Number of slots in use and of waiting callers. */
  readonly load: { running: number; waiting: number };
}

export interface QueueClient {
  /** Key of the client. Waiting clients get slots in turn, regardless of their numbers of requests. */
  client?: string;
  /** Returns true if the caller has disconnected. If it was waiting, it then gets no slot. */
  gone?: () => boolean;
}

interface WaitingCaller extends QueueClient {
  start: (leave: () => void) => void;
  refuse: () => void;
  timer: NodeJS.Timeout;
}

/** Weight of the newest duration in the moving average of durations, which follows a change within about ten calls. */
const WEIGHT = 0.1;

/**
 * Creates a queue for `places` slots. The queue is full if it has `most` callers, or if the wait would exceed `wait_ms`
 * at the measured duration of calls. `guess_ms` is the initial estimate of that duration.
 */
export function createSlotQueue(o: {
  places: number;
  wait_ms: number;
  guess_ms: number;
  most: number;
  now?: () => number;
  /** Name of the error of a rejected caller, by default `unavailable`. */
  refusal?: 'reports_busy';
}): SlotQueue {
  const now = o.now ?? (() => performance.now());
  /** Waiting callers by client. The first client in the map gets the next slot. Each client has at least one caller. */
  const clients = new Map<string, WaitingCaller[]>();
  let running = 0;
  let waiting = 0;
  let mean_ms = o.guess_ms;
  let idle_since = now();

  const room = (): number => Math.min(o.most, Math.floor((o.wait_ms * o.places) / mean_ms));
  const unavailable = () => unavailableError((waiting * mean_ms) / o.places, o.refusal);

  const startOne = (): (() => void) => {
    const began = now();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      mean_ms += WEIGHT * (now() - began - mean_ms);
      handOn();
      if (running === 0) idle_since = now();
    };
  };

  /**
   * Decays the measured duration while the queue is idle, so that calls are not rejected because of an old slow
   * period.
   */
  const forget = (): void => {
    const share = o.wait_ms === 0 ? 0 : Math.exp((idle_since - now()) / o.wait_ms);
    mean_ms = o.guess_ms + (mean_ms - o.guess_ms) * share;
  };

  /** Passes the slot to the first waiting caller of the next client. Releases the slot if no connected caller waits. */
  const handOn = (): void => {
    for (const [client, queue] of clients) {
      const next = queue.shift() as WaitingCaller;
      waiting -= 1;
      clients.delete(client);
      if (queue.length > 0) clients.set(client, queue);
      clearTimeout(next.timer);
      if (!next.gone?.()) {
        next.start(startOne());
        return;
      }
      next.refuse();
    }
    running -= 1;
  };

  const remove = (client: string, waiter: WaitingCaller): void => {
    const queue = clients.get(client) as WaitingCaller[];
    queue.splice(queue.indexOf(waiter), 1);
    if (queue.length === 0) clients.delete(client);
    waiting -= 1;
    clearTimeout(waiter.timer);
    waiter.refuse();
  };

  /**
   * Returns true if a new caller of `client` may join the queue. If the queue is full, rejects the last caller of the
   * client with the most callers. If that would leave it fewer callers than `client` then has, rejects nobody and
   * returns false.
   */
  const makeRoom = (client: string): boolean => {
    if (waiting < room()) return true;
    let longest = { name: client, queue: [] as WaitingCaller[] };
    for (const [name, queue] of clients) if (queue.length > longest.queue.length) longest = { name, queue };
    if (longest.queue.length <= (clients.get(client)?.length ?? 0) + 1) return false;
    remove(longest.name, longest.queue.at(-1) as WaitingCaller);
    return true;
  };

  return {
    enter({ client = '', gone } = {}) {
      if (running === 0) forget();
      if (running < o.places) {
        running += 1;
        return Promise.resolve(startOne());
      }
      if (!makeRoom(client)) return Promise.reject(unavailable());
      return new Promise((start, reject) => {
        const refuse = (): void => reject(unavailable());
        const timer = setTimeout(() => remove(client, waiter), o.wait_ms);
        const waiter: WaitingCaller = { start, refuse, timer, ...(gone ? { gone } : {}) };
        const queue = clients.get(client);
        if (queue) queue.push(waiter);
        else clients.set(client, [waiter]);
        waiting += 1;
      });
    },
    get load() {
      return { running, waiting };
    },
  };
}
