// check_writes writes a message to the WAL and changes no row, so the commit of its transaction reaches the WAL. It
// fails in a read-only transaction.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('the WAL grows, no table changes, and the release is returned', async () => {
  const { db } = sql_api;
  const place = async () => (await db.sql`select pg_current_wal_flush_lsn() as lsn`)[0]?.lsn;
  const before = await place();
  let answer: Record<string, unknown> = {};
  assert.equal(
    await sql_api.changes(async () => {
      answer = await sql_api.call('check_writes');
    }),
    [],
  );
  const [row] = await db.sql`select version, digest, min_gateway from auth.release`;
  assert.equal(answer, { ...row });
  const [grown] = await db.sql`select ${await place()}::text::pg_lsn > ${before}::text::pg_lsn as grown`;
  assert.is(grown?.grown, true);
});

test('a read-only session gets an error', async () => {
  const error = await sql_api.db.sql
    .begin('read only', (sql) => sql`select auth_api.check_writes()`)
    .then(
      () => null,
      (thrown: { code: string }) => thrown,
    );
  assert.is(error?.code, '25006');
});

test.run();
