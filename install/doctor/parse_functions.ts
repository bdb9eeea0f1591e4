// Parses the functions of the SQL files: name, parameters, options and body, in the form that the catalog stores.
import { dollarQuotedBody, splitStatements, type Token, tokenize } from '../../core/database/lexer.ts';
import type { SqlFile } from '../migrate/tree.ts';

export interface WrittenFunction {
  /** Path below sql/. */
  file: string;
  schema: string;
  name: string;
  parameters: { variadic: boolean; name: string; type: string }[];
  returns: string;
  returns_set: boolean;
  language: string;
  volatility: string;
  definer: boolean;
  strict: boolean;
  parallel: string;
  /** SET clauses as the catalog stores them: `name=value`, sorted. */
  config: string[];
  body: string;
  /** The complete statement, without semicolon. */
  statement: string;
}

/** Cache of parsed files, by their text. */
const FOUND = new Map<string, readonly WrittenFunction[]>();

/** Returns the `create function` statements with a dollar-quoted body. */
export function parseFunctions(files: readonly SqlFile[]): WrittenFunction[] {
  return files.flatMap((file) => {
    const key = `${file.name}\n${file.text}`;
    const found = FOUND.get(key) ?? functionsIn(file);
    FOUND.set(key, found);
    return found;
  });
}

const functionsIn = (file: SqlFile): WrittenFunction[] =>
  splitStatements(file.text)
    .map((statement) => parseFunction(file.name, statement))
    .filter((found) => found !== null);

const HEAD =
  /^create (?:or replace )?function ([\w"]+)\.([\w"]+) ?\((.*)\) ?returns (setof )?(.+?) language (\w+) (.*?)\bas $/i;

function parseFunction(file: string, statement: string): WrittenFunction | null {
  const tokens = tokenize(statement).filter((token) => token.kind !== 'comment');
  const at = tokens.findIndex((token) => token.kind === 'dollar');
  const head = HEAD.exec(joinTokens(tokens.slice(0, at)));
  if (at < 0 || head === null) return null;
  const [, schema = '', name = '', parameters = '', set, returns = '', language = '', labels = ''] = head;
  const sets = [...labels.matchAll(/\bset (\w+) = (.+?) (?=set |$)/gi)];
  return {
    file,
    schema: unquoteName(schema),
    name: unquoteName(name),
    parameters: parameters.trim() === '' ? [] : parameters.split(',').map(readParameter),
    returns: returns.trim(),
    returns_set: set !== undefined,
    language: language.toLowerCase(),
    volatility: /\b(immutable|stable)\b/i.exec(labels)?.[1]?.toLowerCase() ?? 'volatile',
    definer: /\bsecurity definer\b/i.test(labels),
    strict: /\bstrict\b/i.test(labels),
    parallel: /\bparallel (\w+)\b/i.exec(labels)?.[1]?.toLowerCase() ?? 'unsafe',
    config: sets.map(([, setting, value]) => `${setting}=${value}`).sort(),
    body: dollarQuotedBody(tokens[at] as Token),
    statement: statement.slice(statement.search(/\bcreate (or replace )?function\b/i)),
  };
}

function joinTokens(tokens: readonly Token[]): string {
  return tokens
    .map((token) => (token.kind === 'space' ? ' ' : token.text))
    .join('')
    .replace(/ +/g, ' ')
    .trimStart();
}

function readParameter(text: string): WrittenFunction['parameters'][number] {
  const [, variadic, name = '', type = ''] = /^(variadic )?([\w"]+) (.+)$/i.exec(text.trim()) ?? [];
  return { variadic: variadic !== undefined, name: unquoteName(name), type: type.replace(/ default .*$/i, '').trim() };
}

function unquoteName(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase();
}
