// Migrates in a child process, for a process that serves or imports afterwards. Without the child process, that process
// would keep the memory of the loader, its driver and the SQL files: 7 MB if there is nothing to migrate, and 25 MB
// after an installation.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { checkCompatibility, RELEASE } from '../../core/database/release.ts';
import type { MigrateSettings } from '../target.ts';
import type { Log } from './connection.ts';
import type { MigrateResult } from './migrate.ts';

type MigrateOutcome = Pick<MigrateResult, 'newer' | 'state'>;

/** Message to the child process. */
export interface MigrateRequest {
  settings: MigrateSettings;
  api_roles: boolean;
  /**
   * True for an import, which installs the schema that it fills. Until it is complete, no other `migrate` run may
   * change that schema.
   */
  importing: boolean;
}

/** Message from the child process: any number of log lines, then a refusal or the outcome. */
export type ChildMessage = { line: string } | { refusal: string } | MigrateOutcome;

/**
 * Migrates the database and returns null. A database of a newer release is not changed: if it is compatible with this
 * release, a message is returned, otherwise a MigrationRefusedError is thrown.
 */
export async function migrateToServe(
  settings: MigrateSettings,
  log: Log,
  o: { api_roles: boolean },
): Promise<string | null> {
  const { newer, state } = await migrateInChildProcess(
    { settings: pickMigrateSettings(settings), importing: false, ...o },
    log,
  );
  if (!newer) return null;
  const verdict = checkCompatibility(state);
  if (verdict.verdict !== 'ready') throw new MigrationRefusedError(verdict.sentence);
  return `The database holds Postern ${state.version}, which still serves this release (${RELEASE.version}). Nothing was changed.`;
}

export async function migrateToImport(settings: MigrateSettings, log: Log): Promise<void> {
  await migrateInChildProcess({ settings: pickMigrateSettings(settings), api_roles: false, importing: true }, log);
}

/** Runs the child process. Throws a MigrationRefusedError for an expected error in the child process. */
async function migrateInChildProcess(asked: MigrateRequest, log: Log): Promise<MigrateOutcome> {
  const child = fork(fileURLToPath(new URL('./child.mjs', import.meta.url)));
  let outcome: { refusal: string } | MigrateOutcome | undefined;
  child.on('message', (message: ChildMessage) => {
    if ('line' in message) log(message.line);
    else outcome = message;
  });
  // Sent as a message, because all users of the machine can read a process' arguments.
  child.send(asked);
  // 'close' follows the last message, but 'exit' may precede it.
  await once(child, 'close');
  if (outcome === undefined)
    throw new Error('the migration process ended without a result; its output above has the reason');
  if ('refusal' in outcome) throw new MigrationRefusedError(outcome.refusal);
  return outcome;
}

/** Returns the settings that `migrate` reads. Other settings, including secrets, are not sent to the child process. */
function pickMigrateSettings(settings: MigrateSettings): MigrateSettings {
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
