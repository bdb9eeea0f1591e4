// list_oauth_clients: pages, newest first.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, makeClient, OAUTH } from '../../../support/database/oauth.ts';
import { type Answer, api, client, openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

test('pages of clients, newest first, without deleted ones', async () => {
  const ids: string[] = [];
  for (const name of ['1', '2', '3']) {
    ids.unshift(await makeClient(sql, { client_name: name }));
    await surface.advance(1);
  }
  await api(sql, 'delete_oauth_client', { claims: ADMIN, client_id: ids[0], settings: OAUTH, client });
  const page = async (number: string) => {
    const answer = await api(sql, 'list_oauth_clients', {
      claims: ADMIN,
      page: number,
      per_page: '1',
      settings: OAUTH,
    });
    const { clients } = answer.body as { clients: Answer[] };
    return [answer.total, ...clients.map((one) => one.client_id)];
  };
  assert.equal([await page('1'), await page('2'), await page('3')], [[2, ids[1]], [2, ids[2]], [2]]);
});

test.run();
