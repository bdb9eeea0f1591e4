// list_scim_tokens returns tokens without their secrets.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider } from '../sso/saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { id } = await createProvider(sql_api);

test('lists the tokens of one provider, the oldest first', async () => {
  const first = await sql_api.call('create_scim_token', { ...ADMIN, id, name: 'a', client });
  await sql_api.advance(1);
  const second = await sql_api.call('create_scim_token', { ...ADMIN, id, name: 'b', client });
  await sql_api.call('create_scim_token', { ...ADMIN, id: (await createProvider(sql_api)).id, name: 'c', client });
  assert.equal(await sql_api.call('list_scim_tokens', { ...ADMIN, id }), { tokens: [first, second] });
  const missing = [404, 'sso_provider_not_found', 'SSO Identity Provider not found'] as const;
  await sql_api.refused('list_scim_tokens', { ...ADMIN, id: randomUUID() }, missing);
});

test.run();
