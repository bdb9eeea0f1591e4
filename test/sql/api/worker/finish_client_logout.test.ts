// finish_client_logout: the outcome of an attempt, its retry, and the end of the retries.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { createEndedSession, finishLogout, leaseLogout, readLogoutRow } from './client_logouts.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

test('delivered ends a logout, once', async () => {
  const { id } = await createEndedSession(sql_api);
  await leaseLogout(sql, id);
  assert.equal(await finishLogout(sql, { id, outcome: 'delivered' }), { finished: true, not_before: null });
  assert.equal(await finishLogout(sql, { id, outcome: 'failed' }), { finished: false, not_before: null });
  const row = await readLogoutRow(sql, id);
  assert.equal([row?.state, row?.last_error, row?.finished_at !== null], ['delivered', null, true]);
});

test('failed is retried after a pause that grows, or longer if the client asks; the last attempt has failed', async () => {
  const settings = { webhook_max_tries: 3, webhook_retry_pause: 10 };
  const { id } = await createEndedSession(sql_api);
  const attempts: [number, number | undefined][] = [
    [10, undefined],
    [100, 100],
  ];
  for (const [index, [pause, retry_after]] of attempts.entries()) {
    await leaseLogout(sql, id);
    const { not_before } = await finishLogout(sql, {
      id,
      attempt: index + 1,
      outcome: 'failed',
      error: 'answered 500',
      ...(retry_after === undefined ? {} : { retry_after }),
      settings,
    });
    assert.is(Date.parse(not_before ?? '') - Date.parse(sql_api.now()), pause * 1000);
    assert.is((await leaseLogout(sql, id)).leased_until, not_before, 'it waits');
    await sql_api.advance(pause + 1);
  }
  await leaseLogout(sql, id);
  assert.equal(await finishLogout(sql, { id, attempt: 3, outcome: 'failed', error: 'answered 500', settings }), {
    finished: true,
    not_before: null,
  });
  const row = await readLogoutRow(sql, id);
  assert.equal([row?.state, row?.last_error], ['failed', 'answered 500']);
});

test('rejected fails a logout at once; an attempt that lost its lease may only report a delivery', async () => {
  const [rejected, late] = [await createEndedSession(sql_api), await createEndedSession(sql_api)];
  await leaseLogout(sql, rejected.id);
  await finishLogout(sql, { id: rejected.id, outcome: 'rejected', error: 'answered 410' });
  assert.is((await readLogoutRow(sql, rejected.id))?.state, 'failed');
  await leaseLogout(sql, late.id);
  await sql_api.advance(60);
  assert.is((await leaseLogout(sql, late.id)).logout?.attempt, 2);
  assert.is((await finishLogout(sql, { id: late.id, attempt: 1, outcome: 'failed' })).finished, false);
  assert.is((await finishLogout(sql, { id: late.id, attempt: 1, outcome: 'delivered' })).finished, true);
});

test('another outcome is an error of the worker', async () => {
  const { id } = await createEndedSession(sql_api);
  await finishLogout(sql, { id, outcome: 'sent' }).then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /cannot end as sent/),
  );
});

test.run();
