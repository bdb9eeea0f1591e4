// Which texts Postgres can hold, how deep a JSON value may nest, and how many values one may have.

/** Escapes in a JSON text that may stand for NUL or half of a surrogate pair. */
const SUSPECT = /\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})/;

/** Deeper values overflow the stack of the next program that reads or writes them, Postgres included. */
const MAX_DEPTH = 100;

/** No more than about ten thousand bytes of a body are stored; parsing a megabyte of empty objects would hold up all requests for a second. */
export const MAX_VALUES = 20_000;

const [QUOTE, COMMA, BACKSLASH, BRACKET, BRACE] = [0x22, 0x2c, 0x5c, 0x5b, 0x7b];

/** Whether a JSON text has more values than any body needs, by what begins one outside strings. Stops at the first too many. */
export function hasTooManyValues(source: string): boolean {
  if (source.length <= MAX_VALUES) return false;
  let values = 0;
  let inside = false;
  for (let at = 0; at < source.length; at++) {
    const character = source.charCodeAt(at);
    if (character === QUOTE) inside = !inside;
    else if (character === BACKSLASH && inside) at++;
    else if (inside) continue;
    else if ((character === COMMA || character === BRACKET || character === BRACE) && ++values > MAX_VALUES)
      return true;
  }
  return false;
}

/** Whether a string is free of NUL and lone surrogates. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Why a parsed JSON value cannot be stored, or null. `source` is its text, which tells cheaply that no string is suspect. */
export function storageFault(value: unknown, source: string): string | null {
  const strings = SUSPECT.test(source);
  const open: [value: unknown, depth: number][] = [[value, 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [item, depth] = next;
    if (typeof item === 'string') {
      if (strings && !isStorable(item)) return 'string contains NUL or an unpaired surrogate';
    } else if (typeof item === 'number') {
      if (!Number.isFinite(item)) return 'number out of range';
    } else if (typeof item === 'object' && item !== null) {
      if (depth > MAX_DEPTH) return `nested deeper than ${MAX_DEPTH} levels`;
      for (const [name, member] of Object.entries(item)) {
        if (strings && !isStorable(name)) return 'string contains NUL or an unpaired surrogate';
        open.push([member, depth + 1]);
      }
    }
  }
  return null;
}
