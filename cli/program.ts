// The commands and their options. Exit codes: 0 done, 1 refused or failed with a sentence, 2 wrong usage.
import { Command, CommanderError, Help } from 'commander';
import { MigrateRefusal } from '../core/database/refusal.ts';
import { DatabaseUrlError } from '../core/database/url.ts';
import { SettingsError } from '../core/settings/reading.ts';
import { EngineUnusable } from '../gateway/server/types.ts';
import { addAdministration } from './groups/administration.ts';
import { addInspection } from './groups/inspection.ts';
import { addKeys } from './groups/keys.ts';
import type { Runner } from './groups/runner.ts';
import { addServices } from './groups/services.ts';
import type { GlobalOptions } from './settings.ts';
import { complain } from './terminal/output.ts';
import { Sentence, UsageSentence } from './terminal/sentence.ts';

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

/** An argument too many is a mistake, at every depth. */
function strict(command: Command): void {
  for (const inner of command.commands) {
    inner.allowExcessArguments(false);
    strict(inner);
  }
}

function program(run: Runner): Command {
  const root = new Command('postern')
    .description('User management and authentication whose rules live in Postgres. Without a command: start.')
    .option('-c, --config <file>', 'a file of settings in the form of .env; the environment wins over it')
    .configureOutput({ writeErr: (text) => process.stderr.write(text) })
    .showHelpAfterError('(npx postern --help lists the commands)')
    .configureHelp({ commandUsage: (command) => `npx ${new Help().commandUsage(command)}` })
    .exitOverride();

  addServices(root, run);
  addAdministration(root, run);
  addKeys(root, run);
  addInspection(root, run);
  strict(root);
  return root;
}

/** The first argument that is no option of the root command and no value of one. */
function firstWord(argv: readonly string[]): string | undefined {
  const [first, ...rest] = argv;
  if (first === '-c' || first === '--config') return firstWord(rest.slice(1));
  if (first?.startsWith('--config=') || /^-c./.test(first ?? '')) return firstWord(rest);
  return first?.startsWith('-') ? undefined : first;
}

/** Runs one command line and answers its exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  let code = 0;
  const root = program((work) => async () => {
    code = await work(root.opts<GlobalOptions>());
  });
  // Commander would call it an argument too many of the default command.
  const first = firstWord(argv);
  if (first !== undefined && ![...root.commands.map((command) => command.name()), 'help'].includes(first)) {
    complain(`error: unknown command '${first}'\n(npx postern --help lists the commands)`);
    return 2;
  }
  try {
    await root.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    const sentence = sentenceOf(error);
    if (error instanceof Sentence && argv.includes('--json')) {
      complain(JSON.stringify({ error: { code: error.code, message: error.message } }));
      return error instanceof UsageSentence ? 2 : 1;
    }
    if (error instanceof UsageSentence) {
      complain(`error: ${error.message}\n(npx postern --help lists the commands)`);
      return 2;
    }
    complain(sentence ?? `Postern failed unexpectedly:\n${error instanceof Error ? error.stack : String(error)}`);
    return 1;
  }
}
