// find_client_document for an unknown client. save_client_document.test.ts tests known clients.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { api, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('knows nothing of the document of an unknown client', async () => {
  const answer = await api(sql_api.db.sql, 'find_client_document', {
    document_url: 'https://app.example.com/client.json',
  });
  assert.equal(answer, { fresh: false });
});

test.run();
