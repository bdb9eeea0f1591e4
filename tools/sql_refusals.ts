// Reads the errors of the SQL files: the rows of sql/errors.sql, and the list `Errors: name, name.` at the end of the
// comment of each auth_api function. Tests check that each list contains every error that the function returns, and
// that every listed error occurs in a test (test/support/database/seen_errors.ts).
import { readdirSync, readFileSync } from 'node:fs';

export interface SqlError {
  name: string;
  status: number;
  code: string;
  text: string;
}

const ERROR_ROW = /^ +\('(?<name>\w+)', +(?<status>\d{3}), '(?<code>[\w ]+)', '(?<text>(?:[^']|'')*)'\)/gm;

const sqlFile = (path: string): string => readFileSync(new URL(`../sql/${path}`, import.meta.url), 'utf8');

export function sqlErrors(): SqlError[] {
  return [...sqlFile('errors.sql').matchAll(ERROR_ROW)].map(({ groups = {} }) => ({
    name: groups.name ?? '',
    status: Number(groups.status),
    code: groups.code ?? '',
    text: (groups.text ?? '').replaceAll("''", "'"),
  }));
}

/** Matches the comment of a function: string literals on separate lines, which SQL concatenates. */
const COMMENT = /^comment on function auth_api\.(\w+) is((?:\s+'(?:[^']|'')*')+);/gm;

/** Returns the error names at the end of a comment. */
export function refusedNames(comment: string): string[] {
  const [, list] = /\bErrors: (\w+(?:, \w+)*)\.$/.exec(comment) ?? [];
  if (list === undefined && comment.includes('Errors')) throw new Error(`does not end in a list: ${comment}`);
  return list?.split(', ') ?? [];
}

let listed: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns the error names of every auth_api function that has a comment. */
export function refusedByFunction(): ReadonlyMap<string, readonly string[]> {
  listed ??= readLists();
  return listed;
}

function readLists(): Map<string, readonly string[]> {
  const known = new Set(sqlErrors().map(({ name }) => name));
  const found = new Map<string, readonly string[]>();
  for (const path of readdirSync(new URL('../sql/api', import.meta.url), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.sql')) continue;
    for (const [, name = '', literals = ''] of sqlFile(`api/${path}`).matchAll(COMMENT)) {
      const comment = [...literals.matchAll(/'((?:[^']|'')*)'/g)].map(([, text]) => text).join('');
      const names = refusedNames(comment);
      const strange = names.filter((one, at) => !known.has(one) || names.indexOf(one) !== at);
      if (strange.length > 0) throw new Error(`auth_api.${name}: ${strange.join()} twice, or no row of errors.sql`);
      found.set(name, names);
    }
  }
  return found;
}
