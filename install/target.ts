// Target database, names and error messages, for commands that change or inspect the schema.
import { MigrationRefusedError } from '../core/database/refusal.ts';
import { type DatabaseTarget, DatabaseUrlError, parseDatabaseUrl } from '../core/database/url.ts';
import type { Log } from './migrate/connection.ts';
import { connectionAdvice, firstErrorLine, readSqlState } from './migrate/database_error.ts';
import type { Logins } from './migrate/roles.ts';

/** The settings from which migrate, plan and doctor derive target, names and logins. */
export interface MigrateSettings {
  database_url: string | null;
  database_url_migrate: string | null;
  database_url_gateway: string | null;
  database_url_admin: string | null;
  database_url_worker: string | null;
  database_url_auditor: string | null;
  db_namespace: string;
  /** Default: the namespace. */
  role_prefix: string | null;
}

/** Returns namespace and role prefix of the installation. */
export function pickNameSettings(settings: MigrateSettings): { namespace: string; role_prefix: string } {
  return { namespace: settings.db_namespace, role_prefix: settings.role_prefix || settings.db_namespace };
}

/** Returns the database to migrate, or null if no URL is set. */
export function parseMigrateTarget(settings: MigrateSettings): DatabaseTarget | null {
  const text = settings.database_url_migrate || settings.database_url;
  return text ? parseDatabaseUrl(text, process.env) : null;
}

/** Returns the login of each role. Without a URL, the login is the role's own name. */
export function readLogins(settings: MigrateSettings): Logins {
  const { role_prefix } = pickNameSettings(settings);
  const user = (role: string, text: string | null): string => {
    const url = text || settings.database_url;
    return url ? parseDatabaseUrl(url, process.env).user : `${role_prefix}_${role}`;
  };
  return {
    gateway: user('gateway', settings.database_url_gateway),
    admin: user('admin', settings.database_url_admin),
    worker: user('worker', settings.database_url_worker),
    auditor: user('auditor', settings.database_url_auditor),
  };
}

// Errors of the server (missing role or database, wrong password, shutting down, too many connections), and network
// errors of Node (E…).
const NO_CONNECTION = /^(28\w{3}|3D000|08\w{3}|57P0\d|53300|E[A-Z]+)$/;
/** Messages of lost connections, for which the driver sets no code. */
const LOST = /^(Connection terminated|read E[A-Z]+|write E[A-Z]+|Client has encountered a connection error)/;
const AGAIN = 'Uncommitted work is rolled back: run the command again.';

/** Runs a command. Prints an expected error as a message without a stack, and then returns exit code 1. */
export async function printExpectedErrors(log: Log, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MigrationRefusedError) log(error.message);
    else if (error instanceof DatabaseUrlError) log(`The database URL cannot be read: ${error.message}.`);
    else if (LOST.test(firstErrorLine(error)))
      log(`The connection to the database was lost: ${firstErrorLine(error)}. ${AGAIN}`);
    else if (/^53[12]00$/.test(readSqlState(error)))
      log(`The server is out of space: ${firstErrorLine(error)}. Free some space. ${AGAIN}`);
    else if (NO_CONNECTION.test(readSqlState(error)))
      log(`The database cannot be reached: ${firstErrorLine(error)}. ${connectionAdvice(readSqlState(error))}`);
    else throw error;
    return 1;
  }
}
