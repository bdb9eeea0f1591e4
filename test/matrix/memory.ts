// Stores results for this state of the tree (cells of the matrix, rows of faults), so that an interrupted run can
// resume.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gitEnvironment } from '../support/processes/git.ts';

export interface Passed {
  /** As printed: `88/88`. */
  tests: string;
  seconds: number;
}

export interface Memory {
  /** Returns the stored result; null if the cell has not passed yet. */
  recall(cell: string): Passed | null;
  keep(cell: string, passed: Passed): void;
}

/**
 * Opens the stored results of the tree in a folder. Stores nothing without git, because the state cannot be identified.
 */
export function openMemory(root: string, o: { forget: readonly string[]; name?: string }): Memory {
  const state = stateOf(root);
  if (state === null) return { recall: () => null, keep: () => undefined };
  const file = join(state.git_dir, `postern-${o.name ?? 'matrix'}.json`);
  const cells = read(file, state.key);
  for (const cell of o.forget) delete cells[cell];
  return {
    recall: (cell) => cells[cell] ?? null,
    keep(cell, passed) {
      cells[cell] = passed;
      writeFileSync(file, `${JSON.stringify({ state: state.key, cells }, null, 2)}\n`);
    },
  };
}

function read(file: string, key: string): Record<string, Passed> {
  if (!existsSync(file)) return {};
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { state: string; cells: Record<string, Passed> };
  return kept.state === key ? kept.cells : {};
}

/** Returns the commit and a digest of the uncommitted changes. */
function stateOf(root: string): { git_dir: string; key: string } | null {
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: root,
      env: gitEnvironment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
    });
  try {
    const hash = createHash('sha256').update(git('diff', 'HEAD'));
    for (const path of git('ls-files', '--others', '--exclude-standard', '-z').split('\0')) {
      if (path !== '') hash.update(path).update(readFileSync(join(root, path)));
    }
    const key = `${git('rev-parse', 'HEAD').trim()} ${hash.digest('hex').slice(0, 16)}`;
    return { git_dir: resolve(root, git('rev-parse', '--git-dir').trim()), key };
  } catch (error) {
    // There is no repository, no commit, or no git.
    if (error instanceof Error && ('status' in error || 'code' in error)) return null;
    throw error;
  }
}
