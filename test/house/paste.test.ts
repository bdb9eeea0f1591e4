// runner: when=README.md,docs/getting-started.md,docs/command-line.md,cli,dev,deploy

// Pastes each block of README.md, docs/getting-started.md and docs/command-line.md unchanged into a shell in a copy of
// this source tree, in order. Only the ports differ. The test performs the manual steps between blocks (a mail's link,
// an existing database).
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnvironment, readSettings } from '../../core/settings/reading.ts';
import { readPostmaster } from '../../dev/embedded/cluster.ts';
import { findFreePort } from '../../gateway/server/ports.ts';
import { openAndConfirm } from '../support/clients/confirm_page.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { pathWithPostern } from '../support/processes/guide.ts';
import { keepLogLinesOf } from '../support/processes/log_lines.ts';
import { temporaryFolder } from '../support/processes/process.ts';
import { stopLeftoverServer } from '../support/processes/started.ts';
import { blocksRunByTest } from './blocks.ts';

const blocks = blocksRunByTest('test/house/paste.test.ts').map(({ text }) => text);
const folder = temporaryFolder({ on_disk: true });
const clone = join(folder.path, 'postern');
const port = await findFreePort();
const inbox_port = await findFreePort();
// PATH with the machine's own Node and npm, as a new user has them.
const PATH = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((entry) => !entry.includes('node_modules'))
  .join(delimiter);
const env = {
  PATH,
  HOME: process.env.HOME,
  PORT: String(port),
  SVC_INBOX_PORT: String(inbox_port),
  SVC_SECURITY_BCRYPT_COST: '4',
};
const installer: { DEVELOPMENT: string; missing(folder: string, what: string): object | null } = await import(
  new URL('../../cli/install.mjs', import.meta.url).href
);
const has = (program: string): boolean => spawnSync(program, ['--version'], { env }).status === 0;

test.before(() => {
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' });
  for (const path of listed.stdout.trim().split('\n').filter(existsSync)) {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    cpSync(path, join(clone, path));
  }
  // Links the packages instead of installing them; test/cli/fresh_clone.test.ts runs a full installation. An
  // installation in the copy would empty the real folder through the link, so no package may be missing.
  assert.is(installer.missing(resolve('.'), installer.DEVELOPMENT), null);
  symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
});
test.after(() => {
  stopLeftoverServer(join(clone, '.postern'));
  folder.remove();
});

/** Returns the only block that contains `part`. */
function findBlock(part: string): string {
  const found = blocks.filter((text) => text.includes(part));
  assert.is(found.length, 1, `${found.length} blocks with ${part}`);
  return found[0] ?? '';
}

const used = new Set<string>();
/** Pastes blocks into one shell. `typed` is the input for prompts, `path` the shell's PATH. */
function pasteIntoShell(texts: readonly string[], { typed = '', path = PATH } = {}) {
  for (const text of texts) used.add(text);
  const postgres = readPostmaster(join(clone, '.postern', 'data'))?.port ?? 54329;
  const script = texts
    .join('')
    .replaceAll('localhost:8081', `localhost:${port}`)
    .replaceAll('localhost:8082', `localhost:${inbox_port}`)
    .replaceAll('54329', String(postgres));
  // spawnSync would block this process, which must read the output of the running server.
  const child = spawn('bash', ['-e', '-c', script], {
    cwd: clone,
    env: { ...env, PATH: path },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  keepLogLinesOf(child).stdin.end(typed);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk) => {
      output[name] += String(chunk);
    });
  return new Promise<{ code: number | null; stdout: string; stderr: string }>((done) => {
    child.on('close', (code) => done({ code, ...output }));
  });
}

