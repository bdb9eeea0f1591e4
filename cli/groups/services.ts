// The commands that run a Postern: start, serve, worker, migrate, plan, config, version.
import type { Command } from 'commander';
import { environmentOf, readDatabaseSettings } from '../settings.ts';
import { complain, print } from '../terminal/output.ts';
import type { Runner } from './runner.ts';

/** Adds them to the root command. */
export function addServices(root: Command, run: Runner): void {
  root
    .command('start', { isDefault: true })
    .description('migrate, then serve HTTP and send mail; without DATABASE_URL on an embedded Postgres')
    .option('--embedded', 'use the embedded Postgres although DATABASE_URL is set')
    .action((own: { embedded?: boolean }) =>
      run(async (options) => {
        const { startCommand } = await import('../commands/start.ts');
        return startCommand({ environment: environmentOf(options), print, embedded: own.embedded === true });
      })(),
    );
  root
    .command('serve')
    .description('serve HTTP; waits for the schema, never changes it')
    .action(
      run(async (options) => {
        const { serveCommand } = await import('../commands/serve.ts');
        return serveCommand({ environment: environmentOf(options), print });
      }),
    );
  root
    .command('worker')
    .description('send queued mail; waits for the schema, never changes it')
    .action(
      run(async (options) => {
        const { workerCommand } = await import('../commands/worker.ts');
        return workerCommand({ environment: environmentOf(options), print });
      }),
    );
  root
    .command('migrate')
    .description('bring the database to this release; running it again does nothing')
    .option('--downgrade', 'replace the functions of a newer release by those of this one')
    .option(
      '--keep-edited',
      'refuse where that would replace a function that somebody has edited since the last migrate',
    )
    .action((own: { downgrade?: boolean; keepEdited?: boolean }) =>
      run(async (options) => {
        const { migrateCommand } = await import('../commands/migrate.ts');
        const settings = readDatabaseSettings(environmentOf(options));
        return migrateCommand({
          settings,
          log: complain,
          downgrade: own.downgrade === true,
          keep_edited: own.keepEdited,
        });
      })(),
    );
  root
    .command('plan')
    .description('print the exact SQL that migrate would run')
    .option('--install', "a script for a DBA's psql that installs everything on an empty database")
    .action((own: { install?: boolean }) =>
      run(async (options) => {
        const { planCommand } = await import('../commands/plan.ts');
        const settings = readDatabaseSettings(environmentOf(options));
        return planCommand({ settings, log: complain, install: own.install === true });
      })(),
    );
  root
    .command('config')
    .description('print the effective settings and where they come from, secrets masked')
    .option('--json', 'as JSON')
    .action((own: { json?: boolean }) =>
      run(async (options) => {
        const { configCommand } = await import('../commands/config.ts');
        return configCommand({ environment: environmentOf(options), print, json: own.json === true });
      })(),
    );
  root
    .command('version')
    .description('print the release')
    .action(
      run(async () => {
        const { versionCommand } = await import('../commands/version.ts');
        return versionCommand(print);
      }),
    );
}
