// Tests of create_oauth_client.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, CALLBACK, OAUTH_SETTINGS } from '../../../support/database/oauth.ts';
import { api, type CallResult, client, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

test('stores a client, derives its secret from a generation, and is audited', async () => {
  const create = (metadata: object) =>
    api(sql, 'create_oauth_client', { claims: ADMIN, metadata, settings: OAUTH_SETTINGS, client });
  let made: CallResult = {};
  assert.equal(
    await sql_api.changes(async () => (made = await create({ redirect_uris: [CALLBACK], client_name: 'A' }))),
    ['audit_log', 'oauth_clients'],
  );
  const { client_id, registration_type } = made.client as CallResult;
  assert.equal([registration_type, made.secret], ['manual', { id: client_id, generation: 1 }]);
  const faults: [object, RegExp][] = [
    [{ redirect_uris: [] }, /^redirect_uris is required$/],
    [{ redirect_uris: Array.from({ length: 11 }, () => CALLBACK) }, /cannot exceed 10 items/],
    [{ redirect_uris: [CALLBACK], grant_types: ['password'] }, /grant_types must only contain/],
    [{ redirect_uris: [CALLBACK], client_uri: 'javascript:alert(1)' }, /client_uri must be a valid URL/],
    [{ redirect_uris: [CALLBACK], client_type: 'public', require_pkce: false }, /require_pkce/],
    [{ redirect_uris: ['http://localhost/x'], skips_consent: true }, /skips_consent/],
  ];
  for (const [metadata, message] of faults) {
    assert.match(String(((await create(metadata)).refused as CallResult).message), message);
  }
});

test.run();
