// get_sso_provider, and every function for administrators: other callers.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface, settings } from '../../../support/database/surface.ts';
import { ADMIN, createProvider } from '../sso/saml.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('by its id or resource id, with the document', async () => {
  const made = await createProvider(surface, { resource_id: 'Corp' });
  assert.is((made.saml as { metadata_xml: string }).metadata_xml, '<EntityDescriptor/>');
  for (const id of [made.id, 'resource_corp'])
    assert.equal(await surface.call('get_sso_provider', { ...ADMIN, id }), made);
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
    await surface.refused(name, { claims, settings: settings() }, [403, 'not_admin', 'User not allowed']);
});

test.run();
