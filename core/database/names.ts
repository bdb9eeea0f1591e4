// Maps the names in the SQL files (auth, auth_lib, …) to the names of this installation.
import { RESERVED_WORDS } from './keywords.ts';
import { dollarQuotedBody, type Token, tokenize } from './lexer.ts';
import { MigrationRefusedError } from './refusal.ts';

export const LOGIN_ROLES = ['gateway', 'admin', 'worker', 'auditor'] as const;
/**
 * All roles: the owner role, the login roles, and the owners of the functions that call functions of the operator
 * (hooks.sql, triggers.sql). Only the login roles can log in.
 */
export const ROLE_NAMES = ['owner', ...LOGIN_ROLES, 'hooks', 'triggers'] as const;
export type LoginRoleName = (typeof LOGIN_ROLES)[number];
export type RoleName = (typeof ROLE_NAMES)[number];

/** Names of schemas and roles of an installation. */
export interface Names {
  /** Schema of the tables. */
  auth: string;
  /** Schema of the private functions. */
  lib: string;
  /** Schema of the public functions. */
  api: string;
  /** Schema of pg-boss. */
  queue: string;
  role: Record<RoleName, string>;
}

const NAME = /^[a-z][a-z0-9_]{0,29}$/;
const TAKEN = new Set(['public', 'information_schema', 'extensions']);

/** Returns the names for DB_NAMESPACE and SVC_ROLE_PREFIX. Throws an error for the operator if one is invalid. */
export function createNames(namespace: string, role_prefix: string): Names {
  checkPlainName('DB_NAMESPACE', namespace);
  checkPlainName('SVC_ROLE_PREFIX', role_prefix);
  if (TAKEN.has(namespace))
    throw new MigrationRefusedError(`DB_NAMESPACE cannot be ${namespace}: that schema has another use.`);
  const role = Object.fromEntries(ROLE_NAMES.map((name) => [name, `${role_prefix}_${name}`]));
  return {
    auth: namespace,
    lib: `${namespace}_lib`,
    api: `${namespace}_api`,
    queue: `${namespace}_queue`,
    role: role as Record<RoleName, string>,
  };
}

function checkPlainName(variable: string, value: string): void {
  if (NAME.test(value) && !value.startsWith('pg_')) return;
  throw new MigrationRefusedError(
    `${variable} is ${JSON.stringify(value)}; it must begin with a lower-case letter (not pg_), hold only a-z, 0-9 and _, ` +
      'and be at most 30 characters long.',
  );
}

/** Returns an identifier as SQL text. Quotes it only if necessary. */
export function quoteIdentifier(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) && !RESERVED_WORDS.has(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Returns a text as a SQL literal. */
export function quoteLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? `E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}

/** Returns the map from identifiers in the SQL files to the names of this installation. */
export function identifierMap(names: Names): Map<string, string> {
  const map = new Map([
    ['auth', names.auth],
    ['auth_lib', names.lib],
    ['auth_api', names.api],
    ['auth_queue', names.queue],
  ]);
  for (const name of ROLE_NAMES) map.set(`auth_${name}`, names.role[name]);
  return map;
}

/** Returns true if the string at this token is a constant of type name. Other strings are not renamed. */
function isNameConstant(tokens: readonly Token[], at: number): boolean {
  const [word, space] = [tokens[at - 2], tokens[at - 1]];
  return space?.text === ' ' && word?.kind === 'identifier' && word.text === 'name';
}

/**
 * Renders a SQL file: renames identifiers, also in function bodies. Comments and strings are unchanged, except
 * constants of type name, such as name 'auth_owner'.
 */
export function renderSql(source: string, map: ReadonlyMap<string, string>): string {
  // Default names need no renaming.
  if ([...map].every(([name, renamed]) => name === renamed)) return source;
  const tokens = tokenize(source);
  return tokens
    .map((token, at) => {
      if (token.kind === 'string') {
        const renamed = isNameConstant(tokens, at) ? map.get(token.text.slice(1, -1)) : undefined;
        return renamed === undefined ? token.text : quoteLiteral(renamed);
      }
      if (token.kind === 'dollar' && token.code === true) {
        return `${token.delimiter}${renderSql(dollarQuotedBody(token), map)}${token.delimiter}`;
      }
      if (token.kind !== 'identifier' && token.kind !== 'quoted_identifier') return token.text;
      const name =
        token.kind === 'identifier' ? token.text.toLowerCase() : token.text.slice(1, -1).replaceAll('""', '"');
      const renamed = map.get(name);
      // Keeps unchanged names as written, so that the code in the database equals the files.
      return renamed === undefined || renamed === name ? token.text : quoteIdentifier(renamed);
    })
    .join('');
}
