// Escapes text for terminals and psql. Untrusted text must not end a line or contain control sequences.
import { tokenize } from './lexer.ts';

// Matches control characters and line ends, lone surrogates, and invisible characters such as those that change the
// text direction.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const hex = (character: string): string => (character.codePointAt(0) ?? 0).toString(16);

/** Returns a text as one line for comments and messages. Unprintable characters are escaped. */
export function escapeToOneLine(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${hex(character)}}`);
}

/** Escapes unprintable characters of a text except line feeds and tabs. */
export function escapeUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (/[\n\t]/.test(character) ? character : escapeToOneLine(character)));
}

/** Returns the value as JSON. Unprintable characters become JSON escapes. */
export function printableJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  // The only raw line ends are those of the indentation, because JSON strings contain none.
  return text.replace(UNPRINTABLE, (character) => (character === '\n' ? character : jsonEscape(character)));
}

function jsonEscape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** Splits a text into lines, replaces tabs by spaces, and escapes the other unprintable characters. */
export function printableLines(text: string): string[] {
  return text.split('\n').map((line) => escapeToOneLine(line.replaceAll('\t', '    ')));
}

/**
 * Escapes unprintable characters in the quoted identifiers and strings of a statement without changing its meaning.
 * Comments and dollar-quoted texts, such as function bodies, are unchanged.
 */
export function printableStatement(statement: string): string {
  const tokens = tokenize(statement);
  return tokens
    .map(({ kind, text }, at) => {
      const hostile = text.search(UNPRINTABLE) >= 0;
      if (!hostile || (kind !== 'quoted_identifier' && kind !== 'string')) return text;
      if (kind === 'quoted_identifier') return `U&${unicodeEscapes(text)}`;
      // A string with the prefix E already interprets escapes.
      if (tokens[at - 1]?.text.toLowerCase() === 'e') {
        return text.replace(UNPRINTABLE, (character) => `\\U${hex(character).padStart(8, '0')}`);
      }
      return `U&${unicodeEscapes(text)}`;
    })
    .join('');
}

function unicodeEscapes(quoted: string): string {
  return quoted.replaceAll('\\', '\\\\').replace(UNPRINTABLE, (character) => `\\+${hex(character).padStart(6, '0')}`);
}
