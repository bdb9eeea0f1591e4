// Splits a template into text and actions, and actions into words, as Go's text/template does.
import { TemplateError } from './fault.ts';

export type Word =
  | { type: 'field' | 'chain'; path: readonly string[]; at: number }
  | { type: 'variable'; name: string; path: readonly string[]; at: number }
  | { type: 'name'; name: string; at: number }
  | { type: 'literal'; value: string | number; at: number }
  | { type: 'dot' | 'space'; at: number }
  | { type: 'mark'; mark: string; at: number };

export type Piece = { type: 'text'; text: string; at: number } | { type: 'action'; words: readonly Word[]; at: number };

const BLANK = /\s/;
const NAME = /[\p{L}_][\p{L}\p{Nd}_]*/uy;
const NUMBER =
  /[+-]?(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|[\d_]+(?:\.[\d_]*)?(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)/y;
const QUOTED = /"(?:[^"\\\n]|\\.)*"/y;
const RAW = /`[^`]*`/y;
const CHARACTER = /'(?:[^'\\\n]|\\.)*'/y;
const MARK = /:=|[=|(),]/y;

/** Returns text and actions in order, without comments and without blanks that trim markers remove. */
export function splitTemplate(source: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let trim = false;
  while (at <= source.length) {
    const open = source.indexOf('{{', at);
    const end = open < 0 ? source.length : open;
    const trims = open >= 0 && source[open + 2] === '-' && BLANK.test(source[open + 3] ?? '');
    let text = source.slice(at, end);
    const skipped = trim ? text.length - text.trimStart().length : 0;
    text = text.slice(skipped);
    if (trims) text = text.trimEnd();
    if (text !== '') pieces.push({ type: 'text', text, at: at + skipped });
    if (open < 0) break;
    const action = readAction(source, open, open + (trims ? 3 : 2));
    if (action.words) pieces.push({ type: 'action', words: action.words, at: open });
    at = action.end;
    trim = action.trim;
  }
  return pieces;
}

interface Action {
  /** Null for a comment. */
  words: Word[] | null;
  end: number;
  trim: boolean;
}

function readAction(source: string, open: number, start: number): Action {
  const comment = /\s*\/\*/y;
  comment.lastIndex = start;
  if (comment.test(source)) return readComment(source, open, comment.lastIndex);
  const words: Word[] = [];
  let at = start;
  for (;;) {
    const close = /\s-\}\}|\}\}/y;
    close.lastIndex = at;
    const closed = close.exec(source);
    if (closed) return { words, end: close.lastIndex, trim: closed[0].length > 2 };
    if (at >= source.length) throw new TemplateError(source, open, 'this action is not closed by }}');
    const { word, end } = readWord(source, at, words.at(-1));
    words.push(word);
    at = end;
  }
}

function readComment(source: string, open: number, start: number): Action {
  const end = source.indexOf('*/', start);
  const close = /\s-\}\}|\}\}/y;
  close.lastIndex = end + 2;
  const closed = end < 0 ? null : close.exec(source);
  if (!closed) throw new TemplateError(source, open, 'a comment must end with */}}');
  return { words: null, end: close.lastIndex, trim: closed[0].length > 2 };
}

function readWord(source: string, at: number, before: Word | undefined): { word: Word; end: number } {
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const blanks = match(/\s+/y);
  if (blanks) return { word: { type: 'space', at }, end: at + blanks.length };
  const mark = match(MARK);
  if (mark) return { word: { type: 'mark', mark, at }, end: at + mark.length };
  const quoted = match(QUOTED) ?? match(RAW);
  if (quoted) return { word: { type: 'literal', value: unquote(source, at, quoted), at }, end: at + quoted.length };
  const character = match(CHARACTER);
  if (character) {
    const [one, ...more] = unquote(source, at, character);
    if (one === undefined || more.length > 0) throw new TemplateError(source, at, 'one character stands between these');
    return { word: { type: 'literal', value: one.codePointAt(0) ?? 0, at }, end: at + character.length };
  }
  if (source[at] === '.' || source[at] === '$') return readPath(source, at, before);
  const number = match(NUMBER);
  if (number) return { word: { type: 'literal', value: parseNumber(source, at, number), at }, end: at + number.length };
  const name = match(NAME);
  if (name) return { word: { type: 'name', name, at }, end: at + name.length };
  if (source[at] === '"' || source[at] === '`' || source[at] === "'") {
    throw new TemplateError(source, at, 'this text is not closed');
  }
  if (source[at] === '-' && (before?.type === 'field' || before?.type === 'variable')) {
    throw new TemplateError(source, at, 'a name has no - in it; write {{ index .Data "first-name" }}');
  }
  throw new TemplateError(source, at, `${JSON.stringify(source[at])} has no meaning here`);
}

/** Reads `.`, `.A.B`, `$`, `$name.A.B`, or `.A` after a closing parenthesis. */
function readPath(source: string, at: number, before: Word | undefined): { word: Word; end: number } {
  const read = /(\$[\p{L}\p{Nd}_]*)?((?:\.[\p{L}_][\p{L}\p{Nd}_]*)*)/uy;
  read.lastIndex = at;
  const [all = '', variable, names = ''] = read.exec(source) ?? [];
  const path = names === '' ? [] : names.slice(1).split('.');
  const end = at + all.length;
  if (variable !== undefined) return { word: { type: 'variable', name: variable, path, at }, end };
  if (path.length === 0) {
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(source)?.[0];
    if (number)
      return { word: { type: 'literal', value: parseNumber(source, at, number), at }, end: at + number.length };
    return { word: { type: 'dot', at }, end: at + 1 };
  }
  const chained = before?.type === 'mark' && before.mark === ')';
  return { word: { type: chained ? 'chain' : 'field', path, at }, end };
}

function parseNumber(source: string, at: number, text: string): number {
  const [sign, digits] = /^[+-]/.test(text) ? [text[0] === '-' ? -1 : 1, text.slice(1)] : [1, text];
  const value = Number(digits.replaceAll('_', ''));
  if (Number.isNaN(value)) throw new TemplateError(source, at, `${text} is no number`);
  return sign * value;
}

const ESCAPES: Record<string, string> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
};

/** Returns the value of a quoted text. */
function unquote(source: string, at: number, quoted: string): string {
  const inner = quoted.slice(1, -1);
  if (quoted.startsWith('`')) return inner;
  return inner.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|([\s\S]))/g,
    (
      _,
      x: string | undefined,
      u: string | undefined,
      long: string | undefined,
      octal: string | undefined,
      one = '',
    ) => {
      const hex = x ?? u ?? long;
      if (hex !== undefined) return encodeCodePoint(source, at, Number.parseInt(hex, 16));
      if (octal !== undefined) return encodeCodePoint(source, at, Number.parseInt(octal, 8));
      const known = Object.hasOwn(ESCAPES, one) ? ESCAPES[one] : undefined;
      if (known === undefined) throw new TemplateError(source, at, `\\${one} is not understood in a quoted text`);
      return known;
    },
  );
}

function encodeCodePoint(source: string, at: number, value: number): string {
  if (value > 0x10ffff) throw new TemplateError(source, at, 'there is no such character');
  return String.fromCodePoint(value);
}
