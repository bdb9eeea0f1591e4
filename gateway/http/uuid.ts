// Parses the spellings of a UUID that requests may use.

export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the canonical form of a UUID that is written with or without hyphens, in braces or as a URN. Returns null
 * for any other text.
 */
export function parseUuid(text: string): string | null {
  const inner = /^urn:uuid:(.*)$/i.exec(text)?.[1] ?? /^\{(.*)\}$/.exec(text)?.[1] ?? text;
  const [, a, b, c, d, e] =
    /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/i.exec(inner) ??
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(inner) ??
    [];
  return a === undefined ? null : `${a}-${b}-${c}-${d}-${e}`.toLowerCase();
}
