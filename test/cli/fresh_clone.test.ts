// runner: when=cli,dev,install,optional/runtime,sdk/prepare.mjs,sdk/generator

// A fresh clone: `npm start` installs the required packages and serves a sign-up. The next `npm start` installs
// nothing. install_adds.test.ts tests `npm test`.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findFreePort } from '../../gateway/server/ports.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { keepLogLinesOf } from '../support/processes/log_lines.ts';
import { postJson, temporaryFolder } from '../support/processes/process.ts';
import { stopLeftoverServer } from '../support/processes/started.ts';

type LockedPackages = Record<
  string,
  { dev?: boolean; optional?: boolean; dependencies?: object; devDependencies?: object }
>;
const script = new URL('../../cli/install.mjs', import.meta.url);
const { wanted } = (await import(script.href)) as {
  wanted: (packages: LockedPackages, what: 'running, with Node') => string[];
};

const folder = temporaryFolder({ on_disk: true });
const clone = join(folder.path, 'postern');
const postmaster = join(clone, '.postern', 'data', 'postmaster.pid');
// PATH with the machine's own Node and npm, as new users have them.
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((entry) => !entry.includes('node_modules'))
  .join(delimiter);

test.after(() => {
  stopLeftoverServer(join(clone, '.postern'));
  folder.remove();
});

/**
 * Runs `npm start` in the clone until a sign-up gets a response, the process exits, or patience_ms has passed. Returns
 * the status of the response (0 if there was none), the duration in seconds, the output, and a function that stops npm.
 */
async function runNpmStart(port: number, email: string, patience_ms: number) {
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { PATH, HOME: process.env.HOME, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  keepLogLinesOf(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const exited = new Promise<number | null>((resolve) => child.on('close', resolve));
  let status = 0;
  while (status === 0 && child.exitCode === null && performance.now() - began < patience_ms) {
    await sleep(50);
    if (!output.includes('Sign up')) continue;
    ({ status } = await postJson(`http://localhost:${port}/signup`, { email, password: 'correct-horse-9' }));
  }
  const stop = (how: 'Ctrl-C' | 'SIGTERM to npm') => {
    // Ctrl-C in a terminal reaches the whole process group. This SIGTERM reaches npm alone. The pipes close with the
    // last process.
    process.kill(how === 'Ctrl-C' ? -(child.pid ?? 0) : (child.pid ?? 0), how === 'Ctrl-C' ? 'SIGINT' : 'SIGTERM');
    return exited;
  };
  return { status, seconds: (performance.now() - began) / 1000, output: () => output, stop };
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: LockedPackages };
const needed = Object.keys(packages['']?.dependencies ?? {});
// Packages that `npm start` must not install. Leaves out development packages that a required package also needs,
// because the lock file does not mark them `dev`.
const tools = [
  ...Object.keys(packages.tools?.devDependencies ?? {}).filter((name) => packages[`node_modules/${name}`]?.dev),
  '@modelcontextprotocol/sdk',
  '@postern/platform',
];
const installed = (name: string) => existsSync(join(clone, 'node_modules', name, 'package.json'));

test('npm start works on a fresh clone, and a second time', async () => {
  const has = (program: string) => spawnSync(program, ['--version'], { env: { PATH } }).status === 0;
  if (!existsSync('.git') || !has('npm') || !has('git')) return cannotRun('a fresh clone', 'it needs git and npm');
  const cloned = spawnSync('git', ['clone', '--quiet', process.cwd(), clone], { encoding: 'utf8', env: { PATH } });
  assert.is(cloned.status, 0, cloned.stderr);

  const port = await findFreePort();
  const first = await runNpmStart(port, 'first@example.com', 240_000);
  if (/registry cannot be reached/.test(first.output())) return cannotRun('a fresh clone', 'no npm registry');
  assert.is(first.status, 200, first.output());
  assert.not.match(first.output(), /npm warn (?!Unknown user config)/i);
  for (let tries = 0; tries < 100 && !first.output().includes('Mail to first@example.com'); tries++) await sleep(20);
  assert.match(first.output(), 'Mail to first@example.com');
  await first.stop('Ctrl-C');
  assert.not(existsSync(postmaster));

  const second = await runNpmStart(port, 'second@example.com', 240_000);
  assert.is(second.status, 200, second.output());
  const user = { email: 'first@example.com', password: 'correct-horse-9' };
  const grant = await postJson(`http://localhost:${port}/token?grant_type=password`, user);
  // The user still exists, with an unconfirmed address.
  assert.match(JSON.stringify(grant.body), 'email_not_confirmed');
  assert.not.match(second.output(), 'Installing');
  for (const name of needed) assert.ok(installed(name), name);
  assert.ok(tools.includes('typescript'));
  assert.equal(tools.filter(installed), []);
  const there = JSON.parse(readFileSync(join(clone, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  const expected = new Set(wanted(packages, 'running, with Node'));
  // npm also installs Node's types and their dependencies, because they are optional peer dependencies that the lock
  // file contains for another reason. The last two entries are the workspace of the Node package.
  const more = [
    'node_modules/@types/node',
    'node_modules/undici-types',
    'node_modules/@postern/runtime',
    'optional/runtime',
  ];
  assert.equal(
    Object.keys(there.packages).filter(
      (path) => !expected.has(path) && !packages[path]?.optional && !more.includes(path),
    ),
    [],
    'packages that running does not need',
  );

  await second.stop('SIGTERM to npm');
  assert.not(existsSync(postmaster));
  console.log(`\nfirst npm start ${first.seconds.toFixed(1)} s, second ${second.seconds.toFixed(1)} s`);
});

test.run();
