// Packs the built package into a tarball.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildPackage } from './build.ts';

export interface PackedPackage {
  /** Path of the tarball. */
  path: string;
  /** Folder with the content of the tarball. */
  folder: string;
  bytes: number;
  unpacked_bytes: number;
  files: number;
}

/** Builds the package in a folder below `out`, and packs it into a tarball beside that folder. */
export function buildAndPack(out: string): PackedPackage {
  const folder = join(out, 'postern');
  mkdirSync(out, { recursive: true });
  buildPackage(folder);
  return { folder, ...packFolder(folder, out) };
}

/** Runs `npm pack` in a folder. */
export function packFolder(folder: string, out: string): Omit<PackedPackage, 'folder'> {
  const said = execFileSync('npm', ['pack', '--json', '--pack-destination', out], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // Scripts of the package may print text before the JSON.
  const [packed] = Object.values(JSON.parse(said.slice(said.search(/^[[{]/m)))) as [
    { filename: string; size: number; unpackedSize: number; entryCount: number },
  ];
  const { filename, size, unpackedSize, entryCount } = packed;
  return { path: join(out, filename), bytes: size, unpacked_bytes: unpackedSize, files: entryCount };
}
