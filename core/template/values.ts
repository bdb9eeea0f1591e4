// Template values: JSON, TrustedUrl and EncodedText. Where Go reports an error for a value, the result is empty here.

/**
 * A URL from the settings, of a link in a mail, or of a redirect that the settings allow. It may have an app's own
 * scheme. escapeUrlStart() rejects only schemes that a browser would execute.
 */
export class TrustedUrl {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The result of urlquery, which may be used in a query unchanged. */
export class EncodedText {
  readonly text: string;
  constructor(text: string) {
    this.text = escapeQueryValue(text);
  }
}

/** Percent-encodes everything except letters, digits and - . _ ~. */
export function escapeQueryValue(text: string): string {
  return text.toWellFormed().replace(/[^A-Za-z0-9\-._~]/gu, percentEncode);
}

export function percentEncode(character: string): string {
  return Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Resolves a path; undefined if a part is missing. Reads own properties only. */
export function readPath(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const name of path) found = readMember(found, name);
  return found;
}

export function readMember(value: unknown, key: unknown): unknown {
  if (Array.isArray(value)) return typeof key === 'number' && Number.isInteger(key) ? value[key] : undefined;
  if (!isMap(value) || typeof key !== 'string' || !Object.hasOwn(value, key)) return undefined;
  return value[key];
}

/** Returns true for TrustedUrl and EncodedText, not for a plain string. */
function isMarkedText(value: unknown): value is TrustedUrl | EncodedText {
  return value instanceof TrustedUrl || value instanceof EncodedText;
}

export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isMarkedText(value);
}

/** Returns false for null, false, 0, and an empty text, list or map. */
export function isTruthy(value: unknown): boolean {
  if (isMarkedText(value)) return value.text !== '';
  if (Array.isArray(value)) return value.length > 0;
  if (isMap(value)) return Object.keys(value).length > 0;
  return Boolean(value);
}

/** Formats a value: lists and maps as Go prints them, numbers as in JSON. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (isMarkedText(value)) return value.text;
  if (Array.isArray(value)) return `[${value.map(formatElement).join(' ')}]`;
  if (isMap(value))
    return `map[${sortedKeys(value)
      .map((key) => `${key}:${formatElement(value[key])}`)
      .join(' ')}]`;
  return String(value);
}

function formatElement(value: unknown): string {
  return value === null || value === undefined ? '<nil>' : formatValue(value);
}

export function sortedKeys(map: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(map).sort();
}

/** Returns a text, number or boolean; null for a value that cannot be compared. */
export function toComparable(value: unknown): string | number | boolean | null {
  if (isMarkedText(value)) return value.text;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
