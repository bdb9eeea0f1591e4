// Runs a CLI command within the test process, with its own environment, input and output. This avoids loading all
// modules again, which is most of the cost of a short command. Tests of signals, closed pipes and exit codes use
// runCli() and runToEnd().
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { keepLogLines } from './log_lines.ts';
import { environmentWithoutData, type RunOptions, runToEnd } from './process.ts';

interface CommandStreams {
  env: NodeJS.ProcessEnv;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
}

const running = new AsyncLocalStorage<CommandStreams>();

/** Commands that run until they are stopped, or that handle signals. */
const PROCESSES = new Set(['start', 'serve', 'worker', 'import']);

let prepared = false;
/** Replaces env, stdin, stdout and stderr of `process` by getters that return the values of the running command. */
function interceptProcess(): void {
  if (prepared) return;
  prepared = true;
  for (const name of ['env', 'stdin', 'stdout', 'stderr'] as const) {
    const own = Object.getOwnPropertyDescriptor(process, name);
    const ours = (): unknown => own?.get?.call(process) ?? own?.value;
    Object.defineProperty(process, name, {
      configurable: true,
      enumerable: true,
      get: () => running.getStore()?.[name] ?? ours(),
    });
  }
}

/** Runs a command to its end and returns the same result as runToEnd(). Starts a process for commands that need one. */
export async function runInside(args: string[], o: RunOptions = {}): ReturnType<typeof runToEnd> {
  // The command runs in the tests' working directory and would read a .env there.
  const separate =
    o.cwd !== undefined || o.main !== undefined || PROCESSES.has(args[0] ?? 'start') || existsSync('.env');
  if (separate) return runToEnd(args, o);
  interceptProcess();
  const output = { stdout: '', stderr: '' };
  const taking = (name: 'stdout' | 'stderr'): Writable =>
    new Writable({
      decodeStrings: false,
      write(chunk, _, done) {
        output[name] += String(chunk);
        done();
      },
    });
  const own: CommandStreams = {
    env: environmentWithoutData(o.env),
    stdin: Readable.from(o.input ? [Buffer.from(o.input)] : []),
    stdout: taking('stdout'),
    stderr: taking('stderr'),
  };
  const { main } = await import('../../../cli/program.ts');
  const code = await running.run(own, () => main(args));
  for (const text of Object.values(output)) keepLogLines(text);
  return { code, ...output };
}
