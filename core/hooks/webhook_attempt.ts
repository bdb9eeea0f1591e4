// Attempts to deliver an event to a webhook. The request is signed, and the status of the response decides the
// outcome.
import type { KeyRing } from '../keys/ring.ts';
import { ForbiddenAddressError } from '../reach.ts';
import { toWireUser } from '../wire_user.ts';
import { keyOf, sendSignedPost } from './signed_post.ts';

export interface LeasedEvent {
  event: { id: string; kind: string; data: Record<string, unknown>; attempt: number; created_at: string };
  webhook: { id: string; url: string; secrets: string[] };
}

/** Outcome of an attempt. The error contains no user data. */
export interface DeliveryAttempt {
  outcome: 'delivered' | 'failed' | 'rejected';
  error: string | null;
  /** Retry-After of the server in seconds, or null. */
  retry_after: number | null;
  /** False if the request had no response. True if no request was sent because a key is missing. */
  answered: boolean;
}

/** Returns the request body for an event, the same for every attempt. */
function webhookRequestBody({ kind, created_at, data }: LeasedEvent['event']): string {
  return JSON.stringify({ type: kind, timestamp: created_at, data: toWireUser(data) });
}

/** Sends an event once. */
export async function attemptDelivery(
  { event, webhook }: LeasedEvent,
  o: { ring: KeyRing; timeout_ms: number; signal?: AbortSignal },
): Promise<DeliveryAttempt> {
  const secrets = webhook.secrets.map((sealed) => o.ring.open(sealed, webhook.id));
  const keys = secrets.flatMap((secret) => (secret === null ? [] : [keyOf(secret)]));
  // If a key is missing, the event is not sent with fewer signatures.
  if (keys.length < secrets.length) {
    const error = 'a secret was sealed with a key that has left SVC_SECURITY_PEPPER';
    return { outcome: 'failed', error, retry_after: null, answered: true };
  }
  const overdue = AbortSignal.timeout(o.timeout_ms);
  const signal = o.signal ? AbortSignal.any([overdue, o.signal]) : overdue;
  try {
    const response = await sendSignedPost({
      url: webhook.url,
      keys,
      id: event.id,
      body: webhookRequestBody(event),
      signal,
    });
    // Only the status and Retry-After are used.
    await response.body?.cancel();
    return outcomeOfErrorResponse(response) ?? { outcome: 'delivered', error: null, retry_after: null, answered: true };
  } catch (error) {
    return outcomeWithoutResponse(error, { overdue, timeout_ms: o.timeout_ms, stopping: o.signal });
  }
}

/** Returns the outcome of an attempt without a response. */
export function outcomeWithoutResponse(
  error: unknown,
  o: { overdue: AbortSignal; timeout_ms: number; stopping: AbortSignal | undefined },
): DeliveryAttempt {
  const reason = o.overdue.aborted
    ? `no answer within ${o.timeout_ms / 1000} s`
    : o.stopping?.aborted
      ? 'the worker was stopped'
      : `could not be reached: ${fetchErrorCode(error)}`;
  return { outcome: 'failed', error: reason, retry_after: null, answered: false };
}

/** Returns the outcome of an error response; null for a success. */
export function outcomeOfErrorResponse(response: Response): DeliveryAttempt | null {
  const { status } = response;
  if (status >= 200 && status < 300) return null;
  const redirect = status >= 300 && status < 400 ? '; redirects are not followed' : '';
  const asked = Number(response.headers.get('retry-after'));
  return {
    // 410 Gone means that the server wants no further attempts.
    outcome: status === 410 ? 'rejected' : 'failed',
    error: `answered ${status}${redirect}`,
    retry_after: Number.isFinite(asked) && asked > 0 ? asked : null,
    answered: true,
  };
}

/**
 * Returns the error code that fetch() wraps in "fetch failed", or the reason why an address may not be used. Some causes
 * have no code: fetch() refuses the ports that browsers block with the message "bad port".
 */
function fetchErrorCode(error: unknown): string {
  let reason = 'unknown';
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ForbiddenAddressError) return cause.message;
    if ('code' in cause && typeof cause.code === 'string') return cause.code;
    reason = cause.message || cause.name;
  }
  return reason;
}
