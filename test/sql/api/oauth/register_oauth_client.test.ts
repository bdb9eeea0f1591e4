// Tests of register_oauth_client.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CALLBACK, makeClient, OAUTH_SETTINGS } from '../../../support/database/oauth.ts';
import { api, type CallResult, client, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const app = await makeClient(sql);
const codeOf = (answer: CallResult): string => String((answer.refused as CallResult | undefined)?.message ?? 'ok');

test('open registration: device redirects only, names without tricks, limited number, and the unused are purged', async () => {
  const register = (metadata: object, more: object = {}) =>
    api(sql, 'register_oauth_client', { metadata, settings: { ...OAUTH_SETTINGS, ...more }, client });
  assert.match(codeOf(await register({ redirect_uris: [CALLBACK] })), /only this device/);
  for (const client_name of ['a\u202eb', 'a\u200bb', 'a\nb']) {
    assert.match(codeOf(await register({ redirect_uris: ['http://localhost/cb'], client_name })), /invisible/);
  }
  const made = await register({ redirect_uris: ['http://localhost/cb'], skips_consent: true, require_pkce: false });
  const { client_id, skips_consent, require_pkce } = made.client as CallResult;
  assert.equal([skips_consent, require_pkce], [undefined, undefined], 'trust is no metadata of registration');
  assert.match(
    codeOf(await register({ redirect_uris: ['http://localhost/cb'] }, { oauth_server_max_dynamic_clients: 1 })),
    /No more clients/,
  );
  await sql_api.advance(31 * 86_400);
  await api(sql, 'purge_expired', { most: 100, settings: OAUTH_SETTINGS });
  assert.is((await sql`select from auth.oauth_clients where id = ${client_id as string}`).length, 0);
  assert.is((await sql`select from auth.oauth_clients where id = ${app}`).length, 1);
});

test.run();
