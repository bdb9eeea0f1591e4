// Limits the number of open connections on all listening addresses of a process, because each uses memory. If the limit
// is reached, the connection that has been idle for the longest time is closed for the new one.
import type { Logger } from '../../core/log.ts';

export interface Connections {
  /**
   * Registers a connection and the function that ends it. Returns false if the limit is reached and no other connection
   * is idle; the caller must then end the new connection.
   */
  open(key: object, end: () => void): boolean;
  /** Marks a connection as busy, so that it is not closed. */
  busy(key: object): void;
  /** Marks a connection as idle. */
  idle(key: object): void;
  close(key: object): void;
}

/** Fraction of the limit that must be free before the next overload is logged. */
const FREE = 0.1;

export function createConnections({ most, log }: { most: number; log: Logger }): Connections {
  const busy = new Map<object, () => void>();
  /** Idle connections, longest idle first. */
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

  /** Closes the connection that has been idle for the longest time. Returns false if none is idle. */
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
