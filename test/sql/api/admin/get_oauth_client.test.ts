// Tests of get_oauth_client.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, makeClient, OAUTH_SETTINGS } from '../../../support/database/oauth.ts';
import { api, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

test('shows a client in every spelling of its id, without secrets', async () => {
  const client_id = await makeClient(sql);
  for (const id of [client_id, `{${client_id}}`, client_id.replaceAll('-', '')]) {
    const shown = await api(sql, 'get_oauth_client', { claims: ADMIN, client_id: id, settings: OAUTH_SETTINGS });
    assert.is(shown.client_id, client_id);
    assert.not.match(JSON.stringify(shown), /secret_generation|imported/);
  }
});

test.run();
