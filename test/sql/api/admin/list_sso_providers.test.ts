// list_sso_providers: filters, and the paths of one provider.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, openSurface } from '../../../support/database/surface.ts';
import { ADMIN, createProvider } from '../sso/saml.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const GONE = [404, 'sso_provider_not_found', 'SSO Identity Provider not found'] as const;
const get = (id: unknown) => surface.call('get_sso_provider', { ...ADMIN, id });
const list = async (more: Args = {}) =>
  ((await surface.call('list_sso_providers', { ...ADMIN, ...more })).items as Args[]).map(({ id }) => id);

test('lists by resource id in any case, by prefix without wildcards, by domain; without the document', async () => {
  const one = await createProvider(surface, { resource_id: 'Corp-One', domains: ['one.example'] });
  await surface.advance(1);
  const two = await createProvider(surface, { resource_id: 'corp-two' });
  await surface.advance(1);
  const none = await createProvider(surface);
  assert.equal(await list(), [one.id, two.id, none.id]);
  assert.equal(await list({ resource_id: 'corp-ONE' }), [one.id]);
  assert.equal(await list({ resource_id: 'corp' }), []);
  assert.equal(await list({ resource_id_prefix: 'CORP-' }), [one.id, two.id]);
  assert.equal(await list({ resource_id_prefix: 'corp%' }), []);
  assert.equal(await list({ resource_id_prefix: 'corp_' }), []);
  assert.equal(await list({ resource_id: 'corp-one', resource_id_prefix: 'x' }), [one.id]);
  assert.equal(await list({ domain: 'ONE.example' }), [one.id]);
  const { items } = await surface.call('list_sso_providers', { ...ADMIN });
  assert.ok((items as { saml: Args }[]).every(({ saml }) => !('metadata_xml' in saml)));
  assert.is((await get('resource_CORP-one')).id, one.id);
  for (const id of ['resource_', 'resource_corp%', 'x', randomUUID()])
    await surface.refused('get_sso_provider', { ...ADMIN, id }, GONE);
});

test.run();
