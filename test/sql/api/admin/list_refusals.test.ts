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

test.run();
