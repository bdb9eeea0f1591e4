// migrate must not work through a pooler in transaction mode: its lock and its SET ROLE would be other people's.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findAccount, giveTo } from '../../cli/embedded/binaries.ts';
import { freePort, portInUse } from '../../cli/embedded/ports.ts';
import { parseDatabaseUrl } from '../../gateway/database_url.ts';
import { cannotRun } from '../cannot_run.ts';
import { createHome, type Home, refusal, writeTree } from './loader.ts';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

async function withPooler(at: Home, mode: string, work: (url: string) => Promise<void>): Promise<void> {
  const url = new URL(at.url);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'postern-pooler-'));
  const account = findAccount();
  const users = join(folder, 'users.txt');
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(users, `"${url.username}" "${url.password}"\n`);
  writeFileSync(
    config,
    `[databases]\n* = host=${url.hostname} port=${url.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
auth_type = plain\nauth_file = ${users}\npool_mode = ${mode}\nunix_socket_dir =\n`,
  );
  for (const path of [folder, users, config]) giveTo(account, path);
  const child = spawn(PROGRAM ?? '', ['-q', config], {
    stdio: 'ignore',
    ...(account === null ? {} : { uid: account.uid, gid: account.gid }),
  });
  try {
    for (let look = 0; look < 200 && !(await portInUse(port, '127.0.0.1')); look += 1) await sleep(20);
    await work(`postgres://${url.username}:${url.password}@127.0.0.1:${port}${url.pathname}`);
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a URL of a pooler in transaction mode is refused before anything changes, one in session mode works', async () => {
  if (PROGRAM === undefined || spawnSync(PROGRAM, ['--version']).status !== 0) {
    cannotRun('migrate behind PgBouncer', 'pgbouncer is not installed');
    return;
  }
  const at = await createHome();
  try {
    const options = (url: string) => ({ target: parseDatabaseUrl(url, {}), sql_dir: writeTree() });
    await withPooler(at, 'transaction', async (url) => {
      assert.match(await refusal(at.migrate(options(url))), /transaction mode.*DATABASE_URL_MIGRATE/);
    });
    assert.equal([...(await at.sql`select from pg_roles where starts_with(rolname, ${at.prefix})`)], []);
    await withPooler(at, 'session', async (url) => {
      assert.is((await at.migrate(options(url))).changed, true);
    });
  } finally {
    await at.drop();
  }
});

test.run();
