// Assigns slots to deliveries of events and logout tokens. Servers that answer in time share the slots. A slow or
// unresponsive server gets slots of its own until it answers in time again. A delivery without a response after
// SHARED_SLOT_MS leaves its shared slot.

/** Time in milliseconds without a response after which a delivery leaves its shared slot. */
export const SHARED_SLOT_MS = 250;
/** Number of own slots of a server that answers late (OF_LATE) or not at all (OF_SILENT). */
const OF_LATE = 4;
const OF_SILENT = 1;
/** Delay in milliseconds before a delivery without a slot is retried, and minimum interval between such retries. */
const ASIDE_MS = 2_000;
const ASIDE_INTERVAL_MS = 20;

export type ResponseState = 'in time' | 'late' | 'silent';

export interface WebhookSlots {
  /** Assigns a slot to a delivery. If none is free, returns the time of the retry. */
  enter(server: string): 'shared' | 'own' | Date;
  /** Reports that a delivery has no response after SHARED_SLOT_MS. */
  late(server: string): void;
  /** Ends a delivery. `state` is null if nothing was sent. */
  end(server: string, state: ResponseState | null): void;
}

export function createWebhookSlots(now: () => number = Date.now): WebhookSlots {
  const servers = new Map<string, { busy: number; state: ResponseState }>();
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
      // Removes idle servers that answer in time, because their webhook may have been deleted.
      if (server.busy === 0 && server.state === 'in time') servers.delete(id);
    },
  };
}

/** Returns the state of a server after a delivery. */
export function classifyResponse(answered: boolean, took_ms: number): ResponseState {
  if (!answered) return 'silent';
  return took_ms < SHARED_SLOT_MS ? 'in time' : 'late';
}
