// Stores test results per state of the source tree, so that an interrupted run of the matrix or of the fault tests can
// resume.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gitEnvironment } from '../support/processes/git.ts';

export interface StoredResult {
  /** Numbers of passed and of all tests, as printed: `88/88`. */
  tests: string;
  seconds: number;
}

export interface ResultStore {
  /** Returns the stored result; null if the cell has not passed. */
  recall(cell: string): StoredResult | null;
  keep(cell: string, passed: StoredResult): void;
}

/** File with the results of the fault tests. A change of this file does not count as a change of the tree. */
const RESULTS = 'test/faults/results.json';

/** Opens the stored results of a source tree. Stores nothing without git, because the state cannot be identified. */
export function openResultStore(root: string, o: { forget: readonly string[]; name?: string }): ResultStore {
  const state = treeState(root);
  if (state === null) return { recall: () => null, keep: () => undefined };
  const file = join(state.git_dir, `postern-${o.name ?? 'matrix'}.json`);
  const cells = readResults(file, state.key);
  for (const cell of o.forget) delete cells[cell];
  return {
    recall: (cell) => cells[cell] ?? null,
    keep(cell, passed) {
      cells[cell] = passed;
      writeFileSync(file, `${JSON.stringify({ state: state.key, cells }, null, 2)}\n`);
    },
  };
}

function readResults(file: string, key: string): Record<string, StoredResult> {
  if (!existsSync(file)) return {};
  const kept = JSON.parse(readFileSync(file, 'utf8')) as { state: string; cells: Record<string, StoredResult> };
  return kept.state === key ? kept.cells : {};
}

/**
 * Returns the git folder, and a key made of the commit and a digest of the uncommitted changes. Returns null without
 * git, a repository or a commit.
 */
function treeState(root: string): { git_dir: string; key: string } | null {
  const git = (...args: string[]): string =>
    execFileSync('git', args, {
      cwd: root,
      env: gitEnvironment(),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
    });
  try {
    const hash = createHash('sha256').update(git('diff', 'HEAD', '--', '.', `:(exclude)${RESULTS}`));
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
