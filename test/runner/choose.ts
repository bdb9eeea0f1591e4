// Selects the test files of `npm test`. Files that mostly start other programs declare the folders that they depend on
// in their first lines (`// runner: when=cli,deploy`). They run if one of these folders differs from the main branch of
// `origin`. CI runs every file.
import { spawnSync } from 'node:child_process';
import { gitEnvironment } from '../support/processes/git.ts';

export interface SelectableFile {
  file: string;
  /** Folders or files below the root; null if the file always runs. */
  when: readonly string[] | null;
}

/** Packages whose tests depend on no other folder. */
const PACKAGES = ['sdk'];

/** Files on which every test depends. */
const EVERYTHING = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** Returns the files to run. `changed` is null if the changes are unknown. */
export function selectFiles<T extends SelectableFile>(files: readonly T[], changed: readonly string[] | null): T[] {
  if (changed === null || changed.some(isShared)) return [...files];
  return files.filter(({ file, when }) => {
    const about = when ?? PACKAGES.filter((path) => isBelow(file, [path]));
    return about.length === 0 || changed.some((path) => isBelow(path, [...about, file]));
  });
}

/** Returns true for files that any test may use, such as helpers below test/. Mutations are not part of a test. */
const isShared = (path: string): boolean =>
  isBelow(path, EVERYTHING) ||
  (isBelow(path, ['test']) && !path.endsWith('.test.ts') && !isBelow(path, ['test/mutations']));

const isBelow = (file: string, paths: readonly string[]): boolean =>
  paths.some((path) => file === path || file.startsWith(`${path}/`));

/**
 * Returns the files that differ from the merge base with `origin/HEAD`, including untracked files. Falls back to the
 * upstream branch, and to the last commit in a repository without remotes. Returns null if git cannot report changes.
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
  // If this tree lies inside another Git repository that ignores it, `git` reports no changes.
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
