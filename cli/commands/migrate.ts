// postern migrate: migrates the database of DATABASE_URL_MIGRATE (or DATABASE_URL) to this release.
import type { Command } from 'commander';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { RELEASE } from '../../core/database/release.ts';
import { printError } from '../../core/terminal/output.ts';
import type { Log } from '../../install/migrate/connection.ts';
import { migrate } from '../../install/migrate/migrate.ts';
import {
  type MigrateSettings,
  parseMigrateTarget,
  pickNameSettings,
  printExpectedErrors,
  readLogins,
} from '../../install/target.ts';
import type { Runner } from '../runner.ts';
import { readCommandEnvironment, readDatabaseSettings } from '../settings.ts';

const API_ROLES =
  'create the roles anon, authenticated, service_role and supabase_auth_admin if they are missing, for PostgREST and SQL written for Supabase';

export function addCommand(root: Command, run: Runner): void {
  root
    .command('migrate')
    .description('Bring the database to this release. Running it again changes nothing.')
    .option('--downgrade', 'replace the functions of a newer release with those of this one')
    .option('--keep-edited', 'fail if a function was edited since the last migrate, instead of replacing it')
    .option(
      '--app-owner <role>',
      "role that owns your application's tables, if it does not own the database; it may reference users.id and create triggers on users",
    )
    .option('--api-roles', API_ROLES)
    .action((own: { downgrade?: boolean; keepEdited?: boolean; appOwner?: string; apiRoles?: boolean }) =>
      run(async (options) => {
        const settings = readDatabaseSettings(readCommandEnvironment(options));
        return migrateCommand({
          settings,
          log: printError,
          downgrade: own.downgrade === true,
          keep_edited: own.keepEdited,
          app_owner: own.appOwner,
          api_roles: own.apiRoles,
        });
      })(),
    );
}

export interface MigrateCommandOptions {
  settings: MigrateSettings;
  log: Log;
  downgrade: boolean;
  keep_edited?: boolean;
  app_owner?: string;
  api_roles?: boolean;
}

/** Migrates the database. Returns exit code 0 if it is at this release, and 1 after an error message. */
export async function migrateCommand(o: MigrateCommandOptions): Promise<number> {
  return printExpectedErrors(o.log, async () => {
    const names = pickNameSettings(o.settings);
    const target = parseMigrateTarget(o.settings);
    if (target === null) {
      throw new MigrationRefusedError('Set DATABASE_URL (or DATABASE_URL_MIGRATE) to the database to migrate.');
    }
    const logins = readLogins(o.settings);
    const result = await migrate({
      target,
      ...names,
      logins,
      log: o.log,
      downgrade: o.downgrade,
      keep_edited: o.keep_edited,
      app_owner: o.app_owner,
      api_roles: o.api_roles,
    });
    if (result.newer) {
      throw new MigrationRefusedError(
        `The database holds Postern ${result.state.version}, this is ${RELEASE.version}: nothing was changed. ` +
          'To downgrade, stop all newer processes and run "npx postern migrate --downgrade".',
      );
    }
    for (const step of result.steps) o.log(step);
    o.log(`the database is at Postern ${result.state.version}${result.changed ? '' : '; nothing to do'}`);
    return 0;
  });
}
