// postern plan: the exact SQL migrate would run now; with --install a script for a DBA's psql. SQL only on standard output.
import type { Command } from 'commander';
import { MigrateRefusal } from '../../core/database/refusal.ts';
import type { Log } from '../migrate/connection.ts';
import { plan } from '../migrate/plan.ts';
import type { Runner } from '../runner.ts';
import { environmentOf, readDatabaseSettings } from '../settings.ts';
import { loginsOf, type MigrateSettings, migrateTarget, namesOf, sentences } from '../target.ts';
import { complain } from '../terminal/output.ts';

/** Adds it to the root command. */
export function add(root: Command, run: Runner): void {
  root
    .command('plan')
    .description('print the exact SQL that migrate would run')
    .option('--install', "a script for a DBA's psql that installs everything on an empty database")
    .action((own: { install?: boolean }) =>
      run(async (options) => {
        const settings = readDatabaseSettings(environmentOf(options));
        return planCommand({ settings, log: complain, install: own.install === true });
      })(),
    );
}

export interface PlanCommand {
  settings: MigrateSettings;
  log: Log;
  install: boolean;
  /** Where the SQL goes; standard output. */
  print?: (text: string) => void;
}

/** Exit code 0: printed; 1: refused, with a sentence. */
export async function planCommand(o: PlanCommand): Promise<number> {
  return sentences(o.log, async () => {
    const target = migrateTarget(o.settings);
    if (target === null && !o.install) {
      throw new MigrateRefusal(
        'Set DATABASE_URL (or DATABASE_URL_MIGRATE) to the database to plan for, or add --install.',
      );
    }
    const options = { target, ...namesOf(o.settings), logins: loginsOf(o.settings), log: o.log };
    const text = await plan(options, { install: o.install });
    (o.print ?? ((sql) => process.stdout.write(sql)))(text);
    return 0;
  });
}
