// Bounds how many connections are open at once, over all addresses that are listened on, since each costs memory. If there is
// one too many, the one that has been idle for longest is closed; its client opens another and asks again.
import type { Logger } from '../../core/log.ts';

export interface Connections {
  /** Counts one in, and what would end it. False where all the others have a request running: it must be ended at once. */
  open(key: object, end: () => void): boolean;
  /** It has a request running, and will not be ended. */
  busy(key: object): void;
  /** Its last request is over. */
  idle(key: object): void;
  close(key: object): void;
}

/** A rush is over, and the next one is told again, once so much of the room is free. */
const FREE = 0.1;

export function createConnections({ most, log }: { most: number; log: Logger }): Connections {
  const busy = new Map<object, () => void>();
  /** In the order in which they fell idle: the first has been so for longest. */
  const idle = new Map<object, () => void>();
  let rush: { ended: number } | undefined;

  const move = (key: object, from: Map<object, () => void>, to: Map<object, () => void>): void => {
    const end = from.get(key);
    if (end === undefined) return;
    from.delete(key);
    to.set(key, end);
  };

  const sayFull = (): void => {
    if (rush === undefined) {
      const sentence = `${most} connections are open, the most that SVC_API_MAX_CONNECTIONS allows: idle ones are closed for new ones`;
      log.warn({ component: 'server' }, sentence);
    }
    rush ??= { ended: 0 };
    rush.ended += 1;
  };

  /** Ends the one that has been idle for longest; false where none is. */
  const makeRoom = (): boolean => {
    for (const [key, end] of idle) {
      idle.delete(key);
      end();
      return true;
    }
    return false;
  };

  return {
    open(key, end) {
      if (busy.size + idle.size >= most) {
        sayFull();
        if (!makeRoom()) return false;
      }
      idle.set(key, end);
      return true;
    },
    busy: (key) => move(key, idle, busy),
    idle: (key) => move(key, busy, idle),
    close(key) {
      if (!busy.delete(key)) idle.delete(key);
      if (rush === undefined || busy.size + idle.size > most * (1 - FREE)) return;
      log.info({ component: 'server', ended: rush.ended }, 'connections are below their limit again');
      rush = undefined;
    },
  };
}
