// Tests of change_oauth_client.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, makeClient, OAUTH_SETTINGS } from '../../../support/database/oauth.ts';
import { api, type CallResult, client, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

test('changes what is named; an empty text removes', async () => {
  const client_id = await makeClient(sql, { client_uri: 'https://a.example' });
  const change = (metadata: object) =>
    api(sql, 'change_oauth_client', { claims: ADMIN, client_id, metadata, settings: OAUTH_SETTINGS, client });
  const named = await change({ logo_uri: 'https://a.example/logo.png', client_uri: '' });
  assert.equal(
    [named.client_name, named.logo_uri, named.client_uri],
    ['Client', 'https://a.example/logo.png', undefined],
  );
  assert.equal((await sql_api.audited())?.traits, { client_id, changed: ['client_uri', 'logo_uri'] });
  const message = async (metadata: object) => String(((await change(metadata)).refused as CallResult).message);
  assert.match(await message({ token_endpoint_auth_method: 'none' }), /is not valid for client_type 'confidential'/);
  assert.is(await message({ redirect_uris: [] }), 'redirect_uris cannot be empty');
  assert.is(await message({ grant_types: [] }), 'grant_types cannot be empty');
});

test.run();
