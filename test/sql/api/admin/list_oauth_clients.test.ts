// Tests of list_oauth_clients.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, makeClient, OAUTH_SETTINGS } from '../../../support/database/oauth.ts';
import { api, type CallResult, client, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

test('pages of clients, newest first, without deleted ones', async () => {
  const ids: string[] = [];
  for (const name of ['1', '2', '3']) {
    ids.unshift(await makeClient(sql, { client_name: name }));
    await sql_api.advance(1);
  }
  await api(sql, 'delete_oauth_client', { claims: ADMIN, client_id: ids[0], settings: OAUTH_SETTINGS, client });
  const page = async (number: string) => {
    const answer = await api(sql, 'list_oauth_clients', {
      claims: ADMIN,
      page: number,
      per_page: '1',
      settings: OAUTH_SETTINGS,
    });
    const { clients } = answer.body as { clients: CallResult[] };
    return [answer.total, ...clients.map((one) => one.client_id)];
  };
  assert.equal([await page('1'), await page('2'), await page('3')], [[2, ids[1]], [2, ids[2]], [2]]);
});

test.run();
