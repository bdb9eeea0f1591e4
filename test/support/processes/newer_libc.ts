// Installs the packages of the optional HTTP engine, and finds a Node that can load them. The native module needs a
// newer C library than Debian 12's. If the module does not load, Debian 13's library is unpacked.
import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unpackDebian } from '../database/debian_archive.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** A separate package with its own lock file. */
const ENGINE = join(ROOT, 'optional', 'engine');
/** Cache folder of Debian 13's libraries, which `npm ci` deletes. */
const FOLDER = join(ROOT, 'node_modules', '.cache', 'newer_libc');
const PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1', 'zlib1g'];
const LOADERS: Partial<Record<NodeJS.Architecture, string>> = {
  x64: 'usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2',
  arm64: 'usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1',
};

/** Returns the path of a Node program that can load hyper-express, or the reason why there is none. */
export function findNodeWithHyperExpress(): { node: string } | { cannot: string } {
  const missing = installEngine();
  if (missing) return { cannot: missing };
  if (canLoadEngine(process.execPath)) return { node: process.execPath };
  const loader = LOADERS[process.arch];
  if (process.platform !== 'linux' || loader === undefined) return { cannot: 'its native part does not load' };
  const node = join(FOLDER, 'node');
  if (existsSync(node) && canLoadEngine(node)) return { node };
  const fault = installNode(loader);
  if (fault) return { cannot: fault };
  return canLoadEngine(node) ? { node } : { cannot: 'its native part does not load with Debian 13 libraries either' };
}

/**
 * Installs the engine's packages, as the documentation tells operators to. Does nothing if they are installed. Returns
 * an error text, or null.
 */
function installEngine(): string | null {
  const installed = spawnSync('npm', ['ls', '--prefix', ENGINE], { cwd: ROOT, stdio: 'ignore' });
  if (installed.status === 0) return null;
  const ran = spawnSync('npm', ['ci', '--prefix', ENGINE, '--loglevel=error'], { cwd: ROOT, encoding: 'utf8' });
  if (ran.status === 0) return null;
  return `npm ci --prefix optional/engine failed: ${ran.error?.message ?? ran.stderr.trim().split('\n')[0] ?? ''}`;
}

function canLoadEngine(node: string): boolean {
  const code = "process.env.UWS_HTTP_MAX_HEADERS_SIZE = '65536'; require('hyper-express')";
  return spawnSync(node, ['-e', code], { cwd: ENGINE, stdio: 'ignore' }).status === 0;
}

function installNode(loader: string): string | null {
  const work = `${FOLDER}.${process.pid}`;
  try {
    const fault = unpackDebian({ suite: 'trixie', packages: PACKAGES, folder: work });
    if (fault) return `its native part does not load, and ${fault}`;
    rmSync(FOLDER, { recursive: true, force: true });
    writeLauncher(work, loader);
    renameSync(work, FOLDER);
    return null;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Writes a script that starts Node through the new loader. Without the script, process.execPath would name the loader,
 * and child processes would start the loader.
 */
function writeLauncher(work: string, loader: string): void {
  const path = join(FOLDER, 'root', loader);
  const preload = join(FOLDER, 'exec_path.mjs');
  writeFileSync(join(work, 'exec_path.mjs'), `process.execPath = ${JSON.stringify(join(FOLDER, 'node'))};\n`);
  const libraries = join(path, '..');
  const words = [path, '--library-path', libraries, process.execPath, '--import', preload].map((word) => `'${word}'`);
  writeFileSync(join(work, 'node'), `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`, { mode: 0o755 });
}
