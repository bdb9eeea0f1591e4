// migrate with a full disk or a lost connection reports an error and leaves no partial change, and the next run
// completes it. Time limits of the role do not affect a migrate.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseDatabaseUrl } from '../../core/database/url.ts';
import { changeOwner, findServerAccount } from '../../dev/embedded/binaries.ts';
import { printExpectedErrors } from '../../install/target.ts';
import { createFaultProxy } from '../faults/proxy.ts';
import { findCurrentServer } from '../support/database/cluster.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { temporaryFolder } from '../support/processes/process.ts';
import {
  catalogText,
  connect,
  createMigrationDatabase,
  type MigrationDatabase,
  writeSqlFolder,
} from './migration_database.ts';

const before = writeSqlFolder();
const after = writeSqlFolder({
  'migrations/0002-more.sql': `create table auth.more (id bigint, note text, constraint more_pkey primary key (id));
    insert into auth.more select n, repeat('x', 500) from generate_series(1, 4000) as n;
    select pg_sleep(0.2);`,
  'lib/word.sql': "create function auth_lib.word() returns text language sql immutable as $$ select 'two'::text $$;",
  'online/0001-more.sql': 'create index concurrently if not exists more_note on auth.more (note);',
});

/** Runs a migration that must fail, and returns the error message. */
async function migrationError(at: MigrationDatabase, url = at.url): Promise<string> {
  const lines: string[] = [];
  const code = await printExpectedErrors(
    (line) => lines.push(line),
    async () => {
      await at.migrate({ sql_dir: after, target: parseDatabaseUrl(url, {}) });
      return 0;
    },
  );
  assert.is(code, 1, 'it fails');
  return lines.join('\n');
}

async function assertMigrationCompletes(at: MigrationDatabase): Promise<void> {
  assert.equal((await at.migrate({ sql_dir: after })).newer, false);
  const [row] = await at.sql.unsafe(
    `select count(*)::integer as n, ${at.prefix}_lib.word() as word from ${at.prefix}.more`,
  );
  assert.equal({ ...row }, { n: 4_000, word: 'two' });
  assert.equal((await at.migrate({ sql_dir: after })).steps, []);
}

test('a connection lost in or after the transaction: reported, and the transaction is applied completely or not at all', async () => {
  const at = await createMigrationDatabase();
  const proxy = await createFaultProxy({ port: Number(new URL(at.url).port) });
  try {
    await at.migrate({ sql_dir: before });
    const old = await catalogText(at.sql, at.prefix);
    let passed = 0;
    // The connection is cut within the transaction, before the response to an early and to a late statement.
    for (const nth of [25, 45]) {
      passed = 0;
      proxy.cutsAt = () => {
        passed += 1;
        return passed === nth;
      };
      assert.match(
        await migrationError(at, proxy.url(at.url)),
        /^The connection to the database was lost: .*run the command again\.$/,
      );
      assert.is(await catalogText(at.sql, at.prefix), old, `cut at ${nth}`);
    }
    proxy.cutsAt = null;
    await assertMigrationCompletes(at);
  } finally {
    await proxy.close();
    await at.drop();
  }
});

test('time limits of the login for statements, transactions and idle sessions do not apply to a migrate', async () => {
  const at = await createMigrationDatabase({ superuser: false });
  try {
    const { username } = new URL(at.url);
    const [version] = await at.sql`select current_setting('server_version_num')::integer >= 170000 as has_transactions`;
    const limits = ['statement_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout'];
    if (version?.has_transactions) limits.push('transaction_timeout');
    await at.migrate({ sql_dir: before });
    for (const limit of limits) await at.sql.unsafe(`alter role ${username} set ${limit} = '150ms'`);
    await assertMigrationCompletes(at);
  } finally {
    await at.drop();
  }
});

test('a full disk: reported, nothing half-written, and with free space the next run completes', async () => {
  const server = await findCurrentServer();
  if (server.source !== 'embedded') return cannotRun('migrate on a full disk', 'the server is not on this machine');
  const folder = temporaryFolder();
  const disk = join(folder.path, 'disk');
  mkdirSync(disk);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m,mode=0755', 'tmpfs', disk]);
  if (mounted.status !== 0) {
    folder.remove();
    return cannotRun('migrate on a full disk', 'mounting a small disk needs root');
  }
  const space = join(disk, 'space');
  mkdirSync(space);
  for (const path of [folder.path, disk, space]) changeOwner(findServerAccount(), path);
  const at = await createMigrationDatabase();
  try {
    await at.migrate({ sql_dir: before });
    await at.sql.unsafe(`create tablespace ${at.prefix}_disk location '${space}'`);

    await at.sql.unsafe(`grant create on tablespace ${at.prefix}_disk to ${at.prefix}_owner`);
    await at.sql.unsafe(`alter database ${at.database} set default_tablespace = '${at.prefix}_disk'`);
    const old = await catalogText(at.sql, at.prefix);
    spawnSync('sh', ['-c', `head -c 23500000 /dev/zero > ${join(disk, 'filler')}`]);
    const words = await migrationError(at);
    assert.match(words, /^The server is out of space: .*No space left on device.*run the command again\.$/);
    assert.is(await catalogText(at.sql, at.prefix), old);
    spawnSync('rm', [join(disk, 'filler')]);
    await assertMigrationCompletes(at);
  } finally {
    const { prefix } = at;
    await at.sql.unsafe(`revoke all on tablespace ${prefix}_disk from ${prefix}_owner`);
    await at.drop();
    const sql = connect(server.superuser_url, 1);
    await sql.unsafe(`drop tablespace if exists ${prefix}_disk`);
    await sql.end();
    spawnSync('umount', ['-l', disk]);
    folder.remove();
  }
});

test.run();
