// Tests of list_refusals.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, createConfirmedPerson, newEmail, openSqlApi } from '../../../support/database/sql_api.ts';
import { adminCalls, LIMIT_ERROR, requestIds } from './console.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { ask, refused, refuse } = adminCalls(sql_api);

test('by user, address, network, request id, code and route, page by page', async () => {
  const user = await createConfirmedPerson(sql_api);
  const unknown = newEmail();
  const [first, second, third] = await refuse(
    { address: user.email, ip: '192.0.2.1' },
    { user_id: user.id, route: '/user', ip: '2001:db8::1' },
    { address: unknown, code: 'invalid_credentials', ip: '192.0.2.200' },
    { address: unknown, ip: '198.51.100.1', request_id: 'the one' },
  );
  const list = async (args: CallArguments) => requestIds((await ask('list_refusals', args)).refusals);
  const mine = await list({ user_id: user.id });
  assert.equal(mine, [second, first]);
  assert.equal(await list({ address: unknown.toUpperCase() }), ['the one', third]);
  assert.equal(await list({ ip: '192.0.2.0/24' }), [third, first]);
  assert.equal(await list({ ip: '2001:db8::1' }), [second]);
  assert.equal(await list({ request_id: 'the one' }), ['the one']);
  assert.equal(await list({ code: 'invalid_credentials' }), [third]);
  assert.equal(await list({ route: '/user' }), [second]);
  assert.equal(await list({ since: sql_api.now() }), []);
  const pages = [];
  let cursor: string | undefined;
  do {
    const page = await ask('list_refusals', { most: '1', cursor });
    const { has_more, next_cursor } = page.pagination as { has_more: boolean; next_cursor?: string };
    assert.is(has_more, next_cursor !== undefined);
    pages.push(...requestIds(page.refusals));
    cursor = next_cursor;
  } while (cursor !== undefined);
  assert.equal(pages, await list({}));
  assert.is(new Set(pages).size, pages.length);
  await refused('list_refusals', { most: '0' }, LIMIT_ERROR);
  await refused('list_refusals', { ip: 'x' }, 'Bad Search Parameters: ip is an address or a network');
  await refused('list_refusals', { user_id: 'x' }, 'Bad Search Parameters: user_id is an id');
});

test('a network with more error responses than a page reads: a page may be short, and pages go on to the last one', async () => {
  const { sql } = sql_api.db;
  // The network has the 15 newest and the 15 oldest of 20,515 error responses within a day. It has
  // 20,000 more that are two days old.
  await sql`insert into auth.refusals (at, id, request_id, route, code, status, ip)
    select ${sql_api.now()}::timestamptz - n * interval '1 second', gen_random_uuid(), 'busy-' || n, '/token', 'invalid_credentials', 400,
      case when n <= 15 or n > 20500 then '203.0.113.0'::inet + n % 200 else '198.18.0.1' end
    from generate_series(1, 20515) as n`;
  await sql`insert into auth.refusals (at, id, request_id, route, code, status, ip)
    select ${sql_api.now()}::timestamptz - interval '2 days' - n * interval '1 second', gen_random_uuid(), 'old-' || n, '/token', 'invalid_credentials', 400, '203.0.113.7'
    from generate_series(1, 20000) as n`;
  const found: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await ask('list_refusals', { ip: '203.0.113.0/24', most: '10', cursor });
    found.push(...requestIds(page.refusals));
    cursor = (page.pagination as { next_cursor?: string }).next_cursor;
    pages += 1;
  } while (cursor !== undefined && pages < 20);
  const expected = Array.from({ length: 20_515 }, (_, i) => i + 1).filter((n) => n <= 15 || n > 20_500);
  assert.equal(
    found,
    expected.map((n) => `busy-${n}`),
  );
  const one = await ask('list_refusals', { ip: '203.0.113.7', most: '5', since: new Date(0).toISOString() });
  assert.equal(requestIds(one.refusals), ['busy-7', 'old-1', 'old-2', 'old-3', 'old-4']);
});

test.run();
