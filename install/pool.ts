// Opens a connection for a command as one of Postern's roles, and checks the release of the database.
import postgres, { type Options, type Sql } from 'postgres';
import { checkCompatibility, readDatabaseState } from '../core/database/release.ts';
import { checkSession } from '../core/database/session_check.ts';
import {
  type DatabaseTarget,
  parseDatabaseUrl,
  postgresOptions,
  withoutSessionAttributes,
} from '../core/database/url.ts';
import type { Settings } from '../core/settings/table.ts';
import { CommandError } from '../core/terminal/errors.ts';
import { connectionAdvice } from './migrate/database_error.ts';

export interface CommandPool {
  sql: Sql;
  /** Name of the API schema. */
  api: string;
  /** Warnings about session settings that differ from roles.sql. */
  warnings: string[];
  close(): Promise<void>;
}

const SESSION = {
  statement_timeout: '60s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '10s',
  search_path: 'pg_catalog',
  timezone: 'UTC',
  log_parameter_max_length_on_error: '0',
};

/** Connects to the database. Throws a CommandError for errors that the operator can fix. */
export async function openPool(settings: Settings, role: 'admin' | 'auditor' | 'owner'): Promise<CommandPool> {
  // The owner role cannot log in, so the migrating login runs SET ROLE.
  const variable = role === 'owner' ? 'migrate' : role;
  const own = role === 'owner' ? '' : settings[`database_url_${role}`];
  const url = settings[`database_url_${variable}`] || settings.database_url;
  if (!url) {
    const names = `DATABASE_URL_${variable.toUpperCase()} (or DATABASE_URL)`;
    throw new CommandError(`Set ${names} to the database to work on.`, { code: 'no_database' });
  }
  const name = `${settings.role_prefix}_${role}`;
  const read_only: Record<string, string> = role === 'auditor' ? { default_transaction_read_only: 'on' } : {};
  const options: Options<Record<string, never>> = {
    ...postgresOptions(parseDatabaseUrl(url, process.env), {
      application_name: `postern ${role === 'auditor' ? 'report' : 'cli'}`,
      max: 1,
      prepare: settings.db_prepare,
      ...(own ? {} : { role: name, session: { ...SESSION, ...read_only } }),
    }),
    onnotice: () => undefined,
  };
  const sql = withoutSessionAttributes(() => postgres(options));
  try {
    const warnings = await checkSession(sql, name, { prepare: settings.db_prepare });
    const verdict = checkCompatibility(await readDatabaseState(sql, settings.db_namespace));
    if (verdict.verdict !== 'ready') throw new CommandError(verdict.sentence, { code: 'not_migrated' });
    return { sql, api: `${settings.db_namespace}_api`, warnings, close: () => sql.end({ timeout: 1 }) };
  } catch (error) {
    await sql.end({ timeout: 1 });
    throw toCommandError(error, `DATABASE_URL_${variable.toUpperCase()}`);
  }
}

/** Opens one connection to a replica, directly or through a pooler. */
export function openStandby(target: DatabaseTarget): Sql {
  const options = postgresOptions(target, { application_name: 'postern doctor', max: 1, prepare: false });
  return withoutSessionAttributes(() => postgres({ ...options, onnotice: () => undefined }));
}

// Errors that the operator can fix: wrong password, missing role or database, too many connections, a refused session
// setting, network errors.
const NO_CONNECTION = /^(28\w{3}|3D000|08\w{3}|57P0\d|53300|22023|42501|E[A-Z]+|CONNECT_TIMEOUT|CONNECTION_\w+)$/;

function toCommandError(error: unknown, variable: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const [, role] = /^permission denied to set role "(.+)"/.exec(error instanceof Error ? error.message : '') ?? [];
  if (code === '42501' && role !== undefined) {
    const message = `The login of DATABASE_URL may not act as ${role}. Give ${variable} the URL of ${role}'s own login, or let a superuser grant ${role} to this one.`;
    return new CommandError(message, { cause: error, code: 'wrong_role' });
  }
  if (error instanceof Error && NO_CONNECTION.test(code)) {
    return new CommandError(`The database cannot be reached: ${error.message || code}. ${connectionAdvice(code)}`, {
      cause: error,
      code: 'unreachable',
    });
  }
  if (error instanceof Error && error.message.startsWith('The database sees this process as')) {
    return new CommandError(error.message, { cause: error, code: 'wrong_role' });
  }
  return error;
}
