// postern plan: prints the SQL that migrate would run now, or with --install a psql script. Standard output contains
// only SQL.
import type { Command } from 'commander';
import { MigrationRefusedError } from '../../core/database/refusal.ts';
import { printError, printText } from '../../core/terminal/output.ts';
import type { Log } from '../../install/migrate/connection.ts';
import { planMigrate } from '../../install/migrate/plan.ts';
import {
  type MigrateSettings,
  parseMigrateTarget,
  pickNameSettings,
  printExpectedErrors,
  readLogins,
} from '../../install/target.ts';
import type { Runner } from '../runner.ts';
import { readCommandEnvironment, readDatabaseSettings } from '../settings.ts';

export function addCommand(root: Command, run: Runner): void {
  root
    .command('plan')
    .description('Print the exact SQL that migrate would run.')
    .option('--install', 'print a psql script that installs Postern in an empty database')
    .option('--app-owner <role>', "as for migrate: role that owns your application's tables")
    .option('--api-roles', 'as for migrate: create the roles anon, authenticated, service_role and supabase_auth_admin')
    .action((own: { install?: boolean; appOwner?: string; apiRoles?: boolean }) =>
      run(async (options) => {
        const settings = readDatabaseSettings(readCommandEnvironment(options));
        return planCommand({
          settings,
          log: printError,
          install: own.install === true,
          app_owner: own.appOwner,
          api_roles: own.apiRoles,
        });
      })(),
    );
}

export interface PlanCommandOptions {
  settings: MigrateSettings;
  log: Log;
  install: boolean;
  app_owner?: string;
  api_roles?: boolean;
  /** Prints the SQL. Default: standard output. */
  print?: (text: string) => void;
}

/** Prints the plan. Returns exit code 0, or 1 after an error message. */
export async function planCommand(o: PlanCommandOptions): Promise<number> {
  return printExpectedErrors(o.log, async () => {
    const target = parseMigrateTarget(o.settings);
    if (target === null && !o.install) {
      throw new MigrationRefusedError(
        'Set DATABASE_URL (or DATABASE_URL_MIGRATE) to the database to plan for, or add --install.',
      );
    }
    const options = {
      target,
      ...pickNameSettings(o.settings),
      logins: readLogins(o.settings),
      log: o.log,
      app_owner: o.app_owner,
      api_roles: o.api_roles,
    };
    const text = await planMigrate(options, { install: o.install });
    (o.print ?? printText)(text);
    return 0;
  });
}
