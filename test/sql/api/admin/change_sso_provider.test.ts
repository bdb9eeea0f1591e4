// Tests of change_sso_provider.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, client, openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider, newMetadata } from '../sso/saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const URL = 'https://idp.example.com/metadata';
const GONE = [404, 'sso_provider_not_found', 'SSO Identity Provider not found'] as const;
const change = (id: unknown, provider: CallArguments, metadata: CallArguments | null = null) =>
  sql_api.call('change_sso_provider', { ...ADMIN, id, provider, metadata, client });

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
  const before = await createProvider(sql_api, full);
  assert.equal((before.saml as CallArguments).attribute_mapping, full.attribute_mapping);
  await sql_api.advance(5);
  assert.equal(await change(before.id, {}), { ...before, updated_at: sql_api.now() });
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
  assert.equal(
    [(after.saml as CallArguments).name_id_format, (after.saml as CallArguments).attribute_mapping],
    [undefined, {}],
  );
  const entry = await sql_api.audited();
  assert.equal(entry?.actions, ['sso_provider_changed']);
  assert.equal((entry?.traits as CallArguments | undefined)?.changed, [
    'attribute_mapping',
    'disabled',
    'domains',
    'email_domains',
    'name',
    'name_id_format',
    'resource_id',
  ]);
  await sql_api.refused('change_sso_provider', { ...ADMIN, id: randomUUID(), provider: {}, client }, GONE);
});

test('metadata as XML replace an address; changed certificates are audited', async () => {
  const metadata = newMetadata();
  const { id } = await createProvider(sql_api, { metadata_xml: '', metadata_url: URL }, metadata);
  const rolled = { ...metadata, certificates: [{ der: 'BBBB', sha256: 'b'.repeat(64) }], xml: '<new/>' };
  const after = await change(id, { metadata_xml: '<new/>' }, rolled);
  assert.equal(
    [(after.saml as CallArguments).metadata_url, (after.saml as CallArguments).metadata_xml],
    [undefined, '<new/>'],
  );
  const traits = (await sql_api.audited())?.traits as CallArguments;
  assert.equal([traits.old_certificates, traits.new_certificates], [['a'.repeat(64)], ['b'.repeat(64)]]);
  const [row] = await sql_api.rows('auth.sso_providers', `t.id = '${id}'`);
  assert.is(row?.next_fetch_at, null);
});

test.run();
