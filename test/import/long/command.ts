// Helpers for the long import tests: the command as a process with its duration and memory, and a digest of a whole
// database.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEBIAN_BIN } from '../../support/database/debian.ts';

/** Measurements that are printed at the end. */
export const measurements: string[] = [];

/** Returns the SHA-256 of a dump, without keeping the dump in memory. */
export async function digestOfDump(url: string): Promise<string> {
  const child = spawn(join(DEBIAN_BIN, 'pg_dump'), ['--no-sync', url], { stdio: ['ignore', 'pipe', 'inherit'] });
  const hash = createHash('sha256');
  for await (const line of createInterface({ input: child.stdout })) {
    // pg_dump writes a random word here, which keeps psql from running data as commands.
    if (!/^\\(un)?restrict /.test(line)) hash.update(`${line}\n`);
  }
  return hash.digest('hex');
}

/** Returns the peak memory of a process in MB; 0 if it has ended. */
function peakMemoryMb(child: ChildProcess): number {
  try {
    const found = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'));
    return Number(found?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/**
 * Runs the command `postern import gotrue`. Sends SIGKILL when `kill` resolves to true, and SIGTERM when `stop` returns
 * true for the output.
 */
export async function runPostern(
  env: Record<string, string>,
  args: readonly string[],
  kill: () => Promise<boolean> = () => Promise.resolve(false),
  stop: (output: string) => boolean = () => false,
): Promise<{ code: number | null; output: string }> {
  const began = Date.now();
  const child = spawn(process.execPath, [resolve('cli/main.ts'), 'import', 'gotrue', ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  const ended = once(child, 'close');
  let peak = 0;
  let stopped = false;
  while (child.exitCode === null && child.signalCode === null) {
    peak = Math.max(peak, peakMemoryMb(child));
    if (await kill()) child.kill('SIGKILL');
    else if (!stopped && stop(output)) stopped = child.kill('SIGTERM');
    await Promise.race([ended, sleep(50)]);
  }
  const [code] = await ended;
  measurements.push(
    `${args.filter((arg) => !arg.includes('://')).join(' ') || 'dry run'}${code === null ? ', killed' : ''}: ${((Date.now() - began) / 1000).toFixed(1)} s, ${Math.round(peak)} MB`,
  );
  return { code, output };
}
