// Tests of count_request.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ExpectedError, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const REFUSED: ExpectedError = [429, 'over_request_rate_limit', 'Request rate limit reached'];
const bucket = (key: string, more: object = {}) => ({ key, per_second: 0.1, burst: 3, ...more });
const take = (...limits: object[]) => sql_api.call('count_request', { limits });
const tokens = async (key: string) => Number((await sql_api.rows('auth.limits', `t.key = '${key}'`))[0]?.tokens);

test('a bucket allows its burst, then rejects and changes nothing', async () => {
  for (let i = 0; i < 3; i += 1) assert.equal(await take(bucket('a')), {});
  await sql_api.refused('count_request', { limits: [bucket('a')] }, REFUSED);
  assert.equal(await take(bucket('b')), {}, 'another key has a bucket of its own');
});

test('a bucket refills over time, up to its burst, and a clock set back by seconds takes nothing away', async () => {
  for (let i = 0; i < 3; i += 1) await take(bucket('refill'));
  await sql_api.advance(9);
  await sql_api.refused('count_request', { limits: [bucket('refill')] }, REFUSED);
  await sql_api.advance(1);
  assert.equal(await take(bucket('refill')), {});
  await sql_api.refused('count_request', { limits: [bucket('refill')] }, REFUSED);
  await sql_api.advance(3000);
  assert.equal(await take(bucket('refill')), {});
  assert.is(await tokens('refill'), 2);
  await sql_api.advance(-50);
  assert.equal(await take(bucket('refill')), {});
  assert.is(await tokens('refill'), 1);
  await sql_api.advance(50);
  assert.equal(await take(bucket('refill')), {});
  assert.is(await tokens('refill'), 0, 'time that was counted once is not counted again');
});

test('an hour after its creation a bucket is reset to full, at any rate', async () => {
  const slow = bucket('hour', { per_second: 0 });
  for (let i = 0; i < 3; i += 1) await take(slow);
  await sql_api.advance(3599.999);
  await sql_api.refused('count_request', { limits: [slow] }, REFUSED);
  await sql_api.advance(0.001);
  for (let i = 0; i < 3; i += 1) assert.equal(await take(slow), {});
  await sql_api.refused('count_request', { limits: [slow] }, REFUSED);
  await sql_api.advance(3599.999);
  await sql_api.refused('count_request', { limits: [slow] }, REFUSED);
  await sql_api.advance(0.001);
  assert.equal(await take(slow), {}, 'an hour after that again');
  assert.is(await tokens('hour'), 2);
});

test('a bucket of size zero never allows', async () => {
  await sql_api.refused('count_request', { limits: [bucket('none', { burst: 0, per_second: 0 })] }, REFUSED);
  await sql_api.refused('count_request', { limits: [bucket('none', { burst: 0, per_second: 0 })] }, REFUSED);
});

test('several limits: the first empty one rejects, and tokens taken before it stay taken', async () => {
  assert.equal(await take(bucket('m1', { burst: 5 }), bucket('m2', { burst: 1 })), {});
  await sql_api.refused(
    'count_request',
    { limits: [bucket('m1', { burst: 5 }), bucket('m2', { burst: 1 })] },
    REFUSED,
    ['limits'],
  );
  assert.is(await tokens('m1'), 3);
});

test('no limit allows, and writes nothing', async () => {
  assert.equal(await sql_api.changes(() => take()), []);
});

test('of parallel requests exactly the burst is allowed', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => take(bucket('race', { burst: 5 }))));
  assert.is(answers.filter((answer) => !('refused' in answer)).length, 5);
});

test.run();
