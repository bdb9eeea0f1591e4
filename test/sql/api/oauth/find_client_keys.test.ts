// find_client_keys for an unknown client. save_client_document.test.ts tests known clients.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { api, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('knows nothing of the keys of an unknown client', async () => {
  const answer = await api(sql_api.db.sql, 'find_client_keys', { client_id: 'https://app.example.com/client.json' });
  assert.equal(answer, { jwks: null, jwks_uri: null, administered: null });
});

test.run();
