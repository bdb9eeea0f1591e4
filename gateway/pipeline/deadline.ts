// Deadline of a call to another server that a request waits for.
/**
 * Returns milliseconds: the server's own limit, but at most this share of the request's limit, so that time is left to respond.
 * A request limit of 0 means none.
 */
export function deadlineMs(o: { own_s: number; request_s: number; share: number }): number {
  const { own_s, request_s, share } = o;
  // Timers take whole numbers only.
  return Math.floor((request_s > 0 ? Math.min(own_s, request_s * share) : own_s) * 1_000);
}
