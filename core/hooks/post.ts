// Calls an HTTP hook with a Standard Webhooks signature, with at most three attempts within five seconds.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseJsonObjectOrNull } from '../json_object.ts';
import { BodyTooLongError, readLimitedText } from '../limited_read.ts';
import type { HttpHook } from './hook.ts';
import { sendSignedPost } from './signed_post.ts';

/**
 * Thrown if a hook could not be called, or returned an error or an invalid response. The message is sent to clients.
 */
export class HookError extends Error {
  override readonly name = 'HookError';
  readonly status: number;
  readonly code: string | undefined;
  constructor(status: number, code: string | undefined, message: string, cause?: unknown) {
    super(message, { cause });
    this.status = status;
    this.code = code;
  }
}

const OVERALL_MS = 5_000;
const ATTEMPTS = 3;
const PAUSE_MS = 2_000;
export const RESPONSE_LIMIT = 204_800;

export interface CallHookOptions {
  /** Aborts when the process stops. */
  stopping?: AbortSignal;
  /** Total timeout in milliseconds. Tests shorten it. */
  overall_ms?: number;
  pause_ms?: number;
}

/**
 * Calls a hook and returns the object in its response; {} for status 204. Throws a HookError if the object contains an
 * error, if the response has an error status or is invalid, or if no response arrives.
 */
export async function callHook(
  hook: HttpHook,
  event: object,
  o: CallHookOptions = {},
): Promise<Record<string, unknown>> {
  const body = JSON.stringify(event);
  const overdue = AbortSignal.timeout(o.overall_ms ?? OVERALL_MS);
  const signal = o.stopping ? AbortSignal.any([overdue, o.stopping]) : overdue;
  try {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await attemptCall(hook, body, signal);
      if (!('again' in answer)) return answer.object;
      if (attempt === ATTEMPTS) throw answer.again;
      await sleep(o.pause_ms ?? PAUSE_MS, undefined, { signal });
    }
  } catch (error) {
    if (error instanceof HookError) throw error;
    if (!signal.aborted) throw error;
    const seconds = ((o.overall_ms ?? OVERALL_MS) / 1000).toFixed(6);
    throw new HookError(422, 'hook_timeout', `Failed to reach hook within maximum time of ${seconds} seconds`, error);
  }
}

/** Makes one attempt. `again` in the result is the reason why another attempt may be made. */
async function attemptCall(
  hook: HttpHook,
  body: string,
  signal: AbortSignal,
): Promise<{ object: Record<string, unknown> } | { again: HookError }> {
  let response: Response;
  try {
    // Each attempt has a new id, as in supabase/auth.
    response = await sendSignedPost({ url: hook.url, keys: hook.keys, body, traced: true, signal });
  } catch (error) {
    if (signal.aborted) throw error;
    return {
      again: new HookError(422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries', error),
    };
  }
  const { status } = response;
  if ((status === 429 || status === 503) && response.headers.has('retry-after')) {
    await response.body?.cancel();
    return { again: unavailable() };
  }
  return { object: await readHookResponse(response, signal) };
}

const unavailable = (): HookError => new HookError(500, undefined, 'Service currently unavailable due to hook');

async function readHookResponse(response: Response, signal: AbortSignal): Promise<Record<string, unknown>> {
  const { status } = response;
  if (status === 204) return {};
  const good = status === 200 || status === 202;
  const type = response.headers.get('content-type');
  const is_json = type !== null && /^application\/json\s*(;|$)/i.test(type);
  if (good && !is_json) {
    await response.body?.cancel();
    const message =
      type === null
        ? 'Invalid Content-Type: Missing Content-Type header'
        : `Invalid JSON response. Received content-type: ${type.slice(0, 100)}`;
    throw new HookError(400, 'hook_payload_invalid_content_type', message);
  }
  if (good || (is_json && status >= 400 && status < 500)) {
    const object = parseJsonObjectOrNull(await readResponseText(response, signal));
    const refused = object === null ? null : readHookError(object, good ? 500 : status);
    if (refused) throw refused;
    if (good && object !== null) return object;
    if (good) throw unreadable();
  } else {
    await response.body?.cancel();
  }
  if (status === 400) throw new HookError(500, undefined, 'Invalid payload sent to hook');
  if (status === 401) throw new HookError(500, undefined, 'Hook requires authorization token');
  if (status === 429 || status === 503) throw unavailable();
  throw new HookError(500, undefined, `Unexpected status code returned from hook: ${status}`);
}

const unreadable = (): HookError => new HookError(500, undefined, 'Error unmarshaling JSON output.');

async function readResponseText(response: Response, signal: AbortSignal): Promise<string> {
  try {
    return await readLimitedText(response, RESPONSE_LIMIT);
  } catch (error) {
    if (error instanceof BodyTooLongError) {
      const message = `Payload size exceeded size limit of ${RESPONSE_LIMIT} bytes`;
      throw new HookError(422, 'hook_payload_over_size_limit', message);
    }
    if (signal.aborted) throw error;
    throw Object.assign(unreadable(), { cause: error });
  }
}

/**
 * Returns the error in a response; null if there is none. A malformed `error` also counts as an error. An `error`
 * without a message does not.
 */
function readHookError({ error }: Record<string, unknown>, fallback: number): HookError | null {
  if (error === undefined || error === null) return null;
  if (typeof error !== 'object' || Array.isArray(error)) return unreadable();
  const { http_code, message } = error as { http_code?: unknown; message?: unknown };
  if (message !== undefined && message !== null && typeof message !== 'string') return unreadable();
  if (http_code !== undefined && http_code !== null && typeof http_code !== 'number') return unreadable();
  if (!message) return null;
  const status = http_code ?? fallback;
  return new HookError(Number.isInteger(status) && status >= 400 && status <= 599 ? status : 500, undefined, message);
}
