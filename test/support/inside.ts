// Runs a command of the command line within this process: with an environment, an input and an output of its own, as a process has
// them, and without loading everything anew, which is most of what a short command costs. What only a process shows (signals, a pipe
// that closes, its very end) is tested with runCli() and runToEnd().
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { Readable, Writable } from 'node:stream';
import { gather } from './logged.ts';
import { envWithoutFolder, type RunOptions, runToEnd } from './process.ts';

interface Own {
  env: NodeJS.ProcessEnv;
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
}

const running = new AsyncLocalStorage<Own>();

/** These go on until they are told to end, or listen to signals. */
const PROCESSES = new Set(['start', 'serve', 'worker', 'import']);

let prepared = false;
/** From here on who asks the process for one of these gets the command's, in whatever the command has begun. */
function prepare(): void {
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

/** Runs it to its end, and answers what runToEnd() does; what needs a process has one. */
export async function runInside(args: string[], o: RunOptions = {}): ReturnType<typeof runToEnd> {
  // The working directory is that of the tests, where a .env would be read.
  const separate =
    o.cwd !== undefined || o.main !== undefined || PROCESSES.has(args[0] ?? 'start') || existsSync('.env');
  if (separate) return runToEnd(args, o);
  prepare();
  const said = { stdout: '', stderr: '' };
  const taking = (name: 'stdout' | 'stderr'): Writable =>
    new Writable({
      decodeStrings: false,
      write(chunk, _, done) {
        said[name] += String(chunk);
        done();
      },
    });
  const own: Own = {
    env: envWithoutFolder(o.env),
    stdin: Readable.from(o.input ? [Buffer.from(o.input)] : []),
    stdout: taking('stdout'),
    stderr: taking('stderr'),
  };
  const { main } = await import('../../cli/program.ts');
  const code = await running.run(own, () => main(args));
  for (const text of Object.values(said)) gather(text);
  return { code, ...said };
}
