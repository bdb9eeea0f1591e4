// How long somebody else may take while a request waits for them.

/**
 * Milliseconds: what that party may take by itself, but no more than this share of what the request may take in all, so that there is
 * time left to say that it did not answer. Where requests have no limit (0), the party's own limit counts.
 */
export function deadlineOf(o: { own_s: number; request_s: number; share: number }): number {
  const { own_s, request_s, share } = o;
  // A whole number: timers take no other, and 0.8 of three seconds is none.
  return Math.floor((request_s > 0 ? Math.min(own_s, request_s * share) : own_s) * 1_000);
}
