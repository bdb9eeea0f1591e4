// Which test files `npm test` takes. Those that spend their time in programs they start say in their first lines what they are about
// (`// runner: when=cli,deploy`), and are taken when something of it differs from the main branch of `origin`. CI takes every file.
import { spawnSync } from 'node:child_process';
import { gitEnvironment } from '../support/git.ts';

export interface Choosable {
  file: string;
  /** Folders or files below the root; null for one that is always taken. */
  when: readonly string[] | null;
}

/** Packages of their own, whose tests are about nothing else. */
const PACKAGES = ['sdk'];

/** What every test rests on. */
const EVERYTHING = ['package.json', 'package-lock.json', 'tsconfig.json'];

/** The files to take; changed is null where nobody knows what has changed. */
export function choose<T extends Choosable>(files: readonly T[], changed: readonly string[] | null): T[] {
  if (changed === null || changed.some(isShared)) return [...files];
  return files.filter(({ file, when }) => {
    const about = when ?? PACKAGES.filter((path) => isBelow(file, [path]));
    return about.length === 0 || changed.some((path) => isBelow(path, [...about, file]));
  });
}

/** Also what test files use, which may be any of them; the list of mutations is no part of a test. */
const isShared = (path: string): boolean =>
  isBelow(path, EVERYTHING) ||
  (isBelow(path, ['test']) && !path.endsWith('.test.ts') && !isBelow(path, ['test/mutations']));

const isBelow = (file: string, paths: readonly string[]): boolean =>
  paths.some((path) => file === path || file.startsWith(`${path}/`));

/**
 * The files that differ from the commit that the branch shares with `origin/HEAD` (where there is none, with its upstream; in a repository
 * that knows no other, from the last commit), those that git does not know yet among them. null where that cannot be told.
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
  // A repository around this tree may ignore it, and then sees no change.
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
