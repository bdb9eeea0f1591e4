// Reads what an SMS gateway answers, up to a length, and makes a reason of it that may be kept.
import { jsonObject } from '../json_object.ts';
import { limitedText, TooLong } from '../limited_read.ts';
import { oneLine } from '../template/template.ts';
import type { SmsAnswer } from './gateway.ts';

const ANSWER_LIMIT = 64 * 1024;
const REASON_LENGTH = 300;

/** Null for one that is too long, or no JSON object where it must be one. */
export async function readAnswer(response: Response, plain: boolean): Promise<SmsAnswer | null> {
  const text = await limitedText(response, ANSWER_LIMIT).catch((error: unknown) => {
    if (error instanceof TooLong) return null;
    throw error;
  });
  if (text === null) return null;
  const body = jsonObject(text);
  return body === null && !plain ? null : { status: response.status, body: body ?? {}, text };
}

/** What a gateway says of a failure, without the secrets that it may quote. */
export function reasonOf(said: string, secrets: readonly string[]): string {
  const masked = secrets.reduce(
    (text, secret) => (secret === '' ? text : text.replaceAll(secret, '***')),
    oneLine(said),
  );
  // Masked before it is cut: half of a secret would not be found.
  return masked.slice(0, REASON_LENGTH);
}
