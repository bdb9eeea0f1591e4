// Computes deadlines of calls to other servers during a request.

/**
 * Returns the deadline in milliseconds of a call to another server during a request: `own_s`, but at most `share` of
 * the request's limit, so that time is left to respond. If `request_s` is 0, requests have no limit.
 */
export function deadlineMs(o: { own_s: number; request_s: number; share: number }): number {
  const { own_s, request_s, share } = o;
  // AbortSignal.timeout() accepts integers only.
  return Math.floor((request_s > 0 ? Math.min(own_s, request_s * share) : own_s) * 1_000);
}
