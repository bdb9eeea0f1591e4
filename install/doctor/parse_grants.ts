// Reads grants.sql as data: on what, which rights, to whom.
import { splitStatements, tokenize } from '../../core/database/lexer.ts';

export interface WrittenGrant {
  privileges: string[];
  /** Of a grant on columns, `grant select (id, email) on …`; empty for the whole object. */
  columns: string[];
  /** What is granted: one function, relation or schema each, or everything of a kind in a schema. */
  kind: 'function' | 'relation' | 'schema' | 'all functions' | 'all tables';
  /** Names, as written: a function's stands without its parameters, because it is the only one of that name. */
  objects: string[];
  roles: string[];
  /** The whole statement, without semicolon and comments. */
  statement: string;
}

const FORM =
  /^grant ([^(]+?)(?: \(([^)]+)\))? on (all functions in schema|all tables in schema|function|schema)? ?(.+) to (.+)$/i;

/** Every statement of a rendered grants.sql; one that is no grant is an error of the file. */
export function writtenGrants(text: string): WrittenGrant[] {
  return splitStatements(text).map((source) => {
    const statement = tokenize(source)
      .filter((token) => token.kind !== 'comment')
      .map((token) => (token.kind === 'space' ? ' ' : token.text))
      .join('')
      .trim();
    const [, privileges = '', columns = '', what = '', objects = '', roles = ''] = FORM.exec(statement) ?? [];
    if (privileges === '') throw new Error(`grants.sql: ${JSON.stringify(statement.slice(0, 80))} is not understood`);
    const kind = what.toLowerCase().replace(' in schema', '');
    return {
      privileges: list(privileges).map((name) => name.toUpperCase()),
      columns: list(columns),
      kind: (kind === '' ? 'relation' : kind) as WrittenGrant['kind'],
      objects: list(objects),
      roles: list(roles).map((name) => name.replaceAll('"', '')),
      statement,
    };
  });
}

const list = (text: string): string[] => (text === '' ? [] : text.split(',').map((name) => name.trim()));
