// Prepares another commit for a comparison: checks out its tree, and migrates an empty database with the CLI of that
// tree.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface CheckedOutTree {
  folder: string;
  remove(): void;
}

export const THIS_TREE: CheckedOutTree = { folder: ROOT, remove: () => undefined };

/** Checks out the tree of a commit, and links this tree's node_modules into it. */
export function checkOut(commit: string): CheckedOutTree {
  const folder = join(realpathSync(mkdtempSync(join(tmpdir(), 'bench-against-'))), 'tree');
  const git = (...words: string[]): void => void execFileSync('git', words, { cwd: ROOT, stdio: 'pipe' });
  git('worktree', 'add', '--detach', folder, commit);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    remove() {
      git('worktree', 'remove', '--force', folder);
      rmSync(join(folder, '..'), { recursive: true });
    },
  };
}

/** Migrates an empty database with the CLI of a tree. */
export function migrateWith({ folder }: CheckedOutTree, superuser_url: string): void {
  execFileSync(process.execPath, [join(folder, 'cli/main.ts'), 'migrate'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', DATABASE_URL: superuser_url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
