// Splits SQL into tokens, so that identifiers can be renamed without changing strings and comments.

export type TokenKind =
  | 'identifier'
  | 'quoted_identifier'
  | 'string'
  | 'comment'
  | 'dollar'
  | 'number'
  | 'space'
  | 'other';

export interface Token {
  kind: TokenKind;
  /** Text as written. The concatenated texts of all tokens equal the source. */
  text: string;
  /** Delimiter of a dollar-quoted text. */
  delimiter?: string;
  /** True if a dollar-quoted text is code: a function body or a DO block. */
  code?: boolean;
}

class SqlSyntaxError extends Error {
  readonly code = 'sql_syntax';
}

const SPACE = /\s+/y;
const IDENTIFIER = /[A-Za-z_\u0080-\uffff][A-Za-z0-9_$\u0080-\uffff]*/y;
const NUMBER = /[0-9][A-Za-z0-9_]*/y;
const DOLLAR = /\$(?:[A-Za-z_\u0080-\uffff][A-Za-z0-9_\u0080-\uffff]*)?\$/y;
// A line comment. As in Postgres and psql, a carriage return also ends it.
const LINE_COMMENT = /--[^\n\r]*/y;

/**
 * Returns the tokens of a SQL text. Throws if a string, quoted identifier, dollar-quoted text or comment has no end.
 */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  const push = (kind: TokenKind, text: string, more: Partial<Token> = {}): void => {
    tokens.push({ kind, text, ...more });
    at += text.length;
  };
  while (at < source.length) {
    const space = match(SPACE);
    if (space !== undefined) {
      push('space', space);
      continue;
    }
    const line = match(LINE_COMMENT);
    if (line !== undefined) {
      push('comment', line);
      continue;
    }
    if (source.startsWith('/*', at)) {
      push('comment', readBlockComment(source, at));
      continue;
    }
    const character = source[at] as string;
    if (character === "'") {
      push('string', readQuoted(source, at, "'", readsBackslashes(tokens)));
      continue;
    }
    if (character === '"') {
      push('quoted_identifier', readQuoted(source, at, '"', false));
      continue;
    }
    const delimiter = match(DOLLAR);
    if (delimiter !== undefined) {
      const end = source.indexOf(delimiter, at + delimiter.length);
      if (end < 0) throw new SqlSyntaxError(`a text that begins with ${delimiter} has no end`);
      push('dollar', source.slice(at, end + delimiter.length), { delimiter, code: isCode(tokens) });
      continue;
    }
    const identifier = match(IDENTIFIER);
    if (identifier !== undefined) {
      push('identifier', identifier);
      continue;
    }
    const number = match(NUMBER);
    if (number !== undefined) {
      push('number', number);
      continue;
    }
    push('other', character);
  }
  return tokens;
}

/** Returns the statements of a script without their semicolons and without parts that contain only comments. */
export function splitStatements(source: string): string[] {
  const found: string[] = [];
  let text = '';
  let empty = true;
  const end = (): void => {
    if (!empty) found.push(text.trim());
    text = '';
    empty = true;
  };
  for (const token of tokenize(source)) {
    if (token.kind === 'other' && token.text === ';') {
      end();
      continue;
    }
    text += token.text;
    if (token.kind !== 'space' && token.kind !== 'comment') empty = false;
  }
  end();
  return found;
}

/** Returns the text between the delimiters of a dollar-quoted token. */
export function dollarQuotedBody(token: Token): string {
  const length = token.delimiter?.length ?? 0;
  return token.text.slice(length, token.text.length - length);
}

// Returns true if a dollar-quoted text is code: after AS (a function) or DO (also `do language plpgsql $$`).
// Otherwise it is a string.
function isCode(tokens: Token[]): boolean {
  const words: string[] = [];
  for (let at = tokens.length - 1; at >= 0 && words.length < 3; at -= 1) {
    const token = tokens[at] as Token;
    if (token.kind !== 'space' && token.kind !== 'comment') words.push(token.text.toLowerCase());
  }
  return words[0] === 'as' || words[0] === 'do' || (words[1] === 'language' && words[2] === 'do');
}

// Returns true before an E'…' string, in which backslashes escape. The E is directly before the quote.
function readsBackslashes(tokens: Token[]): boolean {
  const before = tokens.at(-1);
  return before?.kind === 'identifier' && before.text.toLowerCase() === 'e';
}

function readQuoted(source: string, from: number, quote: string, escapes: boolean): string {
  for (let at = from + 1; at < source.length; at += 1) {
    if (escapes && source[at] === '\\') at += 1;
    else if (source[at] === quote) {
      if (source[at + 1] !== quote) return source.slice(from, at + 1);
      at += 1;
    }
  }
  throw new SqlSyntaxError(`a text that begins with ${source.slice(from, from + 20)} has no end`);
}

// Block comments nest in SQL.
function readBlockComment(source: string, from: number): string {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    if (source.startsWith('/*', at)) {
      depth += 1;
      at += 1;
    } else if (source.startsWith('*/', at)) {
      depth -= 1;
      at += 1;
      if (depth === 0) return source.slice(from, at + 1);
    }
  }
  throw new SqlSyntaxError('a comment that begins with /* has no end');
}
