// delete_scim_token deletes a token of the given provider, once.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider } from '../sso/saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { id } = await createProvider(sql_api);

test('deletes a token of this provider, once', async () => {
  const { id: token_id } = await sql_api.call('create_scim_token', { ...ADMIN, id, name: 'a', client });
  const missing = [404, 'scim_token_not_found', 'SCIM token not found'] as const;
  const other = await createProvider(sql_api);
  await sql_api.refused('delete_scim_token', { ...ADMIN, id: other.id, token_id, client }, missing);
  await sql_api.call('delete_scim_token', { ...ADMIN, id, token_id, client });
  assert.equal((await sql_api.audited())?.actions, ['scim_token_deleted']);
  await sql_api.refused('delete_scim_token', { ...ADMIN, id, token_id, client }, missing);
  const unknown = [404, 'sso_provider_not_found', 'SSO Identity Provider not found'] as const;
  await sql_api.refused('delete_scim_token', { ...ADMIN, id: randomUUID(), token_id, client }, unknown);
});

test.run();
