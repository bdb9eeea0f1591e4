// What a terminal or psql is given: no text of somebody else's may end a line, or reach the terminal as anything but letters.
import { tokenize } from './lexer.ts';

// Line ends, terminal sequences, and what turns the direction of writing, so that text is not what it looks like.
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const hex = (character: string): string => (character.codePointAt(0) ?? 0).toString(16);

/** A text as one line, what cannot be printed as an escape; for comments, and for what a person reads. */
export function oneLine(text: string): string {
  return text.replace(UNPRINTABLE, (character) => `\\u{${hex(character)}}`);
}

/** A text of several lines, which keeps its line ends and tabs. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) => (/[\n\t]/.test(character) ? character : oneLine(character)));
}

/** JSON of the same value, what cannot be printed as an escape of JSON. */
export function printableJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  // A line end in it is the indentation's: JSON has none in its strings.
  return text.replace(UNPRINTABLE, (character) => (character === '\n' ? character : jsonEscape(character)));
}

function jsonEscape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** The lines of a text that has more than one, each printable. */
export function printableLines(text: string): string[] {
  return text.split('\n').map((line) => oneLine(line.replaceAll('\t', '    ')));
}

/** A statement in which names and strings hold no unprintable character; it means the same. Function bodies stay. */
export function armoured(statement: string): string {
  const tokens = tokenize(statement);
  return tokens
    .map(({ kind, text }, at) => {
      const hostile = text.search(UNPRINTABLE) >= 0;
      if (!hostile || (kind !== 'quoted_identifier' && kind !== 'string')) return text;
      if (kind === 'quoted_identifier') return `U&${unicode(text)}`;
      // After an E the string reads escapes already.
      if (tokens[at - 1]?.text.toLowerCase() === 'e') {
        return text.replace(UNPRINTABLE, (character) => `\\U${hex(character).padStart(8, '0')}`);
      }
      return `U&${unicode(text)}`;
    })
    .join('');
}

function unicode(quoted: string): string {
  return quoted.replaceAll('\\', '\\\\').replace(UNPRINTABLE, (character) => `\\+${hex(character).padStart(6, '0')}`);
}
