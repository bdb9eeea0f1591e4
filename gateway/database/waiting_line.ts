// A number of places and a line in front of them, fair between clients and bounded by time. A caller who would wait too long
// is refused at once. If the line is full, the last caller of the client with the most callers in it is refused.
import { refuseForNow } from '../http/errors.ts';

export interface WaitingLine {
  /** Takes a place; answers what gives it back. Rejects with 503 when the wait would be, or has become, too long. */
  enter(visitor?: Visitor): Promise<() => void>;
  /** Places taken, and callers that wait. */
  readonly load: { running: number; waiting: number };
}

export interface Visitor {
  /** Whose turn it is: in each round a client has one, however many of its requests wait. */
  client?: string;
  /** Whether nobody waits for the answer any more; then no place is given. */
  gone?: () => boolean;
}

interface Waiter extends Visitor {
  start: (leave: () => void) => void;
  refuse: () => void;
  timer: NodeJS.Timeout;
}

/** The weight of the last call's time in the running mean, so that it follows a change within about ten calls. */
const WEIGHT = 0.1;

/**
 * A line of `places` in which nobody waits longer than `wait_ms`. How long one takes is measured, and `guess_ms` until then;
 * `most` bounds what is remembered where they are fast.
 */
export function createWaitingLine(o: {
  places: number;
  wait_ms: number;
  guess_ms: number;
  most: number;
  now?: () => number;
}): WaitingLine {
  const now = o.now ?? (() => performance.now());
  /** In the order of their turns; a client that waits has at least one entry. */
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

  /** The measured time is forgotten when nobody waits: after a slow period the next rush must not be refused because of it. */
  const forget = (): void => {
    const share = o.wait_ms === 0 ? 0 : Math.exp((idle_since - now()) / o.wait_ms);
    mean_ms = o.guess_ms + (mean_ms - o.guess_ms) * share;
  };

  /** The place goes from hand to hand: to the first of the next client that still waits for it. */
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

  /** Makes room for one more of a client, at the cost of whoever has more in the line; false where nobody has. */
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
