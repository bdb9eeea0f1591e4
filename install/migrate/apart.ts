// Migrates in a child process, on behalf of a process that goes on to serve or to import. A heap that has grown gives little memory back: if the
// long-lived process migrated by itself, it would keep the memory of the loader, its driver and the SQL files, which is 7 MB if there is nothing to
// migrate and 25 MB after an installation.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { fitness, RELEASE } from '../../core/database/release.ts';
import type { MigrateSettings } from '../target.ts';
import type { Log } from './connection.ts';
import type { MigrateResult } from './migrate.ts';

type Outcome = Pick<MigrateResult, 'newer' | 'state'>;

/** What the child process is sent. */
export interface Asked {
  settings: MigrateSettings;
  api_roles: boolean;
  /** True for an import, which installs the schema that it fills; until it is done, no other migrate may change that schema. */
  importing: boolean;
}

/** What the child process sends back: any number of log lines, then either a refusal or the outcome. */
export type Told = { line: string } | { refusal: string } | Outcome;

/**
 * Migrates. The database of a newer release is left as it is: if it still serves this release, the answer is a sentence that says so, otherwise a
 * MigrationRefusedError is thrown. Null after a migration.
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
  return `The database holds Postern ${state.version}; this is ${RELEASE.version}, which it still serves. Nothing is changed.`;
}

export async function migrateToImport(settings: MigrateSettings, log: Log): Promise<void> {
  await migrateApart({ settings: sliceOf(settings), api_roles: false, importing: true }, log);
}

/** A fault that the child process describes in a sentence is thrown as a MigrationRefusedError. */
async function migrateApart(asked: Asked, log: Log): Promise<Outcome> {
  const child = fork(fileURLToPath(new URL('./child.mjs', import.meta.url)));
  let outcome: { refusal: string } | Outcome | undefined;
  child.on('message', (told: Told) => {
    if ('line' in told) log(told.line);
    else outcome = told;
  });
  // Sent as a message, because everybody on the machine can read the arguments of a process.
  child.send(asked);
  // 'close' follows the last message; the process itself may end before that message arrives.
  await once(child, 'close');
  if (outcome === undefined) throw new Error('the process that migrates ended without a word; its own stands above');
  if ('refusal' in outcome) throw new MigrationRefusedError(outcome.refusal);
  return outcome;
}

/** The settings that a migrate reads. All others, secrets among them, are not sent to the child process. */
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
