// sql/schema.sql equals the result of the migrations, on the server of the tests and on PostgreSQL 15.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SQL_DIR } from '../../install/migrate/tree.ts';
import { renderSchemaSnapshot } from '../../tools/schema_snapshot.ts';
import { createDatabase, makeTemplate, type TestDatabase } from '../support/database/db.ts';
import { createDebianCluster } from '../support/database/debian.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';

const PATH = join(SQL_DIR, 'schema.sql');

/**
 * Asserts that two scripts are equal. Reports only the first differing lines, because a complete diff takes minutes.
 */
function assertSame(actual: string, expected: string): void {
  const [one, other] = [actual.split('\n'), expected.split('\n')];
  const at = one.findIndex((line, index) => line !== other[index]);
  if (at >= 0) assert.equal(one.slice(at, at + 3), other.slice(at, at + 3), `line ${at + 1}`);
  assert.is(one.length, other.length);
}

let db: TestDatabase;
test.before(async () => {
  db = await createDatabase();
});
test.after(() => db.drop());

test('the snapshot is up to date (UPDATE_SNAPSHOT=1 writes it)', async () => {
  const today = await renderSchemaSnapshot(db.sql);
  if (process.env.UPDATE_SNAPSHOT === '1') writeFileSync(PATH, today);
  assert.ok(existsSync(PATH), 'sql/schema.sql is missing');
  assertSame(readFileSync(PATH, 'utf8'), today);
});

test('running the snapshot on an empty schema creates the same tables', async () => {
  const empty = await createDatabase({ template: 'empty' });
  await empty.sql.unsafe(`create schema auth; ${readFileSync(PATH, 'utf8')}`);
  const made = await renderSchemaSnapshot(empty.sql);
  await empty.drop();
  const tables = (text: string) => text.slice(0, text.indexOf('-- The surface:'));
  assertSame(tables(made), tables(readFileSync(PATH, 'utf8')));
});

test('names no partition of a date: doctor compares databases with the snapshot on any day', () => {
  assert.not.match(readFileSync(PATH, 'utf8'), /^(create|alter) table \S+_\d{4}_\d{2}/m);
});

const SAME_ON_15 = 'PostgreSQL 15 has the same tables';
test(SAME_ON_15, async () => {
  const cluster = await createDebianCluster({}, makeTemplate);
  if (cluster === null) return cannotRun(SAME_ON_15, 'PostgreSQL 15 is not installed');
  const old = await createDatabase({ server: cluster });
  assertSame(await renderSchemaSnapshot(old.sql), readFileSync(PATH, 'utf8'));
  await old.drop();
  await cluster.stop();
});

test.run();
