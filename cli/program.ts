// The commands and global options. Exit codes: 0 success, 1 an error or a negative result, 2 wrong usage.
import { Command, CommanderError, Help } from 'commander';
import { printableJson } from '../core/database/printable.ts';
import { CommandError, UsageError } from '../core/terminal/errors.ts';
import { printError } from '../core/terminal/output.ts';
import type { Runner } from './runner.ts';
import type { GlobalOptions } from './settings.ts';
import { expectedErrorMessage } from './terminal/expected_error.ts';

/**
 * The commands, in the order of the help. The file of a command is loaded when the command runs. The help and the
 * command `completion` load all files.
 */
const COMMANDS = {
  start: () => import('./commands/start.ts'),
  serve: () => import('./commands/serve.ts'),
  console: () => import('./commands/console.ts'),
  worker: () => import('./commands/worker.ts'),
  migrate: () => import('./commands/migrate.ts'),
  plan: () => import('./commands/plan.ts'),
  config: () => import('./commands/config.ts'),
  version: () => import('./commands/version.ts'),
  user: () => import('./commands/user.ts'),
  import: () => import('./commands/import.ts'),
  export: () => import('./commands/export.ts'),
  session: () => import('./commands/session.ts'),
  passkey: () => import('./commands/passkey.ts'),
  factor: () => import('./commands/factor.ts'),
  message: () => import('./commands/message.ts'),
  template: () => import('./commands/template.ts'),
  hook: () => import('./commands/hook.ts'),
  webhook: () => import('./commands/webhook.ts'),
  oauth: () => import('./commands/oauth.ts'),
  key: () => import('./commands/key.ts'),
  password: () => import('./commands/password.ts'),
  provider: () => import('./commands/provider.ts'),
  sso: () => import('./commands/sso.ts'),
  doctor: () => import('./commands/doctor.ts'),
  audit: () => import('./commands/audit.ts'),
  report: () => import('./commands/report.ts'),
  completion: () => import('./commands/completion.ts'),
} as const satisfies Record<string, () => Promise<{ addCommand(root: Command, run: Runner): void }>>;

type CommandName = keyof typeof COMMANDS;

const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word);

/** Makes all commands refuse excess arguments. */
function refuseExcessArguments(command: Command): void {
  for (const inner of command.commands) {
    inner.allowExcessArguments(false);
    refuseExcessArguments(inner);
  }
}

async function buildProgram(run: Runner, names: readonly CommandName[]): Promise<Command> {
  const root = new Command('postern')
    .description('User management and authentication whose rules live in Postgres. The default command is start.')
    .option('-c, --config <file>', 'settings file in the format of .env; environment variables override it')
    .configureOutput({ writeErr: (text) => printError(text.replace(/\n$/, '')) })
    .showHelpAfterError('(npx postern --help lists the commands)')
    .configureHelp({ commandUsage: (command) => `npx ${new Help().commandUsage(command)}` })
    .exitOverride();

  for (const name of names) (await COMMANDS[name]()).addCommand(root, run);
  refuseExcessArguments(root);
  return root;
}

/** Returns the first argument after --config and its value; undefined if there is none or it is another option. */
function firstArgument(argv: readonly string[]): string | undefined {
  const [first, ...rest] = argv;
  if (first === '-c' || first === '--config') return firstArgument(rest.slice(1));
  if (first?.startsWith('--config=') || /^-c./.test(first ?? '')) return firstArgument(rest);
  return first?.startsWith('-') ? undefined : first;
}

/** Runs one command line. Returns its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const first = firstArgument(argv);
  // Commander would report an unknown command as an excess argument of the default command.
  if (first !== undefined && first !== 'help' && !isCommand(first)) {
    printError(`error: unknown command '${first}'\n(npx postern --help lists the commands)`);
    return 2;
  }
  let names = Object.keys(COMMANDS) as CommandName[];
  // The help and the completion script need all commands.
  if (first !== undefined && isCommand(first) && first !== 'completion') names = [first];
  else if (first === undefined && !argv.includes('--help') && !argv.includes('-h')) names = ['start'];
  let code = 0;
  const root = await buildProgram(
    (work) => async () => {
      code = await work(root.opts<GlobalOptions>());
    },
    names,
  );
  try {
    await root.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const sentence = expectedErrorMessage(error);
    if (error instanceof CommandError && argv.includes('--json')) {
      printError(printableJson({ error: { code: error.code, message: error.message } }));
      return error instanceof UsageError ? 2 : 1;
    }
    if (error instanceof UsageError) {
      printError(`error: ${error.message}\n(npx postern --help lists the commands)`);
      return 2;
    }
    printError(sentence ?? `Postern failed unexpectedly:\n${error instanceof Error ? error.stack : String(error)}`);
    return 1;
  }
}
