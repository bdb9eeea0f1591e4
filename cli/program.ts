// The commands and their options. Exit codes: 0 done, 1 refused or failed with a sentence, 2 wrong usage.
import { Command, CommanderError } from 'commander';
import { SettingsError } from '../gateway/config.ts';
import { DatabaseUrlError } from '../gateway/database_url.ts';
import { EngineUnusable } from '../gateway/server/types.ts';
import { MigrateRefusal } from './migrate/index.ts';
import { Sentence } from './sentence.ts';
import { environmentOf, type GlobalOptions, readDatabaseSettings } from './settings.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const complain = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** What to say of an error; null for a bug, whose stack is shown. */
function sentenceOf(error: unknown): string | null {
  if (error instanceof SettingsError) {
    return [
      'Postern cannot start; these settings are missing or malformed:',
      ...error.problems.map((p) => `  ${p}`),
    ].join('\n');
  }
  if (error instanceof Sentence || error instanceof MigrateRefusal || error instanceof EngineUnusable)
    return error.message;
  if (error instanceof DatabaseUrlError) return `The database URL cannot be read: ${error.message}`;
  const { code, port, address } = (error ?? {}) as { code?: unknown; port?: unknown; address?: unknown };
  if (code === 'EADDRINUSE') return `Port ${String(port)} is in use by another program; choose another with PORT.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${String(port)} needs more rights; choose one above 1023 with PORT.`;
  if (code === 'ECONNREFUSED') return `The database at ${String(address)}:${String(port)} refuses connections.`;
  return null;
}

function program(run: (work: (options: GlobalOptions) => Promise<number>) => () => Promise<void>): Command {
  const root = new Command('postern')
    .description('User management and authentication whose rules live in Postgres. Without a command: start.')
    .option('-c, --config <file>', 'a file of settings in the form of .env; the environment wins over it')
    .configureOutput({ writeErr: (text) => process.stderr.write(text) })
    .showHelpAfterError('(postern --help lists the commands)')
    .exitOverride();

  root
    .command('start', { isDefault: true })
    .description('migrate, then serve HTTP and send mail; without DATABASE_URL on an embedded Postgres')
    .option('--embedded', 'use the embedded Postgres although DATABASE_URL is set')
    .action((own: { embedded?: boolean }) =>
      run(async (options) => {
        const { startCommand } = await import('./commands/start.ts');
        return startCommand({ environment: environmentOf(options), print, embedded: own.embedded === true });
      })(),
    );
  root
    .command('serve')
    .description('serve HTTP; waits for the schema, never changes it')
    .action(
      run(async (options) => {
        const { serveCommand } = await import('./commands/serve.ts');
        return serveCommand({ environment: environmentOf(options), print });
      }),
    );
  root
    .command('worker')
    .description('send queued mail; waits for the schema, never changes it')
    .action(
      run(async (options) => {
        const { workerCommand } = await import('./commands/worker.ts');
        return workerCommand({ environment: environmentOf(options), print });
      }),
    );
  root
    .command('migrate')
    .description('bring the database to this release; running it again does nothing')
    .option('--downgrade', 'replace the functions of a newer release by those of this one')
    .action((own: { downgrade?: boolean }) =>
      run(async (options) => {
        const { migrateCommand } = await import('./commands/migrate.ts');
        const settings = readDatabaseSettings(environmentOf(options));
        return migrateCommand({ settings, log: complain, downgrade: own.downgrade === true });
      })(),
    );
  root
    .command('plan')
    .description('print the exact SQL that migrate would run')
    .option('--install', "a script for a DBA's psql that installs everything on an empty database")
    .action((own: { install?: boolean }) =>
      run(async (options) => {
        const { planCommand } = await import('./commands/plan.ts');
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
        const { configCommand } = await import('./commands/config.ts');
        return configCommand({ environment: environmentOf(options), print, json: own.json === true });
      })(),
    );
  root
    .command('version')
    .description('print the release')
    .action(
      run(async () => {
        const { versionCommand } = await import('./commands/version.ts');
        return versionCommand(print);
      }),
    );
  for (const command of root.commands) command.allowExcessArguments(false);
  return root;
}

/** Runs one command line and answers its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  let code = 0;
  const root = program((work) => async () => {
    code = await work(root.opts<GlobalOptions>());
  });
  // Commander would call it an argument too many of the default command.
  const [first = '-'] = argv;
  if (!first.startsWith('-') && ![...root.commands.map((command) => command.name()), 'help'].includes(first)) {
    complain(`error: unknown command '${first}'\n(postern --help lists the commands)`);
    return 2;
  }
  try {
    await root.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const sentence = sentenceOf(error);
    complain(sentence ?? `Postern failed unexpectedly:\n${error instanceof Error ? error.stack : String(error)}`);
    return 1;
  }
}
