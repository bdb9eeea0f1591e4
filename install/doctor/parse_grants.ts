// Parses grants.sql into objects, rights and roles.
import { splitStatements, tokenize } from '../../core/database/lexer.ts';

export interface WrittenGrant {
  privileges: string[];
  /** Columns of a column grant, `grant select (id, email) on …`; empty for the whole object. */
  columns: string[];
  /** Kind of the objects: single functions, relations or schemas, or everything of a kind in a schema. */
  kind: 'function' | 'relation' | 'schema' | 'all functions' | 'all tables';
  /** Names as written. A function's name has no parameters, because our functions are not overloaded. */
  objects: string[];
  roles: string[];
  /** The complete statement, without semicolon and comments. */
  statement: string;
}

const FORM =
  /^grant ([^(]+?)(?: \(([^)]+)\))? on (all functions in schema|all tables in schema|function|schema)? ?(.+) to (.+)$/i;

/** Parses every statement of a rendered grants.sql. Throws if a statement is not a grant. */
export function parseGrants(text: string): WrittenGrant[] {
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
