// Sends SMS through the configured gateway, with one request per attempt. Decides from the response whether to retry.

import { createCircuitBreaker } from '../../core/circuit.ts';
import { sendOutgoingRequest } from '../../core/outgoing.ts';
import { type OutgoingMessage, SendError, type Sender } from '../../core/senders.ts';
import type { SmsGateway, SmsResponse, SmsSettings, SmsVerdict } from '../../core/sms/gateway.ts';
import { findSmsGateway } from '../../core/sms/gateways.ts';
import { isSmsConfigured } from '../../core/sms/ready.ts';
import { readSmsResponse, redactReason } from '../../core/sms/response.ts';

/** Longest timeout of a request in milliseconds. Meanwhile the worker extends the lease of the message. */
const LONGEST_MS = 20_000;
/** Longest pause in seconds. A longer Retry-After is shortened to it. */
const LONGEST_PAUSE_S = 3600;

/** Error codes that occur before the request is sent. UND_ERR_ABORTED means that a proxy refused the tunnel. */
const NOT_CONNECTED =
  /^(UND_ERR_ABORTED|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.*|UNABLE_TO_.*|ERR_TLS_.*|.*_CERT(_.*)?|ERR_SSL_.*)$/;

/** Creates the sender of the channels sms and whatsapp. Returns null if no gateway is completely configured. */
export function createSmsSender(settings: SmsSettings, o: { now?: () => number } = {}): Sender | null {
  const gateway = findSmsGateway(settings.sms_provider);
  if (gateway === null || !isSmsConfigured(settings)) return null;
  const now = o.now ?? Date.now;
  const circuit = createCircuitBreaker({ failures: 5, within_ms: 10_000, open_ms: 30_000, now });

  return async (message, signal) => {
    const pause = circuit.pause();
    if (pause > 0) throw new SendError('the SMS gateway fails and is left alone', { retry_after: pause });
    try {
      await sendSms(gateway, message, settings, { stopping: signal, now });
      circuit.answered();
    } catch (error) {
      if (!(error instanceof SendError)) throw error;
      if (error.permanent) circuit.answered();
      else circuit.failed();
      throw error;
    }
  };
}

async function sendSms(
  gateway: SmsGateway,
  message: OutgoingMessage,
  settings: SmsSettings,
  { stopping, now }: { stopping: AbortSignal; now: () => number },
): Promise<void> {
  const { channel } = message;
  if (!gateway.channels.includes(channel)) {
    throw new SendError(`channel type "${channel}" is not supported for ${gateway.title}`, { permanent: true });
  }
  const request = gateway.request(message, settings);
  const deadline_ms = Math.min(settings.internal_http_timeout * 1000 || LONGEST_MS, LONGEST_MS);
  let response: Response;
  let answer: SmsResponse | null;
  try {
    response = await sendOutgoingRequest(request.url, {
      method: request.method ?? 'POST',
      headers: request.headers,
      ...(request.body === undefined ? {} : { body: request.body }),
      // Following a redirect would send the code and the gateway's credentials to another server.
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(deadline_ms)]),
    });
    answer = await readSmsResponse(response, gateway.plain_answers === true);
  } catch (error) {
    throw toConnectionError(error);
  }
  if (answer === null && response.ok) {
    throw new SendError(`${response.status} with an answer that cannot be read`, { unknown: true });
  }
  const read = answer ?? { status: response.status, body: {}, text: '' };
  const verdict = gateway.read(read, { message, settings });
  if (verdict.sent) return;
  const reason = redactReason(verdict.reason, [message.code, ...gateway.secrets(settings)]);
  throw toSendError({ ...verdict, reason }, response, now());
}

/** Classifies an error response. */
function toSendError(verdict: SmsVerdict & { sent: false }, response: Response, now: number): SendError {
  const { status } = response;
  const reason = `${status} ${verdict.reason}`;
  const retry_after = parseRetryAfter(response.headers.get('retry-after'), now);
  // With these responses the gateway says that it has not accepted the message.
  if (status === 429 || status === 503 || retry_after !== undefined || verdict.temporary) {
    return new SendError(reason, { retry_after });
  }
  if (status >= 500) return new SendError(reason, { unknown: true });
  // Retried: a timeout (408), or statuses of wrong settings, which may be fixed before the code expires.
  if ([401, 403, 404, 408].includes(status) || (status >= 300 && status < 400)) return new SendError(reason, {});
  return new SendError(verdict.reason, { permanent: true });
}

/**
 * Parses a Retry-After header (a number or a date) into seconds, at most LONGEST_PAUSE_S; undefined if it is missing
 * or malformed.
 */
function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), LONGEST_PAUSE_S);
}

function toConnectionError(error: unknown): SendError {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (NOT_CONNECTED.test(code)) return new SendError(`the SMS gateway cannot be reached (${code})`, {});
  const name = error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : code || 'cut off';
  return new SendError(`the SMS gateway did not answer (${name})`, { unknown: true });
}
