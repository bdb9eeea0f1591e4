// runner: when=cli,dev,install,optional/runtime

// Runs cli/install.mjs with the real npm several times, as `npm start` and `npm test` do first, in a project of
// small local packages. Development packages are added without replacing the packages in use. fresh_clone.test.ts tests
// the first `npm start`.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../support/processes/process.ts';

const folder = temporaryFolder({ on_disk: true });
test.after(() => folder.remove());

const project = join(folder.path, 'project');
const env = { ...process.env, npm_config_cache: join(folder.path, 'cache'), npm_config_offline: 'true' };

function run(program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: project, encoding: 'utf8', env });
  assert.is(status, 0, stdout + stderr);
}

/** Packs a package as a registry would serve it. */
function packPackage(name: string, more: object = {}): void {
  const inside = join(folder.path, name, 'package');
  mkdirSync(inside, { recursive: true });
  writeFileSync(join(inside, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...more }));
  writeFileSync(join(inside, 'node.js'), '#!/usr/bin/env node\n');
  run('tar', '-czf', join(project, `${basename(name)}.tgz`), '-C', join(folder.path, name), 'package');
}

/** Runs cli/install.mjs as `npm start` and `npm test` do first. Returns its output. */
function install(lifecycle: 'start' | 'pretest'): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(project, 'cli', 'install.mjs')], {
    cwd: project,
    encoding: 'utf8',
    env: { ...env, npm_lifecycle_event: lifecycle },
  });
  assert.is(status, 0, stdout + stderr);
  return stdout;
}

const file = (name: string): string => join(project, 'node_modules', name, 'package.json');

test('adds the packages for development without rewriting installed ones, and later installs keep them', () => {
  mkdirSync(join(project, 'cli'), { recursive: true });
  for (const name of ['install.mjs', 'node_version.mjs']) cpSync(`cli/${name}`, join(project, 'cli', name));
  packPackage('runs');
  // A development package with a program named `node`.
  packPackage('develops', { bin: { node: 'node.js' } });
  for (const name of ['@opentelemetry/sdk-metrics', '@opentelemetry/needed']) packPackage(name);
  mkdirSync(join(project, 'optional/telemetry'), { recursive: true });
  const needs = {
    '@opentelemetry/sdk-metrics': 'file:../../sdk-metrics.tgz',
    '@opentelemetry/needed': 'file:../../needed.tgz',
  };
  writeFileSync(
    join(project, 'optional', 'telemetry', 'package.json'),
    JSON.stringify({ name: 'telemetry', version: '1.0.0', dependencies: needs }),
  );
  const packages = {
    workspaces: ['optional/telemetry'],
    dependencies: { runs: 'file:runs.tgz' },
    devDependencies: { develops: 'file:develops.tgz' },
  };
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0', ...packages }));
  run('npm', 'install', '--package-lock-only', '--no-audit', '--no-fund');

  assert.match(install('start'), /^Installing what running needs/);
  assert.equal([existsSync(file('runs')), existsSync(file('develops'))], [true, false]);
  assert.is(install('start'), '');
  const { ino, ctimeMs } = statSync(file('runs'));

  assert.match(install('pretest'), /^Installing what developing and testing need besides/);
  assert.ok(existsSync(file('develops')));
  const after = statSync(file('runs'));
  assert.equal([after.ino, after.ctimeMs], [ino, ctimeMs], 'a running server stands on it');
  assert.not(existsSync(join(project, 'node_modules', '.postern-install')));

  for (const lifecycle of ['start', 'pretest'] as const) assert.is(install(lifecycle), '');
  assert.ok(existsSync(file('develops')));
});

/** Removes a package from npm's list of installed packages. */
function removeFromInstalledList(path: string): void {
  const hidden = join(project, 'node_modules', '.package-lock.json');
  const lock = JSON.parse(readFileSync(hidden, 'utf8')) as { packages: Record<string, object> };
  delete lock.packages[path];
  writeFileSync(hidden, JSON.stringify(lock));
}

test('the command that the start prints installs the packages of telemetry, and later installs keep them', () => {
  rmSync(join(project, 'node_modules'), { recursive: true });
  install('start');
  assert.not(existsSync(file('@opentelemetry/sdk-metrics')));
  const [, command = ''] = /INSTALL = '(npm install [^']+)'/.exec(readFileSync('cli/telemetry.ts', 'utf8')) ?? [];
  const [npm = '', ...args] = command.split(' ');
  run(npm, ...args);
  assert.ok(existsSync(file('@opentelemetry/sdk-metrics')));
  assert.is(install('start'), '', 'complete as it is');
  rmSync(join(project, 'node_modules', '@opentelemetry'), { recursive: true });
  removeFromInstalledList('node_modules/@opentelemetry/needed');
  assert.match(install('start'), /@opentelemetry\/needed is not there/, 'once there, it is kept complete');
  assert.ok(existsSync(file('@opentelemetry/sdk-metrics')) && existsSync(file('@opentelemetry/needed')));
  // After an interrupted addition, the script reinstalls what running needs, and npm first removes all packages.
  writeFileSync(join(project, 'node_modules', '.postern-install'), '');
  rmSync(join(project, 'node_modules', 'runs'), { recursive: true });
  removeFromInstalledList('node_modules/runs');
  assert.match(install('start'), /^Installing what running needs/);
  assert.equal([existsSync(file('runs')), existsSync(file('@opentelemetry/sdk-metrics'))], [true, true]);
  assert.not(existsSync(file('develops')));
});

test.run();
