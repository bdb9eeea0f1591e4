// A number of slots with a queue that is fair between clients and limited by waiting time. A caller that would wait too
// long is refused at once. If the queue is full, the last caller of the client with the most callers is refused.
import { refuseForNow } from '../http/errors.ts';

export interface WaitingLine {
  /**
   * Takes a slot and returns the function that releases it. Rejects with 503 if the wait would be, or has become, too
   * long.
   */
  enter(visitor?: Visitor): Promise<() => void>;
  /** Slots in use and waiting callers. */
  readonly load: { running: number; waiting: number };
}

export interface Visitor {
  /** Key of the client. Slots are assigned to waiting clients in turn, however many requests each has. */
  client?: string;
  /** Returns true if the caller has given up; then no slot is assigned. */
  gone?: () => boolean;
}

interface Waiter extends Visitor {
  start: (leave: () => void) => void;
  refuse: () => void;
  timer: NodeJS.Timeout;
}

/** Weight of the newest duration in the moving average, so that it follows a change within about ten calls. */
const WEIGHT = 0.1;

/**
 * Creates a queue for `places` slots. It rejects callers that would wait longer than `wait_ms`, from the measured duration of
 * calls; `guess_ms` is the initial estimate. `most` is the maximum length of the queue.
 */
export function createWaitingLine(o: {
  places: number;
  wait_ms: number;
  guess_ms: number;
  most: number;
  now?: () => number;
}): WaitingLine {
  const now = o.now ?? (() => performance.now());
  /** Waiting callers by client, in the order of turns. Each client has at least one. */
  const clients = new Map<string, Waiter[]>();
  let running = 0;
  let waiting = 0;
  let mean_ms = o.guess_ms;
  let idle_since = now();

  const room = (): number => Math.min(o.most, Math.floor((o.wait_ms * o.places) / mean_ms));
  const unavailable = () => refuseForNow((waiting * mean_ms) / o.places);

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

  /** Lets the measured duration decay while the queue is idle, so that an old slow period causes no refusals. */
  const forget = (): void => {
    const share = o.wait_ms === 0 ? 0 : Math.exp((idle_since - now()) / o.wait_ms);
    mean_ms = o.guess_ms + (mean_ms - o.guess_ms) * share;
  };

  /** Passes the slot to the first waiting caller of the next client. */
  const handOn = (): void => {
    for (const [client, queue] of clients) {
      const next = queue.shift() as Waiter;
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

  const remove = (client: string, waiter: Waiter): void => {
    const queue = clients.get(client) as Waiter[];
    queue.splice(queue.indexOf(waiter), 1);
    if (queue.length === 0) clients.delete(client);
    waiting -= 1;
    clearTimeout(waiter.timer);
    waiter.refuse();
  };

  /** Makes room for one more caller of a client by refusing one of a client with more; false if there is none. */
  const makeRoom = (client: string): boolean => {
    if (waiting < room()) return true;
    let longest = { name: client, queue: [] as Waiter[] };
    for (const [name, queue] of clients) if (queue.length > longest.queue.length) longest = { name, queue };
    if (longest.queue.length <= (clients.get(client)?.length ?? 0) + 1) return false;
    remove(longest.name, longest.queue.at(-1) as Waiter);
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
        const waiter: Waiter = { start, refuse, timer, ...(gone ? { gone } : {}) };
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
