// The published npm package: its tarball, and the programs of a project that has installed it.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { buildAndPack } from '../../../tools/package/pack.ts';
import { DATA_FOLDERS_VARIABLE } from '../database/data_folders.ts';
import { collectOutput, type Running } from './process.ts';

export interface PackedPackage {
  tarball: string;
  /** Folder with the contents of the tarball. */
  folder: string;
  /** Size of the tarball in bytes. */
  bytes: number;
}

/** Packs the npm package. All test files of a run share one tarball. */
export function packPackageOnce(): PackedPackage {
  const seeds = process.env[DATA_FOLDERS_VARIABLE] ?? mkdtempSync(join(tmpdir(), 'postern-packed-'));
  if (process.env[DATA_FOLDERS_VARIABLE] === undefined)
    process.once('exit', () => rmSync(seeds, { recursive: true, force: true }));
  const there = join(seeds, 'packed');
  if (!existsSync(there)) {
    const making = mkdtempSync(`${there}.`);
    const { path, bytes } = buildAndPack(making);
    writeFileSync(join(making, 'facts.json'), JSON.stringify({ name: basename(path), bytes }));
    try {
      renameSync(making, there);
    } catch (error) {
      // Another test file has created the folder meanwhile.
      if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
      rmSync(making, { recursive: true });
    }
  }
  const { name, bytes } = JSON.parse(readFileSync(join(there, 'facts.json'), 'utf8')) as {
    name: string;
    bytes: number;
  };
  return { tarball: join(there, name), folder: join(there, 'postern'), bytes };
}

/** Cache folder for npm packages that only tests need. Installing them takes seconds. */
const TOOLS = join('node_modules', '.cache', 'postern-tests', 'tools');

/** Returns a folder in which these packages are installed, or the reason why npm could not install them. */
export async function installTools(
  ...packages: string[]
): Promise<{ folder: string; why?: never } | { folder?: never; why: string }> {
  const folder = resolve(TOOLS, packages.join(' ').replaceAll('/', '+'));
  if (existsSync(folder)) return { folder };
  mkdirSync(resolve(TOOLS), { recursive: true });
  const making = mkdtempSync(`${folder}.`);
  try {
    writeFileSync(join(making, 'package.json'), '{}');
    const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', ...packages];
    const npm = runOutsideRepository('npm', args, { cwd: making });
    if ((await npm.exited) !== 0) return { why: npm.stderr.split('\n')[0] ?? '' };
    renameSync(making, folder);
  } catch (error) {
    // Another test file has created the folder meanwhile.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return { folder };
}

/**
 * Returns the environment of a terminal outside the repository: this Node first on the PATH, and no variables of npm,
 * of Postern or of the test run.
 */
export function environmentOutside(env: Record<string, string> = {}): NodeJS.ProcessEnv {
  const of_run = /^(npm_|SVC_|GOTRUE_|POSTERN_|DATABASE_URL|NODE_(OPTIONS|COMPILE_CACHE|ENV)$|PORT$|INIT_CWD$)/;
  const kept = Object.entries(process.env).filter(([name]) => !of_run.test(name));
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: [dirname(process.execPath), ...folders].join(delimiter), ...env };
}

export interface OutsideOptions {
  cwd: string;
  env?: Record<string, string>;
  /** User and group id of another account. */
  account?: { uid: number; gid: number } | null;
  /**
   * Runs the program in its own process group, so that `process.kill(-pid, …)` signals the whole group, as a terminal
   * does.
   */
  group?: boolean;
}

/** Runs a program in the environment of a user who has only the npm package. */
export function runOutsideRepository(
  program: string,
  args: readonly string[],
  { cwd, env, account, group }: OutsideOptions,
): Running {
  const child = spawn(program, args, {
    cwd,
    env: environmentOutside(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: group === true,
    ...(account ? { uid: account.uid, gid: account.gid } : {}),
  });
  return collectOutput(child as ChildProcessByStdio<null, Readable, Readable>);
}

/** Runs a program to its end. Throws if the program fails. */
export async function runOutsideToEnd(program: string, args: readonly string[], o: OutsideOptions): Promise<Running> {
  const running = runOutsideRepository(program, args, o);
  const code = await running.exited;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${code}\n${running.stdout}\n${running.stderr}`);
  return running;
}
