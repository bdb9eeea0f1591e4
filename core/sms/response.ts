// Reads the response of an SMS gateway up to a maximum length, and derives a reason that may be stored.
import { parseJsonObjectOrNull } from '../json_object.ts';
import { BodyTooLongError, readLimitedText } from '../limited_read.ts';
import { toOneLine } from '../template/template.ts';
import type { SmsResponse } from './gateway.ts';

const RESPONSE_LIMIT = 64 * 1024;
const REASON_LENGTH = 300;

/** Reads a response. Returns null if it is too long or not the required JSON object. */
export async function readSmsResponse(response: Response, plain: boolean): Promise<SmsResponse | null> {
  const text = await readLimitedText(response, RESPONSE_LIMIT).catch((error: unknown) => {
    if (error instanceof BodyTooLongError) return null;
    throw error;
  });
  if (text === null) return null;
  const body = parseJsonObjectOrNull(text);
  return body === null && !plain ? null : { status: response.status, body: body ?? {}, text };
}

/** Returns the gateway's error text with secrets masked. */
export function redactReason(text: string, secrets: readonly string[]): string {
  const masked = secrets.reduce(
    (text, secret) => (secret === '' ? text : text.replaceAll(secret, '***')),
    toOneLine(text),
  );
  // Secrets are masked before the text is truncated, because a truncated secret would not be found.
  return masked.slice(0, REASON_LENGTH);
}
