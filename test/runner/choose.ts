// Selects the test files of `npm test`. Files that mostly start other programs declare the folders they depend on in
// their first lines (`// runner: when=cli,deploy`). They run when one of these differs from the main branch of `origin`.
// CI runs every file.
import { spawnSync } from 'node:child_process';
import { gitEnvironment } from '../support/processes/git.ts';

export interface Choosable {
  file: string;
  /** Folders or files below the root; null if the file always runs. */
  when: readonly string[] | null;
}

/** Packages whose tests depend on no other folder. */
const PACKAGES = ['sdk'];

/** Files that every test depends on. */
const EVERYTHING = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** Returns the files to run; `changed` is null if the changes are unknown. */
export function choose<T extends Choosable>(files: readonly T[], changed: readonly string[] | null): T[] {
  if (changed === null || changed.some(isShared)) return [...files];
  return files.filter(({ file, when }) => {
    const about = when ?? PACKAGES.filter((path) => isBelow(file, [path]));
    return about.length === 0 || changed.some((path) => isBelow(path, [...about, file]));
  });
}

/** Returns true for files that any test may use, such as helpers below test/. The mutations are not part of a test. */
const isShared = (path: string): boolean =>
  isBelow(path, EVERYTHING) ||
  (isBelow(path, ['test']) && !path.endsWith('.test.ts') && !isBelow(path, ['test/mutations']));

const isBelow = (file: string, paths: readonly string[]): boolean =>
  paths.some((path) => file === path || file.startsWith(`${path}/`));

/**
 * Returns the files that differ from the merge base with `origin/HEAD`, untracked files included. Without `origin/HEAD`
 * the base is that of the upstream branch, and in a repository without remotes the last commit. Returns null if git
 * cannot tell.
 */
export function changedFiles(root: string): string[] | null {
  const git = (...args: string[]): string | null => {
    const ran = spawnSync('git', ['-C', root, ...args], {
      encoding: 'utf8',
      env: gitEnvironment(),
      maxBuffer: 1 << 26,
    });
    return ran.status === 0 ? ran.stdout : null;
  };
  // If another Git repository contains this tree and ignores it, `git diff` would report no changes.
  if (!git('ls-files', '--error-unmatch', 'package.json')) return null;
  const others = ['origin/HEAD', '@{upstream}'].find((commit) => git('rev-parse', '--verify', '--quiet', commit));
  const base =
    others === undefined && git('remote') === '' ? 'HEAD' : others && git('merge-base', 'HEAD', others)?.trim();
  if (!base) return null;
  const lists = [
    git('diff', '--name-only', '--no-renames', '--relative', '-z', base),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  if (lists.includes(null)) return null;
  return lists.flatMap((list) => list?.split('\0') ?? []).filter((name) => name !== '');
}
