// Parses JSON bodies, regardless of the Content-Type. A shape is a table of the member names and types of a body.
import { type GatewayError, refuse } from './errors.ts';
import { hasTooManyValues, MAX_VALUES, storageErrorOf } from './storable.ts';

/** Maximum size of a JSON body in bytes. */
export const BODY_LIMIT = 1024 * 1024;

interface BodyTypes {
  string: string;
  boolean: boolean;
  object: Record<string, unknown>;
  strings: readonly string[];
}

/** Names and types of the members that a route reads. Other members are ignored. */
export type BodyShape = Readonly<Record<string, keyof BodyTypes>>;
/** Parsed body: every member of the shape, null if it is absent or null. */
export type BodyOf<S extends BodyShape> = { [K in keyof S]: BodyTypes[S[K]] | null };

interface BodyOptions {
  /** True if an empty body is parsed as `{}`. */
  optional?: boolean;
  /** Name of the error for an invalid body in GATEWAY_ERRORS. /magiclink has an error text of its own. */
  error?: GatewayError;
}

/**
 * Returns the members of the shape. Throws an ApiError (400 bad_json) if the body does not match it, has too many
 * values, or has a member that Postgres cannot store.
 */
export function parseJsonBody<S extends BodyShape>(
  buffer: Buffer,
  shape: S,
  o: GatewayError | BodyOptions = {},
): BodyOf<S> {
  const { error = 'bad_json', optional = false } = typeof o === 'string' ? { error: o } : o;
  const source = decodeUtf8Body(buffer, error);
  if (hasTooManyValues(source)) throw refuse(error, `more than ${MAX_VALUES} values`);
  const value = source === '' && optional ? {} : parseJsonText(source, error);
  if (value !== null && (typeof value !== 'object' || Array.isArray(value))) {
    throw refuse(error, 'the body must be an object');
  }
  const members = (value ?? {}) as Record<string, unknown>;
  const body: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(shape)) {
    const member = Object.hasOwn(members, name) ? members[name] : null;
    if (member === null || member === undefined) {
      body[name] = null;
      continue;
    }
    if (!FITS[kind](member)) throw refuse(error, `"${name}" must be ${ARTICLE[kind]}`);
    const fault = storageErrorOf(member, source);
    if (fault) throw refuse(error, fault);
    body[name] = member;
  }
  return body as BodyOf<S>;
}

/** Parses a body as a JSON object with any members. Throws an ApiError (400 bad_json) if it is not one. */
export function parseJsonObject(buffer: Buffer): Record<string, unknown> {
  const source = decodeUtf8Body(buffer, 'bad_json');
  if (hasTooManyValues(source)) throw refuse('bad_json', `more than ${MAX_VALUES} values`);
  const value = parseJsonText(source, 'bad_json');
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw refuse('bad_json', 'the body must be an object');
  }
  return value as Record<string, unknown>;
}

const FITS: Record<keyof BodyTypes, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && !Array.isArray(value),
  strings: (value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'),
};

const ARTICLE: Record<keyof BodyTypes, string> = {
  string: 'a string',
  boolean: 'a boolean',
  object: 'an object',
  strings: 'an array of strings',
};

function decodeUtf8Body(buffer: Buffer, error: GatewayError): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(buffer);
  } catch {
    throw refuse(error, 'invalid UTF-8');
  }
}

function parseJsonText(source: string, error: GatewayError): unknown {
  try {
    return JSON.parse(source);
  } catch (fault) {
    throw refuse(error, syntaxErrorPosition(fault, source));
  }
}

/**
 * Describes a JSON syntax error by its position. The parser's own message may quote the body, which may contain a
 * password.
 */
function syntaxErrorPosition(fault: unknown, source: string): string {
  const text = fault instanceof Error ? fault.message : '';
  const [, position] = /position (\d+)/.exec(text) ?? [];
  const ended = source.trim() === '' || Number(position) >= source.length || /unexpected end|unterminated/i.test(text);
  if (ended) return 'unexpected end of JSON input';
  return position === undefined ? 'invalid character' : `invalid character at position ${position}`;
}
