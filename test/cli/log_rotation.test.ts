// runner: when=cli,dev,install,core/log.ts,docs/telemetry.md

// LOG_FILE: the start and the end of a process are logged. On SIGHUP, which logrotate sends, the process reopens the
// file while it serves requests, and no line is lost. Without a file SIGHUP ends the process.
import { chmodSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findFreePort } from '../../gateway/server/ports.ts';
import { blocksRunByTest } from '../house/blocks.ts';
import { createDatabase } from '../support/database/db.ts';
import { runProgram } from '../support/processes/compose_stack.ts';
import { runCli, temporaryFolder } from '../support/processes/process.ts';
import { stackSettings } from '../support/processes/stack_parts.ts';

test('rotating the log under load loses no line; the process continues, and SIGTERM ends it', async () => {
  const db = await createDatabase();
  const folder = temporaryFolder();
  const file = join(folder.path, 'postern.log');
  const env = { ...db.environment(), ...stackSettings(1), SVC_LOG_FILE: file, SVC_REQUEST_ID_HEADER: 'x-request-id' };
  const running = runCli(['serve'], { env: { ...env, SVC_SHUTDOWN_DELAY: '0' } });
  try {
    const [, port] = await running.until(/serves on port (\d+)/);
    const files = [file];
    let sent = 0;
    const ask = async (): Promise<void> => {
      sent += 1;
      const response = await fetch(`http://127.0.0.1:${port}/settings`, {
        headers: { 'x-request-id': `request-${sent}` },
      });
      assert.is(response.status, 200);
    };
    for (let turn = 1; turn <= 3; turn += 1) {
      for (let asked = 0; asked < 10; asked += 1) await ask();
      const moved = `${file}.${turn}`;
      renameSync(file, moved);
      files.push(moved);
      running.child.kill('SIGHUP');
      const asking = Array.from({ length: 10 }, ask);
      for (let tries = 0; tries < 500 && statSync(file, { throwIfNoEntry: false }) === undefined; tries += 1)
        await sleep(10);
      await Promise.all(asking);
      // The process sets the mode in a second system call.
      const mode = (): number => statSync(file).mode & 0o777;
      for (let tries = 0; tries < 500 && mode() !== 0o660; tries += 1) await sleep(10);
      assert.is(mode(), 0o660);
    }
    assert.is(await running.stop('SIGTERM'), 0);
    const lines = files
      .flatMap((path) => readFileSync(path, 'utf8').trimEnd().split('\n'))
      .map((line) => JSON.parse(line));
    const ids = lines.filter(({ msg }) => msg === 'request completed').map(({ request_id }) => request_id as string);
    assert.equal(ids.sort(), Array.from({ length: sent }, (_, at) => `request-${at + 1}`).sort());
    assert.is(lines.filter(({ msg }) => msg === 'log file opened anew').length, 3);
  } finally {
    await running.stop('SIGKILL');
    folder.remove();
    await db.drop();
  }
});

test('serve --workers: the lines of every process go to the new file, even if each process gets the signal', async () => {
  const db = await createDatabase();
  const folder = temporaryFolder();
  const file = join(folder.path, 'postern.log');
  const env = { ...db.environment(), ...stackSettings(1), SVC_LOG_FILE: file, SVC_REQUEST_ID_HEADER: 'x-request-id' };
  const port = await findFreePort();
  const running = runCli(['serve', '--workers', '2'], {
    env: { ...env, PORT: String(port), SVC_SHUTDOWN_DELAY: '0', LOG_LEVEL: 'info' },
  });
  const linesOf = (path: string): { msg: string; process?: number; request_id?: string }[] =>
    readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  /** Returns the ids of the processes that logged requests in this file. */
  const writers = (path: string): number[] =>
    [...new Set(linesOf(path).flatMap(({ process, request_id }) => (request_id && process) || []))].sort();
  let sent = 0;
  const ask = (): Promise<void> => {
    sent += 1;
    const headers = { 'x-request-id': `request-${sent}` };
    return new Promise((resolve, reject) => {
      // One connection per request, so that each process gets some.
      get({ host: '127.0.0.1', port, path: '/settings', agent: false, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`status ${response.statusCode}`));
        response.resume().on('end', resolve);
      }).on('error', reject);
    });
  };
  const until = async (what: string, so: () => boolean): Promise<void> => {
    for (let look = 0; look < 500 && !so(); look += 1) await sleep(20);
    assert.ok(so(), what);
  };
  try {
    await running.until(/serves on port \d+ with 2 processes/);
    const text = readFileSync(`/proc/${running.pid}/task/${running.pid}/children`, 'utf8');
    const children = text.trim().split(' ').map(Number);
    assert.is(children.length, 2);
    await Promise.all(Array.from({ length: 20 }, ask));
    await until('both write', () => writers(file).length === 2);
    const files = [file];
    // Sends SIGHUP to the first process alone, as the logrotate rule does, and to all, as `systemctl kill` does by
    // default.
    for (const [turn, expected] of [[], children].entries()) {
      const moved = `${file}.${turn + 1}`;
      renameSync(file, moved);
      files.push(moved);
      for (const pid of [running.pid, ...expected]) process.kill(pid, 'SIGHUP');
      await Promise.all(Array.from({ length: 20 }, ask));
      await until('opened anew', () => existsSync(file) && linesOf(file).length > 0);
      assert.is(linesOf(file).filter(({ msg }) => msg === 'log file opened anew').length, 1);
      const ended = statSync(moved).size;
      await Promise.all(Array.from({ length: 20 }, ask));
      await until('both write there', () => writers(file).length === 2);
      assert.is(statSync(moved).size, ended, 'nothing more is written to the file that was moved away');
    }
    assert.is(await running.stop('SIGTERM'), 0);
    const ids = files.flatMap(linesOf).flatMap(({ request_id }) => request_id ?? []);
    assert.equal(ids.sort(), Array.from({ length: sent }, (_, at) => `request-${at + 1}`).sort());
  } finally {
    await running.stop('SIGKILL');
    folder.remove();
    await db.drop();
  }
});

