// Runs a CLI command within this process, with its own environment, input and output. This avoids loading all modules
// again, which is most of the cost of a short command. Behaviour that needs a process (signals, a closed pipe, the
// exit) is tested with runCli() and runToEnd().
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

/** Commands that run until they are stopped, or that listen to signals. */
const PROCESSES = new Set(['start', 'serve', 'worker', 'import']);

let prepared = false;
/** Replaces env, stdin, stdout and stderr of `process` with getters that return the values of the running command. */
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

/** Runs a command to its end and returns the result of runToEnd(). Commands that need a process get one. */
export async function runInside(args: string[], o: RunOptions = {}): ReturnType<typeof runToEnd> {
  // The working directory is that of the tests, where a .env would be read.
  const separate =
    o.cwd !== undefined || o.main !== undefined || PROCESSES.has(args[0] ?? 'start') || existsSync('.env');
  if (separate) return runToEnd(args, o);
  prepare();
  const output = { stdout: '', stderr: '' };
  const taking = (name: 'stdout' | 'stderr'): Writable =>
    new Writable({
      decodeStrings: false,
      write(chunk, _, done) {
        output[name] += String(chunk);
        done();
      },
    });
  const own: Own = {
    env: envWithoutFolder(o.env),
    stdin: Readable.from(o.input ? [Buffer.from(o.input)] : []),
    stdout: taking('stdout'),
    stderr: taking('stderr'),
  };
  const { main } = await import('../../../cli/program.ts');
  const code = await running.run(own, () => main(args));
  for (const text of Object.values(output)) gather(text);
  return { code, ...output };
}
