// Reads what an SMS gateway answers, up to a length, and makes a reason of it that may be kept.

import { oneLine } from '../template/template.ts';
import type { SmsAnswer } from './gateway.ts';

const ANSWER_LIMIT = 64 * 1024;
const REASON_LENGTH = 300;

/** Null for one that is too long, or no JSON object where it must be one. */
export async function readAnswer(response: Response, plain: boolean): Promise<SmsAnswer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > ANSWER_LIMIT) return null;
    chunks.push(chunk);
  }
  const text = Buffer.concat(chunks).toString('utf8');
  const body = parsed(text);
  return body === null && !plain ? null : { status: response.status, body: body ?? {}, text };
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

/** What a gateway says of a failure, without the secrets that it may quote. */
export function reasonOf(said: string, secrets: readonly string[]): string {
  const masked = secrets.reduce(
    (text, secret) => (secret === '' ? text : text.replaceAll(secret, '***')),
    oneLine(said),
  );
  // Masked before it is cut: half of a secret would not be found.
  return masked.slice(0, REASON_LENGTH);
}
