// sql/schema.sql equals the result of the migrations on every server version.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SQL_DIR } from '../../install/migrate/tree.ts';
import { schemaSnapshot } from '../../tools/schema_snapshot.ts';
import { createDatabase, makeTemplate, type TestDatabase } from '../support/database/db.ts';
import { createDebianCluster } from '../support/database/debian.ts';

const PATH = join(SQL_DIR, 'schema.sql');

let db: TestDatabase;
test.before(async () => {
  db = await createDatabase();
});
test.after(() => db.drop());

test('the snapshot is up to date (UPDATE_SNAPSHOT=1 writes it)', async () => {
  const today = await schemaSnapshot(db.sql);
  if (process.env.UPDATE_SNAPSHOT === '1') writeFileSync(PATH, today);
  assert.ok(existsSync(PATH), 'sql/schema.sql is missing');
  assert.is(readFileSync(PATH, 'utf8'), today);
});

test('running the snapshot on an empty schema creates the same tables', async () => {
  const empty = await createDatabase({ template: 'empty' });
  await empty.sql.unsafe(`create schema auth; ${readFileSync(PATH, 'utf8')}`);
  const made = await schemaSnapshot(empty.sql);
  await empty.drop();
  const tables = (text: string) => text.slice(0, text.indexOf('-- The surface:'));
  assert.is(tables(made), tables(readFileSync(PATH, 'utf8')));
});

test('PostgreSQL 15 has the same tables', async () => {
  const cluster = await createDebianCluster({}, makeTemplate);
  // Compares the tables with those on PostgreSQL 15, if it is installed.
  if (cluster === null) return;
  const old = await createDatabase({ server: cluster });
  assert.is(await schemaSnapshot(old.sql), readFileSync(PATH, 'utf8'));
  await old.drop();
  await cluster.stop();
});

test.run();