test('without a file SIGHUP ends the process, the default action', async () => {
  const db = await createDatabase();
  const running = runCli(['serve'], { env: { ...db.environment(), ...stackSettings(1), SVC_SHUTDOWN_DELAY: '0' } });
  try {
    await running.until(/serves on port (\d+)/);
    assert.is(await running.stop('SIGHUP'), 0);
  } finally {
    await running.stop('SIGKILL');
    await db.drop();
  }
});

for (const [command, what] of [
  ['serve', 'gateway is listening'],
  ['worker', 'worker is at work'],
] as const)
  test(`the log of ${command} names the release at the start, and the end, so that a crash differs from a stop`, async () => {
    const db = await createDatabase();
    const folder = temporaryFolder();
    const file = join(folder.path, 'postern.log');
    const env = { ...db.environment(), ...stackSettings(1), SVC_LOG_FILE: file, SVC_SHUTDOWN_DELAY: '0' };
    const running = runCli([command], { env });
    try {
      await running.until(/serves on port|worker is running/);
      assert.is(await running.stop('SIGTERM'), 0);
      const lines = readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as { msg: string; version?: string });
      assert.is(lines.filter(({ msg, version }) => msg === what && /^\d+\.\d+\.\d+/.test(version ?? '')).length, 1);
      assert.match(lines.at(-1)?.msg ?? '', /^(gateway|worker) has stopped$/);
    } finally {
      await running.stop('SIGKILL');
      folder.remove();
      await db.drop();
    }
  });

test('the logrotate rule in docs/telemetry.md: the file is moved and created, then its script runs', async () => {
  const [block, ...more] = blocksRunByTest('test/cli/log_rotation.test.ts');
  assert.equal(more, []);
  const [, mode = ''] = /^ {4}create (0\d{3}) postern postern$/m.exec(block?.text ?? '') ?? [];
  const [, script = ''] = /^ {4}postrotate\n([\s\S]+?)^ {4}endscript$/m.exec(block?.text ?? '') ?? [];
  const units = [...script.matchAll(/postern-[a-z]+\.service/g)].map(([unit]) => unit);
  assert.equal(units, ['postern-gateway.service', 'postern-worker.service']);
  for (const unit of units) assert.ok(existsSync(join('deploy/systemd', unit)), unit);

  const db = await createDatabase();
  const folder = temporaryFolder();
  const file = join(folder.path, 'postern.log');
  const env = { ...db.environment(), ...stackSettings(1), SVC_LOG_FILE: file, SVC_SHUTDOWN_DELAY: '0' };
  const running = runCli(['serve'], { env });
  try {
    await running.until(/serves on port (\d+)/);
    const asked = `kill --signal=HUP --kill-who=main ${units.join(' ')}`;
    const systemctl = join(folder.path, 'systemctl');
    writeFileSync(systemctl, `#!/bin/sh\n[ "$*" = '${asked}' ] || exit 64\nkill -HUP ${running.pid}\n`);
    chmodSync(systemctl, 0o755);
    renameSync(file, `${file}.1`);
    writeFileSync(file, '');
    chmodSync(file, Number.parseInt(mode, 8));
    await runProgram('sh', ['-e', '-c', script], { env: { PATH: `${folder.path}:${process.env.PATH}` } });
    const content = (): string => readFileSync(file, 'utf8');
    for (let tries = 0; tries < 500 && !content().includes('log file opened anew'); tries += 1) await sleep(10);
    assert.match(content(), /"msg":"log file opened anew"/);
    assert.is(await running.stop('SIGTERM'), 0);
    assert.not.match(readFileSync(`${file}.1`, 'utf8'), 'log file opened anew');
  } finally {
    await running.stop('SIGKILL');
    folder.remove();
    await db.drop();
  }
});

test.run();
