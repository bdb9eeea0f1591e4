// Sends SMS through the chosen gateway: one request per attempt, and what its outcome means for the next attempt.

import type { SmsAnswer, SmsGateway, SmsSettings } from '../../core/sms/gateway.ts';
import { smsGateway } from '../../core/sms/gateways.ts';
import { smsReady } from '../../core/sms/ready.ts';
import { oneLine } from '../mail/template.ts';
import { type Outgoing, type Sender, SendFailure } from '../senders.ts';
import { createCircuit } from './circuit.ts';

/** Shorter than the lease of a message, so that nobody else sends it while this attempt may still succeed. */
const LONGEST_MS = 20_000;
const ANSWER_LIMIT = 64 * 1024;
const REASON_LENGTH = 300;
/** A gateway that asks for more is not waited for: the code is dead by then. */
const LONGEST_PAUSE_S = 3600;

/** Faults that end before a request is on its way. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_.*|ERR_TLS_.*|.*_CERT(_.*)?|ERR_SSL_.*)$/;

/** The sender of the sms and whatsapp channels; null where no gateway is chosen, known and complete. */
export function createSmsSender(settings: SmsSettings, o: { now?: () => number } = {}): Sender | null {
  const gateway = smsGateway(settings.sms_provider);
  if (gateway === null || !smsReady(settings)) return null;
  const now = o.now ?? Date.now;
  const circuit = createCircuit(now);

  return async (message, signal) => {
    const pause = circuit.pause();
    if (pause > 0) throw new SendFailure('the SMS gateway fails and is left alone', { retry_after: pause });
    try {
      await send(gateway, message, settings, { stopping: signal, now });
      circuit.answered();
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      if (error.permanent) circuit.answered();
      else circuit.failed();
      throw withoutSecrets(error, [message.code, settings.sms_twilio_auth_token]);
    }
  };
}

async function send(
  gateway: SmsGateway,
  message: Outgoing,
  settings: SmsSettings,
  { stopping, now }: { stopping: AbortSignal; now: () => number },
): Promise<void> {
  const { channel } = message;
  if (!gateway.channels.includes(channel)) {
    throw new SendFailure(`channel type "${channel}" is not supported for ${gateway.title}`, { permanent: true });
  }
  const request = gateway.request(message, settings);
  const deadline_ms = Math.min(settings.internal_http_timeout * 1000 || LONGEST_MS, LONGEST_MS);
  let response: Response;
  let answer: SmsAnswer | null;
  try {
    response = await fetch(request.url, {
      method: 'POST',
      headers: request.headers,
      body: new URLSearchParams(request.form),
      // A redirect would carry the code and our password to somebody else.
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(deadline_ms)]),
    });
    answer = await readAnswer(response);
  } catch (error) {
    throw connectionFailure(error);
  }
  judge(gateway, response, answer, now());
}

/** Returns for a message that was sent. */
function judge(gateway: SmsGateway, response: Response, answer: SmsAnswer | null, now: number): void {
  const { status } = response;
  if (answer === null && response.ok) {
    throw new SendFailure(`${status} with an answer that is no JSON`, { unknown: true });
  }
  const verdict = gateway.read(answer ?? { status, body: {} });
  if (verdict.sent) return;
  const reason = oneLine(verdict.reason).slice(0, REASON_LENGTH);
  const retry_after = pauseOf(response.headers.get('retry-after'), now);
  // It says itself that it has not taken the message.
  if (status === 429 || status === 503 || retry_after !== undefined || verdict.temporary) {
    throw new SendFailure(`${status} ${reason}`, { retry_after });
  }
  if (status >= 500) throw new SendFailure(`${status} ${reason}`, { unknown: true });
  // Credentials, addresses and redirects are faults of our settings, which may be mended before the code dies.
  if ([401, 403, 404, 408].includes(status) || (status >= 300 && status < 400)) {
    throw new SendFailure(`${status} ${reason}`, {});
  }
  throw new SendFailure(reason, { permanent: true });
}

/** Seconds of a Retry-After header, which is a number or a date. */
function pauseOf(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), LONGEST_PAUSE_S);
}

async function readAnswer(response: Response): Promise<SmsAnswer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_LIMIT) return null;
    chunks.push(chunk);
  }
  const body = parsed(Buffer.concat(chunks).toString('utf8'));
  return body === null ? null : { status: response.status, body };
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function connectionFailure(error: unknown): SendFailure {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (NOT_CONNECTED.test(code)) return new SendFailure(`the SMS gateway cannot be reached (${code})`, {});
  const name = error instanceof Error && error.name === 'TimeoutError' ? 'no answer in time' : code || 'cut off';
  return new SendFailure(`the SMS gateway did not answer (${name})`, { unknown: true });
}

/** Gateways quote what they were sent. */
function withoutSecrets(failure: SendFailure, secrets: readonly string[]): SendFailure {
  const reason = secrets.reduce(
    (text, secret) => (secret === '' ? text : text.replaceAll(secret, '***')),
    failure.message,
  );
  return reason === failure.message ? failure : new SendFailure(reason, failure);
}
