// migrate rejects a pooler in transaction mode, where other clients would get its lock and its SET ROLE.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import { hasPooler, startPooler } from '../support/database/pooler.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import {
  createMigrationDatabase,
  expectMigrationRefused,
  type MigrationDatabase,
  writeSqlFolder,
} from './migration_database.ts';

async function withPooler(
  at: MigrationDatabase,
  mode: 'transaction' | 'session',
  work: (url: string) => Promise<void>,
): Promise<void> {
  const url = new URL(at.url);
  const { hostname: host, port } = url;
  const pooler = await startPooler({ host, port, mode, users: { [url.username]: url.password } });
  try {
    url.port = String(pooler.port);
    await work(url.href);
  } finally {
    await pooler.stop();
  }
}

test('refuses a URL of a pooler in transaction mode before anything changes; session mode works', async () => {
  if (!hasPooler()) {
    cannotRun('migrate behind PgBouncer', 'pgbouncer is not installed');
    return;
  }
  const at = await createMigrationDatabase();
  try {
    const options = (url: string) => ({ target: parseDatabaseUrl(url, {}), sql_dir: writeSqlFolder() });
    await withPooler(at, 'transaction', async (url) => {
      assert.match(await expectMigrationRefused(at.migrate(options(url))), /transaction mode.*DATABASE_URL_MIGRATE/);
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
