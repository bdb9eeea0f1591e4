// runner: when=cli,dev,install

// `serve` and `start` through PgBouncer. If `serve` cannot run, its error names the setting to change.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { hasPooler, startPooler } from '../support/database/pooler.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { postJson, runCli } from '../support/processes/process.ts';
import { newEmail, stackSettings } from '../support/processes/stack.ts';

test('refuses one URL for all roles; serves login roles, with a warning while statements are prepared', async () => {
  if (!hasPooler()) return cannotRun('serve behind PgBouncer', 'pgbouncer is not installed');
  const db = await createDatabase();
  const urls = [db.superuser_url, db.url('gateway'), db.url('admin'), db.url('worker')].map((url) => new URL(url));
  const users = Object.fromEntries(urls.map((url) => [url.username, url.password]));
  const { hostname: host, port } = new URL(db.superuser_url);
  const pooler = await startPooler({ host, port, mode: 'transaction', users });
  for (const url of urls) url.port = String(pooler.port);
  const [single = '', gateway = '', admin = '', worker = ''] = urls.map((url) => url.href);
  const logins = { DATABASE_URL_GATEWAY: gateway, DATABASE_URL_ADMIN: admin, DATABASE_URL_WORKER: worker };
  try {
    const refused = runCli(['serve'], { env: { ...stackSettings(1), DATABASE_URL: single } });
    assert.is(await refused.exited, 1);
    assert.match(refused.stderr, /leads to a connection pooler.*DATABASE_URL_GATEWAY/);
    for (const prepare of ['true', 'false']) {
      const serving = runCli(['serve'], { env: { ...stackSettings(1), ...logins, SVC_DB_PREPARE: prepare } });
      await serving.until(/serves on port/);
      assert.is(await serving.stop('SIGTERM'), 0);
      assert.is(/set SVC_DB_PREPARE=false/.test(serving.stderr), prepare === 'true');
    }
    // Gateway and worker in one process, which migrates over a direct connection and then uses the pooler.
    const start = runCli(['start'], {
      env: {
        ...stackSettings(1),
        ...logins,
        SVC_DB_PREPARE: 'false',
        SVC_MAILER_AUTOCONFIRM: 'true',
        DATABASE_URL_MIGRATE: db.url('migrate'),
      },
    });
    const [, url] = await start.until(/serves (http:\S+)\./);
    const signed_up = await postJson(`${url}/signup`, { email: newEmail(), password: 'correct horse battery' });
    assert.is(signed_up.status, 200);
    assert.is(await start.stop('SIGTERM'), 0, start.stderr);
  } finally {
    await pooler.stop();
    await db.drop();
  }
});

test.run();
