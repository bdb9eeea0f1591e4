// Which test files `npm test` takes. Those that spend their time in programs they start say in their first lines what they are about
// (`// runner: when=cli,kit`), and are taken when something of it has changed since the branch left its upstream. CI takes every file.
import { spawnSync } from 'node:child_process';

export interface Choosable {
  file: string;
  /** Folders or files below the root; null for one that is always taken. */
  when: readonly string[] | null;
}

/** Packages of their own, whose tests are about nothing else. */
const PACKAGES = ['sdk'];

/** What every test rests on. */
const EVERYTHING = ['package.json', 'package-lock.json', 'tsconfig.json', 'test/run.ts', 'test/runner', 'test/support'];

/** The files to take; changed is null where nobody knows what has changed. */
export function choose<T extends Choosable>(files: readonly T[], changed: readonly string[] | null): T[] {
  if (changed === null || isBelow(changed, EVERYTHING)) return [...files];
  return files.filter(({ file, when }) => {
    const about = when ?? PACKAGES.filter((path) => isBelow([file], [path]));
    return about.length === 0 || isBelow(changed, [...about, file]);
  });
}

const isBelow = (files: readonly string[], paths: readonly string[]): boolean =>
  files.some((file) => paths.some((path) => file === path || file.startsWith(`${path}/`)));

/**
 * The files that differ from the commit that the branch shares with its upstream (of a branch without one, with `origin/HEAD`; of a
 * repository without that, from the last commit), those that git does not know yet among them. null where there is no repository.
 */
export function changedFiles(root: string): string[] | null {
  const git = (...args: string[]): string | null => {
    const { status, stdout } = spawnSync('git', ['-C', root, ...args], { encoding: 'utf8' });
    return status === 0 ? stdout : null;
  };
  const base = ['@{upstream}', 'origin/HEAD', 'HEAD']
    .map((commit) => git('merge-base', 'HEAD', commit)?.trim())
    .find((commit) => commit);
  if (!base) return null;
  const names = [
    git('diff', '--name-only', '--no-renames', '--relative', '-z', base),
    git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  if (names.includes(null)) return null;
  return names.flatMap((list) => list?.split('\0') ?? []).filter((name) => name !== '');
}
