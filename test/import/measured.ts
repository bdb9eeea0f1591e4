// Runs the command as a process. Returns its output and its peak memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { cleanEnv } from '../support/processes/process.ts';

const HOOK = fileURLToPath(new URL('../support/processes/peak_hook.mjs', import.meta.url));

export interface MeasuredRun {
  code: number | null;
  /** Output lines that match, and the number of all lines. */
  outputs: string[];
  lines: number;
  peak_mb: number;
}

/** Runs the command in a folder, and reads its output line by line. */
export async function runMeasured(
  folder: string,
  args: readonly string[],
  env: Record<string, string>,
  heard: RegExp,
): Promise<MeasuredRun> {
  const peaks = join(folder, 'peaks');
  writeFileSync(peaks, '');
  const child = spawn(process.execPath, [resolve('cli/postern.mjs'), ...args], {
    cwd: folder,
    env: { ...cleanEnv(env), POSTERN_TEST_PEAKS: peaks, NODE_OPTIONS: `--import ${HOOK}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ran = { outputs: [] as string[], lines: 0 };
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      ran.lines += 1;
      if (heard.test(line)) ran.outputs.push(line);
    });
  const [code] = await once(child, 'close');
  const peak = /postern\.mjs (\d+)\n/.exec(readFileSync(peaks, 'utf8'))?.[1];
  return { ...ran, code: code as number | null, peak_mb: Number(peak) / 1024 };
}

/**
 * Asserts that the large run needs at most `bound_mb` more memory than the small run. A process that kept its rows
 * would need more.
 */
export const assertMemoryBounded = (what: string, small: MeasuredRun, large: MeasuredRun, bound_mb: number): void => {
  assert.ok(small.peak_mb > 10, `${what}: ${small.peak_mb} MB were measured`);
  const more = large.peak_mb - small.peak_mb;
  assert.ok(more < bound_mb, `${what}: ${large.peak_mb.toFixed(1)} MB, ${more.toFixed(1)} more than for the small one`);
};
