// Packs the packages as npm publishes them, and finds the runtimes to run them.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const sdkFolder = fileURLToPath(new URL('../../', import.meta.url));

export interface Packed {
  /** A project folder with the package in its node_modules. */
  project: string;
  folder: string;
  files: { path: string; size: number }[];
  packedSize: number;
}

/** Runs npm pack on a package of the workspace and unpacks it into an empty project. */
export function pack(source: string, name: string): Packed {
  const project = mkdtempSync(join(tmpdir(), 'pack-'));
  const { file, files, size } = alone(() => tarball(source));
  const folder = join(project, 'node_modules', name);
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xzf', file, '-C', folder, '--strip-components=1']);
  return { project, folder, files, packedSize: size };
}

/** Returns the package as npm publishes it; a run of all test files (test/run.ts) packs each once. */
function tarball(source: string): Tarball {
  const shared = process.env.POSTERN_TEST_PACKED;
  const folder = shared
    ? join(shared, createHash('sha256').update(source).digest('hex').slice(0, 16))
    : mkdtempSync(join(tmpdir(), 'tarball-'));
  const facts = join(folder, 'facts.json');
  if (existsSync(facts)) return JSON.parse(readFileSync(facts, 'utf8')) as Tarball;
  mkdirSync(folder, { recursive: true });
  const output = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', folder], {
    cwd: source,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  // npm 12 returns an object by name, earlier versions a list; the build may print before it.
  const parsed = JSON.parse(output.slice(output.search(/^[[{]/m))) as Record<string, PackReport>;
  const { filename, files, size } = Object.values(parsed)[0]!;
  const made = { file: join(folder, filename), files, size };
  // Renamed only when it is complete.
  writeFileSync(`${facts}.new`, JSON.stringify(made));
  renameSync(`${facts}.new`, facts);
  if (!shared) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return made;
}

/** Packing rebuilds dist/, and test files run in parallel: a lock serializes it within a tree. */
function alone<T>(work: () => T): T {
  const lock = join(tmpdir(), `pack-of-${createHash('sha256').update(sdkFolder).digest('hex').slice(0, 16)}`);
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (isAbandoned(lock)) rmSync(lock, { force: true });
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
    }
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Returns true if the process that holds the lock was killed. */
function isAbandoned(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

interface Tarball {
  file: string;
  files: PackReport['files'];
  size: number;
}

interface PackReport {
  filename: string;
  size: number;
  files: { path: string; size: number }[];
}

const installed = join(sdkFolder, 'test/runtimes/node_modules');

/** Returns a file that `npm run runtimes` installs, if it exists. */
export function runtimeFile(path: string): string | undefined {
  const file = join(installed, path);
  return existsSync(file) ? file : undefined;
}

/** Returns every program of this name on the PATH, or installed by `npm run runtimes`. */
export function programs(...names: string[]): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), join(installed, '.bin')];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((file) => existsSync(file));
}

/** Returns a node of this major version: this process's, one on the PATH, or one that `npm run runtimes` installed. */
export function nodeOf(major: number): string | undefined {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  return [...programs('node'), runtimeFile(`node-${major}/bin/node`)].find((file) => {
    if (!file) return false;
    const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
    return stdout?.startsWith(`v${major}.`);
  });
}

/** Reports that a check cannot run here; with CI_STRICT=1 that is a failure. */
export function absent(what: string): void {
  if (process.env.CI_STRICT === '1') throw new Error(`CI_STRICT=1, and ${what} cannot run: it is not installed`);
  console.log(`\ncannot run: ${what}: it is not installed`);
}

/** Runs a program and returns its output; the event loop stays free for a server in this process. */
export async function run(program: string, args: string[], cwd: string): Promise<string> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}\n${out}\n${err}`);
  return out;
}
