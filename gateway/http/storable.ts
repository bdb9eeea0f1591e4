// Checks whether JSON can be stored: its text, nesting depth and number of values.

/** Matches JSON escapes of NUL and of surrogates, which may be unpaired. */
const SUSPECT = /\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})/;

/** Maximum nesting depth. Much deeper values overflow the stack of programs that read or write them. */
const MAX_DEPTH = 100;

/** Maximum number of values in a JSON text. Parsing a megabyte of empty objects would delay all other requests. */
export const MAX_VALUES = 20_000;

const [QUOTE, COMMA, BACKSLASH, BRACKET, BRACE] = [0x22, 0x2c, 0x5c, 0x5b, 0x7b];

/** Returns true if a JSON text has too many values. Counts commas and opening brackets outside strings. */
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

/** Returns true if a string contains no NUL and no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * Returns the reason why a parsed JSON value cannot be stored, or null. `source` is its JSON text. Strings are checked
 * only if the text has an escape that SUSPECT matches.
 */
export function storageErrorOf(value: unknown, source: string): string | null {
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
