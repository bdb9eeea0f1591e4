// Tests of find_saml_provider.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider } from './saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const OFF = [404, 'sso_provider_disabled', 'SSO Provider assigned for this domain is currently disabled'] as const;

test('finds a provider by the issuer of a response', async () => {
  const provider = await createProvider(sql_api, { idp_initiated: true });
  const { entity_id } = provider.saml as { entity_id: string };
  const { provider: found } = await sql_api.call('find_saml_provider', { entity_id });
  assert.equal(
    [(found as { id: string }).id, (found as { idp_initiated: boolean }).idp_initiated],
    [provider.id, true],
  );
  const unknown = [
    404,
    'saml_idp_not_found',
    'A SAML connection has not been established with this Identity Provider',
  ] as const;
  for (const other of [entity_id.toUpperCase(), '', 'x'])
    await sql_api.refused('find_saml_provider', { entity_id: other }, unknown);
  await sql_api.call('change_sso_provider', { ...ADMIN, id: provider.id, provider: { disabled: true }, client: {} });
  await sql_api.refused('find_saml_provider', { entity_id }, OFF);
});

test.run();
