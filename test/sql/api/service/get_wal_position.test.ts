// Tests of get_wal_position.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('the WAL position grows with writes, and is at or before the end', async () => {
  const { lsn } = await sql_api.call('get_wal_position');
  await sql_api.db.sql`update auth.release set applied_at = now()`;
  const { lsn: later } = await sql_api.call('get_wal_position');
  const [row] = await sql_api.db.sql`
    select ${String(later)}::text::pg_lsn > ${String(lsn)}::text::pg_lsn as grown,
      ${String(later)}::text::pg_lsn <= pg_current_wal_flush_lsn() as there`;
  assert.equal({ ...row }, { grown: true, there: true });
});

test('one mark per timeline, a new one on the next', async () => {
  const [first, again] = [await sql_api.call('get_wal_position'), await sql_api.call('get_wal_position')];
  assert.is(first.mark, again.mark);
  assert.equal(await sql_api.changes(() => sql_api.call('get_wal_position')), []);
  await sql_api.db.sql`update auth.timeline set timeline = '000000FF'`; // simulates a failover after the first call
  const after = await sql_api.call('get_wal_position');
  assert.is.not(after.mark, first.mark);
  const [row] = await sql_api.db
    .sql`select timeline = left(pg_walfile_name(pg_current_wal_lsn()), 8) as ours from auth.timeline`;
  assert.is(row?.ours, true);
});

test('concurrent first calls agree on the mark', async () => {
  await sql_api.db.sql`delete from auth.timeline`;
  const marks = await Promise.all(Array.from({ length: 8 }, async () => (await sql_api.call('get_wal_position')).mark));
  assert.is(new Set(marks).size, 1);
});

test.run();
