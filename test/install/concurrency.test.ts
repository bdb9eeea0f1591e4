// runner: when=cli,install,sql

// Many concurrent migrations: on one empty database, on many databases of one server, and while gateways serve
// requests.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { MigrateResult } from '../../install/migrate/migrate.ts';
import {
  createMigrationDatabase,
  expectMigrationRefused,
  type MigrationDatabase,
  SMALL_SQL_FOLDER,
  writeSqlFolder,
} from './migration_database.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('./migrate_once.ts', import.meta.url));

async function migrateAsInstance(at: MigrationDatabase): Promise<MigrateResult> {
  const { stdout, stderr } = await run(process.execPath, [program, at.url, at.prefix]);
  assert.is(stderr, '');
  return JSON.parse(stdout) as MigrateResult;
}

const atOnce = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

for (const superuser of [true, false]) {
  test(`instances start at once on an empty database, and again, ${superuser ? 'as superuser' : 'as login createdb createrole'}`, async () => {
    const at = await createMigrationDatabase({ superuser });
    try {
      const first = await atOnce(superuser ? 4 : 3, () => migrateAsInstance(at));
      assert.equal(first.filter((result) => result.changed).length, 1);
      assert.equal(new Set(first.map((result) => result.state.digest)).size, 1);
      const second = await atOnce(2, () => migrateAsInstance(at));
      assert.equal(second.filter((result) => result.changed).length, 0);
    } finally {
      await at.drop();
    }
  });
}

test('four databases of one server, with the same roles, are installed at once', async () => {
  const first = await createMigrationDatabase();
  const others = await Promise.all([1, 2, 3].map(() => createMigrationDatabase({ prefix: first.prefix })));
  const all = [first, ...others];
  try {
    const sql_dir = writeSqlFolder();
    const results = await Promise.all(all.map((at) => at.migrate({ sql_dir })));
    assert.ok(results.every((result) => result.changed));
    const again = await Promise.all(all.map((at) => at.migrate({ sql_dir })));
    assert.ok(again.every((result) => !result.changed));
  } finally {
    for (const at of all.reverse()) await at.drop();
  }
});

test('rebuilding functions in a loop under load fails no call', async () => {
  const at = await createMigrationDatabase();
  try {
    const word = SMALL_SQL_FOLDER['lib/word.sql'] ?? '';
    const trees = [writeSqlFolder(), writeSqlFolder({ 'lib/word.sql': word.replace("'one'", "'two'") })];
    await at.migrate({ sql_dir: trees[0] });
    let [calls, retries, done] = [0, 0, false];
    const failures: string[] = [];
    const caller = async (): Promise<void> => {
      while (!done) {
        calls += 1;
        // If migrate has replaced the function, the call fails before anything has run, so it is retried once.
        // gateway/database/call.ts retries such a call up to three times.
        for (const attempt of [1, 2]) {
          try {
            await at.sql.unsafe(`select ${at.prefix}_api.say()`, [], { prepare: true });
            break;
          } catch (error) {
            const { code, message } = error as Error & { code?: string };
            if (attempt === 1 && code === 'XX000' && /cache lookup failed for function/.test(message)) retries += 1;
            else failures.push(`${code} ${message}`);
          }
        }
      }
    };
    const callers = [caller(), caller(), caller()];
    for (let round = 1; round <= 15; round += 1) await at.migrate({ sql_dir: trees[round % 2] });
    done = true;
    await Promise.all(callers);
    assert.equal(failures, [], `${calls} calls, ${retries} retries`);
    assert.ok(calls > 100);
  } finally {
    await at.drop();
  }
});

test('a migrate killed at any moment can be completed by the next one', async () => {
  const at = await createMigrationDatabase();
  try {
    for (const delay of [250, 350, 450, 600]) {
      const child = execFile(process.execPath, [program, at.url, at.prefix]);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      setTimeout(() => child.kill('SIGKILL'), delay);
      await ended;
    }
    await at.migrate();
    assert.is((await at.migrate()).changed, false);
    assert.equal([...(await at.sql.unsafe(`select from ${at.prefix}.release`))].length, 1);
  } finally {
    await at.drop();
  }
});

test('migrate gives up with an error if it cannot get the lock', async () => {
  const at = await createMigrationDatabase();
  try {
    const { lockKey } = await import('../../install/migrate/lock.ts');
    const holder = await at.sql.reserve();
    await holder.unsafe(`select pg_advisory_lock(${lockKey(at.prefix)})`);
    assert.match(await expectMigrationRefused(at.migrate({ patience_ms: 300 })), /Another migrate has held the lock/);
    await holder.unsafe(`select pg_advisory_unlock(${lockKey(at.prefix)})`);
    holder.release();
  } finally {
    await at.drop();
  }
});

test.run();