test('pasting works from npm start to a fresh start', async () => {
  if (!['bash', 'curl', 'npm', 'node', 'git'].every(has))
    return cannotRun('the blocks of the first pages', 'it needs bash, curl, git, node and npm');
  used.add(findBlock('npm start\n'));
  const start = spawn('npm', ['start'], { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  keepLogLinesOf(start);
  let output = '';
  const grown = new Set<() => void>();
  for (const stream of [start.stdout, start.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
      for (const resume of grown) resume();
    });
  const ended = new Promise<void>((done) => start.on('close', () => done()));
  const until = (pattern: RegExp) =>
    new Promise<string>((done, fail) => {
      const look = (): void => {
        const [, found] = pattern.exec(output) ?? [];
        if (found !== undefined) done(found);
      };
      grown.add(look);
      void ended.then(() => fail(new Error(`npm start has ended:\n${output}`)));
      look();
    });

  try {
    const url = await until(/API +(http:\S+)/);
    assert.is(url, `http://localhost:${port}`);
    const signed_up = await pasteIntoShell([findBlock('/signup')]);
    assert.is((JSON.parse(signed_up.stdout) as { email: string }).email, 'you@example.com', signed_up.stderr);
    await until(/(Mail to you@example\.com)/);
    const { stdout } = await pasteIntoShell([findBlock('/messages?to=')]);
    const { messages } = JSON.parse(stdout) as { messages: { link: string }[] };
    const page = await openAndConfirm(messages[0]?.link ?? '');
    assert.is(page.origin + page.pathname, `${url}/`);

    const me = await pasteIntoShell([findBlock('ACCESS_TOKEN=$('), findBlock('$ACCESS_TOKEN"\n')]);
    assert.is((JSON.parse(me.stdout) as { email: string }).email, 'you@example.com', me.stderr);

    if (has('psql')) {
      const { code, stdout, stderr } = await pasteIntoShell([findBlock('psql -h')]);
      assert.is(code, 0, stderr);
      assert.match(stdout, 'you@example.com');
    } else {
      used.add(findBlock('psql -h'));
      cannotRun('the psql line of docs/getting-started.md', 'no psql on this machine');
    }

    // Only the first command uses the real npx, which is slower than the command.
    const [create = '', ...rest] = findBlock('npx postern user create').split(/(?<=\n)/);
    const created = await pasteIntoShell([create], { typed: 'correct horse battery\n' });
    assert.is(created.code, 0, `${created.stderr}\nnpm start: ${output}`);
    assert.match(created.stdout, /^created user \S+ \(ada@example\.com\)\n$/);
    const administered = await pasteIntoShell(rest, { path: pathWithPostern(folder.path) });
    assert.is(administered.code, 0, `${administered.stderr}\nnpm start: ${output}`);
    assert.match(administered.stdout, /^banned until /);
    used.add(findBlock('npx postern user create'));
  } finally {
    if (start.exitCode === null) process.kill(-(start.pid ?? 0), 'SIGINT');
    await ended;
  }
  assert.is((await pasteIntoShell([findBlock('rm -rf .postern')])).code, 0);
  assert.not(existsSync(join(clone, '.postern')));
});

test('pasting the settings for a separate Postgres leaves none missing and creates new secrets', async () => {
  // A script replaces npx, which is slower than the command.
  const made = await pasteIntoShell([findBlock('cp .env.example .env')], { path: pathWithPostern(folder.path) });
  assert.is(made.code, 0, made.stderr);
  const read = () => readSettings(readEnvironment({ env: {}, file: join(clone, '.env') }));
  const { settings, warnings } = read();
  assert.equal(warnings, []);
  assert.ok(settings.jwt_secret.length >= 32);
  assert.match(settings.security_pepper, /^1:\S{40,}$/);

  // Adds the secrets of docker-compose.yml. A second run changes nothing.
  const [secrets = '', compose = ''] = findBlock('docker compose up').split(/(?<=\n)/);
  assert.is(compose, 'docker compose up\n');
  used.add(findBlock('docker compose up'));
  assert.is((await pasteIntoShell([secrets])).code, 0);
  const text = readFileSync(join(clone, '.env'), 'utf8');
  assert.match(text, /^POSTGRES_PASSWORD=[0-9a-f]{48}$/m);
  assert.equal(read().settings.jwt_secret, settings.jwt_secret);
  assert.is((await pasteIntoShell([secrets])).code, 0);
  assert.is(readFileSync(join(clone, '.env'), 'utf8'), text);
});

test('pasting compose’s secrets creates a .env that only its owner can read', async () => {
  const alone = join(folder.path, 'alone');
  cpSync(join(clone, 'deploy'), join(alone, 'deploy'), { recursive: true });
  const { status } = spawnSync('sh', ['deploy/secrets.sh'], { cwd: alone, env });
  assert.is(status, 0);
  assert.is(statSync(join(alone, '.env')).mode & 0o777, 0o600);
  const names = readFileSync(join(alone, '.env'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0]);
  const who = ['POSTGRES', 'GATEWAY', 'ADMIN', 'WORKER', 'AUDITOR', 'AUTHENTICATOR'].map((role) => `${role}_PASSWORD`);
  assert.equal(names, [...who, 'SVC_JWT_SECRET', 'SVC_SECURITY_PEPPER']);
});

test('every block of the README was pasted', () => {
  if (used.size === 0) return cannotRun('the blocks of the first pages', 'nothing of it could be pasted here');
  assert.equal(
    blocks.filter((text) => !used.has(text)),
    [],
  );
});

test.run();
