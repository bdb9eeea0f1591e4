// The accepted spellings of a UUID in requests.

export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/**
 * Returns the canonical form of a UUID written plainly, without hyphens, in braces or as a URN; null for anything else.
 */
export function parseUuid(text: string): string | null {
  const inner = /^urn:uuid:(.*)$/i.exec(text)?.[1] ?? /^\{(.*)\}$/.exec(text)?.[1] ?? text;
  const [, a, b, c, d, e] =
    /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/i.exec(inner) ??
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i.exec(inner) ??
    [];
  return a === undefined ? null : `${a}-${b}-${c}-${d}-${e}`.toLowerCase();
}
