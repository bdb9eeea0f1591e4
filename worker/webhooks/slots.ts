// Which deliveries share the slots of the queue and which have slots of their own. Servers that answer in time share them. A
// server that does not has slots of its own until it answers in time again: however many such servers there are, and however
// long they take, none of them holds a shared slot for longer than PATIENCE_MS.

/** A delivery without an answer for so long leaves its shared slot to others. */
export const PATIENCE_MS = 250;
/** Own slots of a server that answers, but late, and of one that has not answered at all. */
const OF_LATE = 4;
const OF_SILENT = 1;
/** What waits for a slot of its server is looked at again after this, and no more often together than at this interval. */
const ASIDE_MS = 2_000;
const ASIDE_INTERVAL_MS = 20;

export type State = 'in time' | 'late' | 'silent';

export interface WebhookSlots {
  /** Takes a place for a delivery to a server, which ends with end(). A Date: there is none, look again then. */
  enter(server: string): 'shared' | 'own' | Date;
  /** The delivery has no answer after PATIENCE_MS. */
  late(server: string): void;
  /** Null where nothing was delivered. */
  end(server: string, state: State | null): void;
}

export function createWebhookSlots(now: () => number = Date.now): WebhookSlots {
  const servers = new Map<string, { busy: number; state: State }>();
  let aside_at = 0;
  return {
    enter(id) {
      const server = servers.get(id) ?? { busy: 0, state: 'in time' };
      const most = { 'in time': Number.POSITIVE_INFINITY, late: OF_LATE, silent: OF_SILENT }[server.state];
      if (server.busy >= most) {
        aside_at = Math.max(aside_at + ASIDE_INTERVAL_MS, now() + ASIDE_MS);
        return new Date(aside_at);
      }
      servers.set(id, { ...server, busy: server.busy + 1 });
      return server.state === 'in time' ? 'shared' : 'own';
    },
    late(id) {
      const server = servers.get(id);
      if (server?.state === 'in time') server.state = 'late';
    },
    end(id, state) {
      const server = servers.get(id);
      if (server === undefined) return;
      server.busy -= 1;
      server.state = state ?? server.state;
      // Nothing is kept of a server that may have been removed since.
      if (server.busy === 0 && server.state === 'in time') servers.delete(id);
    },
  };
}

/** What the end of a delivery says of its server. */
export function stateOf(answered: boolean, took_ms: number): State {
  if (!answered) return 'silent';
  return took_ms < PATIENCE_MS ? 'in time' : 'late';
}
