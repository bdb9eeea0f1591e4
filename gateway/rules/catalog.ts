// Catalog of the release's SQL functions: file, line, comment, calls and errors of each.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { identifierMap, type Names, renderSql } from '../../core/database/names.ts';
import { SQL_DIR } from '../../core/database/sql_folder.ts';
import { GATEWAY_ERRORS } from '../http/errors.ts';

export interface SqlRule {
  /** Function name with the schema of this installation. */
  name: string;
  file: string;
  line: number;
  /** Comment above the function in its file, or else the text of its `comment on function`. */
  comment: string;
  source: string;
  calls: readonly string[];
  /** Names of the errors that the function itself returns. */
  refuses: readonly string[];
}

export interface RuleError {
  name: string;
  status: number;
  code: string;
  message: string;
  from: 'sql' | 'gateway';
}

export interface RuleCatalog {
  rules: ReadonlyMap<string, SqlRule>;
  errors: readonly RuleError[];
  callersOf(name: string): string[];
  /** Returns the call path from one function to another; empty if there is none. */
  way(from: string, to: string): string[];
  /**
   * Returns the functions that return an error. With `from`, returns only `from` and those that it calls, directly or
   * indirectly, nearest first.
   */
  refusersOf(error: string, from?: string): string[];
}

const ERROR_ROW = /^ +\('(\w+)', +(\d{3}), '([\w ]+)', '((?:[^']|'')*)'\)/gm;

export function readRuleCatalog(names: Names): RuleCatalog {
  const map = identifierMap(names);
  const rules = new Map<string, SqlRule>();
  const files = ['lib', 'api'].flatMap((folder) =>
    readdirSync(join(SQL_DIR, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.sql'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  );
  const read = (file: string): string =>
    readFileSync(join(SQL_DIR, ...file.split('/')), 'utf8').replaceAll('\r\n', '\n');
  const errors: RuleError[] = [...read('errors.sql').matchAll(ERROR_ROW)].map(
    ([, name = '', status, code = '', text = '']) => ({
      name,
      status: Number(status),
      code,
      message: text.replaceAll("''", "'"),
      from: 'sql',
    }),
  );
  for (const [name, [status, code, message]] of Object.entries(GATEWAY_ERRORS)) {
    errors.push({ name, status, code, message, from: 'gateway' });
  }
  const known = new Set(errors.filter(({ from }) => from === 'sql').map(({ name }) => name));
  for (const file of [...files, 'errors.sql', 'hooks.sql', 'triggers.sql', 'contract.sql'].sort()) {
    for (const rule of parseRules(`sql/${file}`, renderSql(read(file), map), known)) rules.set(rule.name, rule);
  }
  const callersOf = (name: string): string[] =>
    [...rules.values()].filter(({ calls }) => calls.includes(name)).map((rule) => rule.name);
  const reached = (from: string): Map<string, string[]> => {
    const ways = new Map([[from, [from]]]);
    for (const [name, way] of ways) {
      for (const called of rules.get(name)?.calls ?? []) if (!ways.has(called)) ways.set(called, [...way, called]);
    }
    return ways;
  };
  return {
    rules,
    errors,
    callersOf,
    way: (from, to) => reached(from).get(to) ?? [],
    refusersOf(error, from) {
      const all = [...rules.values()].filter(({ refuses }) => refuses.includes(error)).map(({ name }) => name);
      if (from === undefined) return all;
      const ways = reached(from);
      return all
        .filter((name) => ways.has(name))
        .sort((one, other) => (ways.get(one)?.length ?? 0) - (ways.get(other)?.length ?? 0));
    },
  };
}

/** Returns the text of `comment on function`; '' if the file has none for the function. */
function readStoredComment(text: string, name: string): string {
  const statement = new RegExp(`^comment on function ${name} is((?:\\s+'(?:[^']|'')*')+);`, 'm').exec(text);
  const literals = [...(statement?.[1] ?? '').matchAll(/'((?:[^']|'')*)'/g)];
  return literals.map(([, part = '']) => part.replaceAll("''", "'")).join('');
}

/**
 * Returns the functions of a file. Each begins with a line `create function` and ends with a line `$$;` or `$$ …
 * $$;`.
 */
function parseRules(file: string, text: string, known: ReadonlySet<string>): SqlRule[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const name = /^create (?:or replace )?function ([\w"]+\.\w+)/.exec(line)?.[1];
    if (name === undefined) return [];
    let first = at;
    while (lines[first - 1]?.startsWith('--')) first -= 1;
    const end = lines.findIndex((one, place) => place >= at && /\$\$(?: |;|$).*;$|^\$\$;$/.test(one));
    const source = lines.slice(at, end + 1).join('\n');
    const calls = [...source.matchAll(/\b(\w+\.\w+)\(/g)].flatMap(([, called = '']) =>
      called === name ? [] : [called],
    );
    const refuses = [...source.matchAll(/'(\w+)'/g)].flatMap(([, word = '']) => (known.has(word) ? [word] : []));
    const above = lines.slice(first, at).map((one) => one.replace(/^-- ?/, ''));
    const comment = above.join(' ') || readStoredComment(text, name);
    const returns = /\b(?:refusal|refusal_with|fail|check_aal)\(/.test(source);
    return [
      {
        name: name.replaceAll('"', ''),
        file,
        line: at + 1,
        comment,
        source,
        calls: [...new Set(calls)].filter((called) => !called.startsWith('pg_')),
        refuses: returns ? [...new Set(refuses)] : [],
      },
    ];
  });
}
