// `npm ci` installs native packages only if Postern cannot run without them. Operators install the native HTTP engine
// in a separate step.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface LockFile {
  packages: Record<
    string,
    { version?: string; integrity?: string; link?: boolean; dependencies?: Record<string, string> }
  >;
}

const lockOf = (path: string): LockFile => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as LockFile;

test('the default install contains no part of the native HTTP engine', () => {
  const native = Object.keys(lockOf('package-lock.json').packages).filter((path) =>
    /hyper-express|uwebsockets/i.test(path),
  );
  assert.equal(native, []);
});

test('the engine’s own lock file pins every package by its digest', () => {
  const { packages } = lockOf('optional/engine/package-lock.json');
  assert.ok('node_modules/hyper-express' in packages && 'node_modules/uWebSockets.js' in packages);
  for (const [path, entry] of Object.entries(packages)) {
    if (path !== '') assert.match(entry.integrity ?? '', /^sha512-/, path);
  }
});

test('npm scripts after the installation run with any Node, because their shell keeps the first one it found', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const installing = Object.entries(scripts).filter(([, script]) => script.startsWith('node cli/install.mjs'));
  assert.ok(installing.length > 3);
  for (const [name, script] of installing)
    for (const command of script.split(' && ')) assert.match(command, /^node \S+\.mjs$/, name);
});

test('names the installation step if the engine is requested but missing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-engine-'));
  try {
    for (const part of ['core', 'gateway']) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const { createServer } = (await import(pathToFileURL(join(folder, 'gateway/server/server.ts')).href)) as {
      createServer: (o: object) => unknown;
    };
    const asked = () => createServer({ engine: 'hyper-express', handler: () => undefined, log: {} });
    assert.throws(
      asked,
      /^SVC_HTTP_ENGINE=hyper-express cannot be used here: .*Run "npm ci --prefix optional\/engine".* Use auto or node\.$/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
