// Parses query parameters and form fields and validates them against a shape: a table of names and types.
import { refuse } from './errors.ts';
import { hasTooManyValues, isStorable, storageErrorOf } from './storable.ts';

/**
 * Types of the parameters. object: a JSON object. string: text; text that Postgres cannot store is an error (400).
 * lenient: text; text that Postgres cannot store counts as absent.
 */
export type QueryShape = Readonly<Record<string, 'string' | 'lenient' | 'object'>>;
export type QueryOf<S extends QueryShape> = {
  [K in keyof S]: (S[K] extends 'object' ? Record<string, unknown> : string) | null;
};

/**
 * Maximum number of parameters that are decoded. Decoding thirty thousand parameters would delay all other requests.
 */
const MOST_PARAMETERS = 100;

/**
 * Returns each parameter of the shape: null if absent, the first value if repeated. Throws an ApiError (400) if a value
 * does not have its type.
 */
export function parseQuery<S extends QueryShape>(query: string, shape: S): QueryOf<S> {
  const found: Record<string, unknown> = {};
  for (const name of Object.keys(shape)) found[name] = null;
  const seen = new Set<string>();
  for (const pair of query === '' ? [] : query.split('&', MOST_PARAMETERS)) {
    const at = pair.indexOf('=');
    const name = decodeQueryText(at < 0 ? pair : pair.slice(0, at));
    if (name === null || !Object.hasOwn(shape, name) || seen.has(name)) continue;
    seen.add(name);
    const value = decodeQueryText(at < 0 ? '' : pair.slice(at + 1));
    if (shape[name] === 'object' && value === '') continue;
    if (shape[name] === 'object') found[name] = parseObjectParameter(name, value);
    else if (value !== null && isStorable(value)) found[name] = value;
    else if (shape[name] !== 'lenient')
      throw refuse('validation_failed', `Query parameter "${name}" is not valid text`);
  }
  return found as QueryOf<S>;
}

/**
 * Decodes a part of a query or form. Keeps a "%" that does not start an escape. Returns null if the bytes are not
 * UTF-8.
 */
export function decodeQueryText(text: string): string | null {
  if (/^[\w.~-]*$/.test(text)) return text;
  // The text has one character per byte of the query or form. An escape becomes one such character.
  const bytes = text
    .replaceAll('+', ' ')
    .replace(/%([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return null;
  }
}

/** Parses a JSON object that Postgres can store. Throws a 400 error that does not quote the text. */
function parseObjectParameter(name: string, text: string | null): Record<string, unknown> {
  const fault = refuse('validation_failed', `Query parameter "${name}" is not a JSON object`);
  if (text === null || hasTooManyValues(text)) throw fault;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw fault;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value) || storageErrorOf(value, text)) throw fault;
  return value as Record<string, unknown>;
}
