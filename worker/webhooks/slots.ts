// Assigns slots of the queue to deliveries. Servers that answer in time share the slots. A slow or silent server gets
// its own slots until it answers in time again. However many such servers there are and however long they take, none
// holds a shared slot for longer than PATIENCE_MS.

/** Time without an answer after which a delivery leaves its shared slot. */
export const PATIENCE_MS = 250;
/** Own slots of a server that answers late, and of one that has not answered at all. */
const OF_LATE = 4;
const OF_SILENT = 1;
/** Delay before a delivery without a slot is retried, and minimum interval between such retries. */
const ASIDE_MS = 2_000;
const ASIDE_INTERVAL_MS = 20;

export type State = 'in time' | 'late' | 'silent';

export interface WebhookSlots {
  /** Assigns a slot for a delivery, which ends with end(). A Date: no slot is free, retry then. */
  enter(server: string): 'shared' | 'own' | Date;
  /** Reports that the delivery has no answer after PATIENCE_MS. */
  late(server: string): void;
  /** Ends a delivery. Null: nothing was delivered. */
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
      // A server may have been removed: keep no state for idle ones that answer in time.
      if (server.busy === 0 && server.state === 'in time') servers.delete(id);
    },
  };
}

/** Returns the state of a server after a delivery. */
export function stateOf(answered: boolean, took_ms: number): State {
  if (!answered) return 'silent';
  return took_ms < PATIENCE_MS ? 'in time' : 'late';
}
