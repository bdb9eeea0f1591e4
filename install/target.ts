// What the commands that work on the schema share: whose database it is, under which names, and its faults as sentences.
import { MigrateRefusal } from '../core/database/refusal.ts';
import { type DatabaseTarget, DatabaseUrlError, parseDatabaseUrl } from '../core/database/url.ts';
import type { Log } from './migrate/connection.ts';
import { firstLine, sqlState } from './migrate/fault.ts';
import type { Logins } from './migrate/roles.ts';

/** The slice of the settings that migrate and plan read. */
export interface MigrateSettings {
  database_url: string | null;
  database_url_migrate: string | null;
  database_url_gateway: string | null;
  database_url_admin: string | null;
  database_url_worker: string | null;
  database_url_auditor: string | null;
  db_namespace: string;
  /** Empty: the namespace. */
  role_prefix: string | null;
}

/** The names that settings give an installation. */
export function namesOf(settings: MigrateSettings): { namespace: string; role_prefix: string } {
  return { namespace: settings.db_namespace, role_prefix: settings.role_prefix || settings.db_namespace };
}

/** Where to migrate, or null where no URL is set. */
export function migrateTarget(settings: MigrateSettings): DatabaseTarget | null {
  const text = settings.database_url_migrate || settings.database_url;
  return text ? parseDatabaseUrl(text, process.env) : null;
}

/** Who each role's URL logs in as; a role without any URL is reached by nobody yet, so nothing is granted for it. */
export function loginsOf(settings: MigrateSettings): Logins {
  const { role_prefix } = namesOf(settings);
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

// Of the server: no such role or database, wrong password, shutting down. Of the network: what Node calls E….
const NO_CONNECTION = /^(28\w{3}|3D000|08\w{3}|57P0\d|53300|E[A-Z]+)$/;
/** In the middle of the work; the driver gives it no code. */
const LOST = /^(Connection terminated|read E[A-Z]+|write E[A-Z]+|Client has encountered a connection error)/;
const AGAIN = 'What was not committed is undone: run it again.';

/** Runs a command whose foreseeable faults are sentences, not stacks. */
export async function sentences(log: Log, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof MigrateRefusal) log(error.message);
    else if (error instanceof DatabaseUrlError) log(`The database URL cannot be read: ${error.message}.`);
    else if (LOST.test(firstLine(error))) log(`The connection to the database was lost: ${firstLine(error)}. ${AGAIN}`);
    else if (/^53[12]00$/.test(sqlState(error)))
      log(`The server has no room: ${firstLine(error)}. Make some. ${AGAIN}`);
    else if (NO_CONNECTION.test(sqlState(error))) log(`The database cannot be reached: ${firstLine(error)}.`);
    else throw error;
    return 1;
  }
}
