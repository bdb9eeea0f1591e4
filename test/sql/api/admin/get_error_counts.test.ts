// Tests of get_error_counts.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { adminCalls } from './console.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { ask } = adminCalls(sql_api);

test('today and in fourteen days, by route', async () => {
  const day = sql_api.now().slice(0, 10);
  const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
  const row = { kind: 'refusal', name: 'same_password', outcome: '/user' };
  await sql_api.call('add_tallies', {
    tallies: [
      { ...row, day, hour: 1, count: 2 },
      { ...row, day, hour: 2, count: 3 },
      { ...row, day: before, hour: 2, count: 4 },
    ],
  });
  assert.equal(await ask('get_error_counts', { code: 'same_password' }), {
    times_today: 5,
    times: 9,
    routes: { '/user': 5 },
  });
  assert.equal(await ask('get_error_counts', { code: 'x' }), { times_today: 0, times: 0, routes: {} });
});

test.run();
