// Migrates in a child process, for a process that then serves or imports. A grown heap returns little memory: if the
// long-lived process migrated by itself, it would keep the memory of the loader, its driver and the SQL files. That is
// 7 MB if there is nothing to migrate and 25 MB after an installation.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { fitness, RELEASE } from '../../core/database/release.ts';
import type { MigrateSettings } from '../target.ts';
import type { Log } from './connection.ts';
import type { MigrateResult } from './migrate.ts';

type Outcome = Pick<MigrateResult, 'newer' | 'state'>;

/** Message to the child process. */
export interface MigrateRequest {
  settings: MigrateSettings;
  api_roles: boolean;
  /**
   * True for an import, which installs the schema that it fills. Until it is done, no other migrate may change that
   * schema.
   */
  importing: boolean;
}

/** Message from the child process: any number of log lines, then a refusal or the outcome. */
export type ChildMessage = { line: string } | { refusal: string } | Outcome;

/**
 * Migrates the database and returns null. Does not change the database of a newer release: returns a message if that
 * database is still compatible with this release, and throws a MigrationRefusedError otherwise.
 */
export async function migrateToServe(
  settings: MigrateSettings,
  log: Log,
  o: { api_roles: boolean },
): Promise<string | null> {
  const { newer, state } = await migrateApart({ settings: sliceOf(settings), importing: false, ...o }, log);
  if (!newer) return null;
  const verdict = fitness(state);
  if (verdict.verdict !== 'ready') throw new MigrationRefusedError(verdict.sentence);
  return `The database holds Postern ${state.version}, which still serves this release (${RELEASE.version}). Nothing was changed.`;
}

export async function migrateToImport(settings: MigrateSettings, log: Log): Promise<void> {
  await migrateApart({ settings: sliceOf(settings), api_roles: false, importing: true }, log);
}

/** Runs the child process. Throws a MigrationRefusedError for an error that it reports as a message. */
async function migrateApart(asked: MigrateRequest, log: Log): Promise<Outcome> {
  const child = fork(fileURLToPath(new URL('./child.mjs', import.meta.url)));
  let outcome: { refusal: string } | Outcome | undefined;
  child.on('message', (message: ChildMessage) => {
    if ('line' in message) log(message.line);
    else outcome = message;
  });
  // Sent as a message, because every user of the machine can read the arguments of a process.
  child.send(asked);
  // 'close' follows the last message. The process itself may end before that message arrives.
  await once(child, 'close');
  if (outcome === undefined)
    throw new Error('the migration process ended without a result; its output above has the reason');
  if ('refusal' in outcome) throw new MigrationRefusedError(outcome.refusal);
  return outcome;
}

/** Returns the settings that a migrate reads. The others, including secrets, are not sent to the child process. */
function sliceOf(settings: MigrateSettings): MigrateSettings {
  return {
    database_url: settings.database_url,
    database_url_migrate: settings.database_url_migrate,
    database_url_gateway: settings.database_url_gateway,
    database_url_admin: settings.database_url_admin,
    database_url_worker: settings.database_url_worker,
    database_url_auditor: settings.database_url_auditor,
    db_namespace: settings.db_namespace,
    role_prefix: settings.role_prefix,
  };
}
