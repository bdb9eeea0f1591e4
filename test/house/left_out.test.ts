// Secrets and files that commands and guides create are excluded from commits, packages and images.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readDockerIgnore } from '../support/processes/docker_ignore.ts';

const root = JSON.parse(readFileSync('package.json', 'utf8')) as { workspaces: string[] };

const SECRETS = ['.env', '.env.local', '.env.production', '.postern/secrets.json', '.postern/postern.log'];
const IN_FOLDERS = ['cli', 'deploy', ...root.workspaces].flatMap((folder) =>
  SECRETS.map((name) => `${folder}/${name}`),
);

/** Returns the files that guides tell the reader to create in Postern's folder. */
function filesCreatedByGuides(): string[] {
  const texts = ['README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(name, 'utf8'));
  const found = texts.flatMap((text) => [
    ...[...text.matchAll(/^.* >{1,2} ?([\w.-]+)$/gm)].map(([, name = '']) => name),
    ...[...text.matchAll(/npx postern (?:import|export) (?:csv|json) ([\w.-]+)/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/--file=([\w.-]+)/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/^mkdir ([\w-]+)$/gm)].map(([, name = '']) => `${name}/index.html`),
  ]);
  return [...new Set(found)];
}

const LEFT_OUT = [
  ...SECRETS,
  ...IN_FOLDERS,
  ...filesCreatedByGuides(),
  'postern-report.html',
  'users.csv.rejected.csv',
  'users.rejected.json',
];
const KEPT = ['.env.example', 'package.json', 'sql/roles.sql', 'docs/settings.md'];

test('the guides write the files that this test lists', () => {
  for (const name of [
    '.env',
    'install.sql',
    'mend.sql',
    'roles.sql',
    'postern.dump',
    'users.csv',
    'quickstart/index.html',
  ])
    assert.ok(filesCreatedByGuides().includes(name), name);
});

test('git ignores these files, and no tracked file', () => {
  const ignored = (paths: readonly string[]): string[] => {
    try {
      const output = execFileSync('git', ['check-ignore', '--no-index', '--stdin'], {
        input: paths.join('\n'),
        encoding: 'utf8',
      });
      return output.split('\n').filter(Boolean);
    } catch (error) {
      // Exit code 1: no path is ignored.
      if ((error as { status?: number }).status === 1) return [];
      throw error;
    }
  };
  assert.equal(ignored(LEFT_OUT), LEFT_OUT);
  assert.equal(ignored(KEPT), []);
  const tracked = execFileSync('git', ['ls-files', '-ci', '--exclude-standard'], { encoding: 'utf8' });
  assert.is(tracked, '');
});

test('no package of this repository contains them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-pack-'));
  try {
    const manifests = ['package.json', ...root.workspaces.map((name) => `${name}/package.json`)];
    const write = (path: string, put: (to: string) => void): void => {
      mkdirSync(join(folder, dirname(path)), { recursive: true });
      put(join(folder, path));
    };
    for (const path of ['.gitignore', '.npmrc', ...manifests]) write(path, (to) => copyFileSync(path, to));
    for (const path of [...LEFT_OUT, ...KEPT.filter((name) => name !== 'package.json')])
      write(path, (to) => writeFileSync(to, ''));
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--include-workspace-root', '--workspaces'];
    const output = execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    const packed = Object.values(JSON.parse(output)) as { name: string; files: { path: string }[] }[];
    assert.is(packed.length, manifests.length);
    const paths = packed.flatMap(({ name, files }) => files.map(({ path }) => `${name}: ${path}`));
    const secret = /(^|\/)(\.env(?!\.example$)|\.postern\/)/;
    assert.equal(
      packed.flatMap(({ name, files }) =>
        files.filter(({ path }) => secret.test(path)).map(({ path }) => `${name}: ${path}`),
      ),
      [],
    );
    assert.equal(
      LEFT_OUT.filter((path) => paths.includes(`postern: ${path}`)),
      [],
    );
    for (const path of KEPT) assert.ok(paths.includes(`postern: ${path}`), path);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the image build does not include them', () => {
  const isLeftOut = readDockerIgnore();
  assert.equal(
    LEFT_OUT.filter((path) => !isLeftOut(path)),
    [],
  );
  assert.equal(KEPT.filter(isLeftOut), []);
});

test.run();
