// change_sso_provider: what is kept, what is removed, and changed metadata.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, client, openSurface } from '../../../support/database/surface.ts';
import { ADMIN, createProvider, metadataOf } from '../sso/saml.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const URL = 'https://idp.example.com/metadata';
const GONE = [404, 'sso_provider_not_found', 'SSO Identity Provider not found'] as const;
const change = (id: unknown, provider: Args, metadata: Args | null = null) =>
  surface.call('change_sso_provider', { ...ADMIN, id, provider, metadata, client });

test('a change keeps what is absent, an empty text removes', async () => {
  const full = {
    resource_id: 'full',
    name: 'Full',
    domains: ['full.example'],
    email_domains: 'own',
    idp_initiated: true,
    just_in_time: false,
    name_id_format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    attribute_mapping: { keys: { team: { names: ['a', 'b'], array: true, default: [] } } },
  };
  const before = await createProvider(surface, full);
  assert.equal((before.saml as Args).attribute_mapping, full.attribute_mapping);
  await surface.advance(5);
  assert.equal(await change(before.id, {}), { ...before, updated_at: surface.now() });
  assert.equal((await change(before.id, { domains: null, attribute_mapping: {} })).domains, before.domains);
  const after = await change(`resource_FULL`, {
    resource_id: '',
    name: '',
    domains: [],
    email_domains: '',
    name_id_format: '',
    disabled: false,
    attribute_mapping: { keys: {} },
  });
  assert.equal(
    [after.resource_id, after.name, after.domains, after.email_domains, after.disabled, after.just_in_time],
    [undefined, undefined, [], undefined, false, false],
  );
  assert.equal([(after.saml as Args).name_id_format, (after.saml as Args).attribute_mapping], [undefined, {}]);
  const entry = await surface.audited();
  assert.equal(entry?.actions, ['sso_provider_changed']);
  assert.equal((entry?.traits as Args | undefined)?.changed, [
    'attribute_mapping',
    'disabled',
    'domains',
    'email_domains',
    'name',
    'name_id_format',
    'resource_id',
  ]);
  await surface.refused('change_sso_provider', { ...ADMIN, id: randomUUID(), provider: {}, client }, GONE);
});

test('metadata as XML replace an address; changed certificates are audited', async () => {
  const metadata = metadataOf();
  const { id } = await createProvider(surface, { metadata_xml: '', metadata_url: URL }, metadata);
  const rolled = { ...metadata, certificates: [{ der: 'BBBB', sha256: 'b'.repeat(64) }], xml: '<new/>' };
  const after = await change(id, { metadata_xml: '<new/>' }, rolled);
  assert.equal([(after.saml as Args).metadata_url, (after.saml as Args).metadata_xml], [undefined, '<new/>']);
  const traits = (await surface.audited())?.traits as Args;
  assert.equal([traits.old_certificates, traits.new_certificates], [['a'.repeat(64)], ['b'.repeat(64)]]);
  const [row] = await surface.rows('auth.sso_providers', `t.id = '${id}'`);
  assert.is(row?.next_fetch_at, null);
});

test.run();
