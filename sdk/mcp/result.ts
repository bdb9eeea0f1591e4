// The result of a tool: an answer within its limits, as text and as structured content, or an error with advice.
import { bound, cutNote, plain } from './bound.ts';
import { pick } from './fields.ts';
import { InvalidRequestError, PlatformError, retryAfter } from './platform.ts';

export interface ToolResult {
  [member: string]: unknown;
  content: { type: 'text'; text: string }[];
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
}

/** Limits of an answer. */
export interface Wanted {
  fields?: readonly string[] | undefined;
  maxChars: number;
}

const longestMessage = 2000;

/** Returns an answer as JSON within its limits; omissions are described in a separate text. */
export function answer(value: unknown, { fields, maxChars }: Wanted, notes: readonly string[] = []): ToolResult {
  const whole = plain(value) ?? { done: true };
  const picked = fields?.length ? pick(whole, fields) : { value: whole, missing: [] };
  const { value: short, cuts } = bound(picked.value, maxChars);
  const all = [...notes];
  if (picked.missing.length) all.push(`The answer has no ${shorten(picked.missing.join(', '), 200)}.`);
  if (cuts.length) all.push(cutNote(cuts, maxChars));
  return {
    content: [JSON.stringify(short), ...(all.length ? [all.join(' ')] : [])].map((text) => ({ type: 'text', text })),
    structuredContent: asObject(short),
  };
}

/** Returns the sentence that lists conversions. */
export function conversions(notes: readonly string[]): string[] {
  return notes.length ? [shorten(`Converted: ${notes.join('; ')}.`, 500)] : [];
}

/** Adds a text about conversions to a result, if there were any. */
export function noted(result: ToolResult, notes: readonly string[]): ToolResult {
  const more = conversions(notes).map((text) => ({ type: 'text' as const, text }));
  return { ...result, content: [...result.content, ...more] };
}

function asObject(value: unknown): Record<string, unknown> {
  if (Array.isArray(value)) return { items: value };
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { value };
}

/** Returns an error as status, code and message, so that a model can react. */
export function failure(error: unknown, more: Record<string, unknown> = {}): ToolResult {
  const message = error instanceof Error ? error.message : String(error);
  const data: Record<string, unknown> = { message: shorten(message, longestMessage) };
  if (error instanceof PlatformError) {
    data.status = error.statusCode;
    data.code = error.error?.code ?? error.name;
    data.requestId = error.requestId;
    const wait = retryAfter(error.headers);
    if (wait !== undefined) data.retryAfterSeconds = Math.ceil(wait / 1000);
    data.limit = error.error?.limit;
  } else {
    data.code = error instanceof Error ? error.name : 'Error';
    if (error instanceof InvalidRequestError) data.issues = error.issues.slice(0, 20);
  }
  const known = plain({ ...data, ...more }) as Record<string, unknown>;
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(known) }], structuredContent: known };
}

/** Truncates a text to this many characters. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
