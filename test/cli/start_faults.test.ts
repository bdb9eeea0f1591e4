// runner: when=cli,dev,install

// Problems of `postern start`: each causes one clear sentence and exit code 1, or a clean start.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isRunning, readPostmaster } from '../../dev/embedded/cluster.ts';
import { loadHyperExpress } from '../../gateway/server/hyper_express.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { runCli, runToEnd, temporaryFolder } from '../support/processes/process.ts';
import { copyStartedFolder } from '../support/processes/started.ts';

const test = suite('start faults');
const folder = temporaryFolder();
const data_dir = join(folder.path, 'made');
const env = { SVC_DATA_DIR: data_dir, PORT: '0' };

async function startAndStop(dir = data_dir): Promise<void> {
  const running = runCli(['start'], { env: { ...env, SVC_DATA_DIR: dir } });
  await running.until(/Stop +Ctrl-C/);
  assert.is(await running.stop(), 0);
}

/** Asserts exit code 1 and an output of one line that matches `pattern`, without a stack trace. */
function assertOneSentence(result: { code: number | null; stderr: string }, pattern: RegExp): void {
  assert.is(result.code, 1, result.stderr);
  assert.match(result.stderr, pattern);
  assert.not.match(result.stderr, /\n +at |unexpectedly/);
  assert.is(result.stderr.trim().split('\n').length, 1, result.stderr);
}

test.before(async () => {
  await copyStartedFolder(data_dir);
  if (!existsSync(data_dir)) await startAndStop();
});
test.after(() => folder.remove());

test('a port in use: names it, and starts no database', async () => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const result = await runToEnd(['start'], { env: { ...env, PORT: String(port) } });
  server.close();
  assertOneSentence(result, new RegExp(`Port ${port} is in use`));
  assert.not(existsSync(join(data_dir, 'data', 'postmaster.pid')));
});

test('an engine that is not installed, or does not load: an error with the step for the operator', async () => {
  const found = loadHyperExpress();
  if (!('unusable' in found)) return;
  const result = await runToEnd(['start'], { env: { ...env, SVC_HTTP_ENGINE: 'hyper-express' } });
  assertOneSentence(result, /SVC_HTTP_ENGINE=hyper-express cannot be used here: /);
  assert.ok(result.stderr.includes(found.unusable), result.stderr);
  assert.match(found.unusable, /^its native part does not load|Run "npm ci --prefix optional\/engine"/);
});

test('a data folder of another Postgres version is left untouched', async () => {
  const other = join(folder.path, 'other');
  mkdirSync(join(other, 'data'), { recursive: true });
  writeFileSync(join(other, 'data', 'PG_VERSION'), '14\n');
  const result = await runToEnd(['start'], { env: { ...env, SVC_DATA_DIR: other } });
  assertOneSentence(result, /made by Postgres 14; this Postern has Postgres 18/);
  assert.equal(readdirSync(join(other, 'data')), ['PG_VERSION']);
});

test('the secrets are missing, or belong to another folder', async () => {
  const secrets = join(data_dir, 'secrets.json');
  const text = readFileSync(secrets, 'utf8');
  rmSync(secrets);
  assertOneSentence(await runToEnd(['start'], { env }), /secrets\.json is missing/);
  writeFileSync(secrets, '{"jwt_secret": "cut off');
  assertOneSentence(await runToEnd(['start'], { env }), /secrets\.json is damaged/);
  const parsed = JSON.parse(text) as Record<string, unknown>;
  writeFileSync(secrets, JSON.stringify({ ...parsed, superuser_password: 'another' }));
  assertOneSentence(await runToEnd(['start'], { env }), /secrets\.json does not belong to the database/);
  // Restores the correct secrets for later tests.
  writeFileSync(secrets, text);
});

test('the data folder is a file, or cannot be written', async () => {
  const file = join(folder.path, 'file');
  writeFileSync(file, '');
  assertOneSentence(await runToEnd(['start'], { env: { ...env, SVC_DATA_DIR: file } }), /is not a folder/);
  const below = join(file, 'below');
  assertOneSentence(await runToEnd(['start'], { env: { ...env, SVC_DATA_DIR: below } }), /is not a folder/);
});

