// get_sso_provider, and the check of the caller in every administrative SSO function.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider } from '../sso/saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('by its id or resource id, with the document', async () => {
  const made = await createProvider(sql_api, { resource_id: 'Corp' });
  assert.is((made.saml as { metadata_xml: string }).metadata_xml, '<EntityDescriptor/>');
  for (const id of [made.id, 'resource_corp'])
    assert.equal(await sql_api.call('get_sso_provider', { ...ADMIN, id }), made);
});

test('rejects other callers', async () => {
  const claims = { role: 'authenticated', exp: 4e9 };
  for (const name of [
    'list_sso_providers',
    'get_sso_provider',
    'prepare_sso_provider',
    'create_sso_provider',
    'change_sso_provider',
    'delete_sso_provider',
  ])
    await sql_api.refused(name, { claims, settings: settings() }, [403, 'not_admin', 'User not allowed']);
});

test.run();
