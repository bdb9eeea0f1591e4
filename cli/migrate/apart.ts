// Migrates in a process of its own, for one that goes on to serve or to import: a heap that has grown gives little of it back. The loader, its
// driver and the SQL files would stay with it: 7 MB where nothing is to do, 25 MB after an installation.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MigrateRefusal } from '../../core/database/refusal.ts';
import { fitness, RELEASE } from '../../core/database/release.ts';
import type { MigrateSettings } from '../target.ts';
import type { Log } from './connection.ts';
import type { MigrateResult } from './migrate.ts';

type Outcome = Pick<MigrateResult, 'newer' | 'state'>;

/** What the process is asked. */
export interface Asked {
  settings: MigrateSettings;
  api_roles: boolean;
  /** An import installs what it fills; nobody else may before it is done. */
  importing: boolean;
}

/** What the process tells: lines of the log, then one of the other two. */
export type Told = { line: string } | { refusal: string } | Outcome;

/** Migrates; a newer database is left as it is, and answers the sentence that says so where it still serves this release. */
export async function migrateToServe(
  settings: MigrateSettings,
  log: Log,
  o: { api_roles: boolean },
): Promise<string | null> {
  const { newer, state } = await migrateApart({ settings: sliceOf(settings), importing: false, ...o }, log);
  if (!newer) return null;
  const verdict = fitness(state);
  if (verdict.verdict !== 'ready') throw new MigrateRefusal(verdict.sentence);
  return `The database holds Postern ${state.version}; this is ${RELEASE.version}, which it still serves. Nothing is changed.`;
}

export async function migrateToImport(settings: MigrateSettings, log: Log): Promise<void> {
  await migrateApart({ settings: sliceOf(settings), api_roles: false, importing: true }, log);
}

/** A fault that has a sentence is a MigrateRefusal. */
async function migrateApart(asked: Asked, log: Log): Promise<Outcome> {
  const child = fork(fileURLToPath(new URL('./child.mjs', import.meta.url)));
  let outcome: { refusal: string } | Outcome | undefined;
  child.on('message', (told: Told) => {
    if ('line' in told) log(told.line);
    else outcome = told;
  });
  // Not among the arguments, which everybody on the machine can read.
  child.send(asked);
  // After the last message, which may come later than the end of the process.
  await once(child, 'close');
  if (outcome === undefined) throw new Error('the process that migrates ended without a word; its own stands above');
  if ('refusal' in outcome) throw new MigrateRefusal(outcome.refusal);
  return outcome;
}

/** What a migrate reads; the rest, secrets among it, stays here. */
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