test('recovers from a killed start whose Postgres was killed too; when Postgres ends while Postern runs: an error, exit code 1', async () => {
  const killed = runCli(['start'], { env });
  await killed.until(/Stop +Ctrl-C/);
  await killed.stop('SIGKILL');
  const postgres = () => readPostmaster(join(data_dir, 'data'))?.pid ?? 0;
  process.kill(postgres(), 'SIGKILL');

  const running = runCli(['start'], { env });
  await running.until(/Stop +Ctrl-C/);
  process.kill(postgres(), 'SIGKILL');
  assert.is(await running.exited, 1);
  assert.match(running.stdout + running.stderr, /embedded Postgres has stopped unexpectedly/);
});

// The database crashed in the previous test, so this also tests the start after a crash.
test('postmaster.pid names another program (a reused process id): a clean start, and that program lives', async () => {
  const stranger = spawnSync('sh', ['-c', 'sleep 60 >/dev/null 2>&1 & echo $!'], { encoding: 'utf8' });
  const pid = Number(stranger.stdout);
  writeFileSync(join(data_dir, 'data', 'postmaster.pid'), `${pid}\n${join(data_dir, 'data')}\n1\n54329\n\n\n\nready\n`);
  await startAndStop();
  assert.ok(isRunning(pid));
  process.kill(pid, 'SIGKILL');
});

test('a start killed while it created the data folder does not block the next one', async () => {
  const fresh = join(folder.path, 'fresh');
  const running = runCli(['start'], { env: { ...env, SVC_DATA_DIR: fresh } });
  while (!existsSync(fresh) || !readdirSync(fresh).some((name) => name.endsWith('.new'))) await sleep(2);
  await running.stop('SIGKILL');
  assert.not(existsSync(join(fresh, 'data')));
  await startAndStop(fresh);
  assert.not(readdirSync(fresh).some((name) => name.endsWith('.new')));
});

test('two first starts at once: one runs, the other says so', async () => {
  const shared = join(folder.path, 'shared');
  const both = [0, 1].map(() => runCli(['start'], { env: { ...env, SVC_DATA_DIR: shared } }));
  const codes = await Promise.all(
    both.map((one) => Promise.race([one.exited, one.until(/Stop +Ctrl-C/).then(() => 'runs')])),
  );
  assert.equal(codes.map(String).sort(), ['1', 'runs']);
  const loser = both[codes.indexOf(1)];
  assert.match(loser?.stderr ?? '', /already (starting|runs) from/);
  assert.is(await both[codes.indexOf('runs')]?.stop(), 0);
});

test('NODE_ENV=production never falls back to the embedded database: names all missing settings at once', async () => {
  const { code, stderr } = await runToEnd(['start'], { env: { ...env, NODE_ENV: 'production' } });
  assert.is(code, 1);
  for (const name of ['DATABASE_URL', 'SVC_SITE_URL', 'SVC_API_EXTERNAL_URL', 'SVC_JWT_SECRET']) {
    assert.match(stderr, `${name}: is required`);
  }
});

test('a full disk: an error before there is data, an error when it fills up later', async () => {
  const disk = join(folder.path, 'disk');
  mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'tmpfs', disk]);
  if (mounted.status !== 0) return cannotRun('start on a full disk', 'mounting a small disk needs root');
  try {
    const small = { ...env, SVC_DATA_DIR: join(disk, 'p') };
    assertOneSentence(await runToEnd(['start'], { env: small }), /disk is full/i);
    spawnSync('mount', ['-o', 'remount,size=160m', disk]);
    // A start cannot create the database on this small disk, so the test copies an existing data folder to it.
    rmSync(small.SVC_DATA_DIR, { recursive: true, force: true });
    assert.is(spawnSync('cp', ['-a', data_dir, small.SVC_DATA_DIR]).status, 0);
    spawnSync('sh', ['-c', `cat /dev/zero > ${join(disk, 'filler')}`]);
    const full = await runToEnd(['start'], { env: small });
    assert.is(full.code, 1);
    assert.match(full.stdout + full.stderr, /disk.* is full/i);
    rmSync(join(disk, 'filler'));
    await startAndStop(small.SVC_DATA_DIR);
  } finally {
    spawnSync('umount', ['-l', disk]);
  }
});

test.run();
