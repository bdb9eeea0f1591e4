// Providers of single sign-on for administrators: created, listed, read, changed, deleted, and every error.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, client, openSurface, settings } from '../../../support/database/surface.ts';
import { ADMIN, assertionOf, begun, createProvider, creating, finishing, metadataOf } from '../sso/saml.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const URL = 'https://idp.example.com/metadata';
const GONE = [404, 'sso_provider_not_found', 'SSO Identity Provider not found'] as const;
const invalid = (message: string) => [400, 'validation_failed', message] as const;
const get = (id: unknown) => surface.call('get_sso_provider', { ...ADMIN, id });
const list = async (more: Args = {}) =>
  ((await surface.call('list_sso_providers', { ...ADMIN, ...more })).items as Args[]).map(({ id }) => id);
const change = (id: unknown, provider: Args, metadata: Args | null = null) =>
  surface.call('change_sso_provider', { ...ADMIN, id, provider, metadata, client });
const preparing = (provider: Args, id: unknown = null) => ({ ...ADMIN, id, provider });

test('a new provider, in the format of the API', async () => {
  const metadata = metadataOf();
  const made = await createProvider(surface, { domains: ['Example.COM.', 'example.com', 'b.example'] }, metadata);
  assert.equal(made, {
    id: made.id,
    disabled: null,
    just_in_time: true,
    require_signed: 'either',
    force_authn: false,
    saml: {
      entity_id: metadata.entity_id,
      metadata_xml: metadata.xml,
      attribute_mapping: {},
      metadata: {
        sso_url: metadata.sso_url,
        fetched_at: surface.now(),
        certificates: [{ sha256: 'a'.repeat(64), not_after: '2040-01-01T00:00:00.000Z' }],
      },
    },
    domains: [{ domain: 'b.example' }, { domain: 'example.com' }],
    created_at: surface.now(),
    updated_at: surface.now(),
  });
  const entry = await surface.audited();
  assert.equal(
    [entry?.actions, entry?.traits],
    [
      ['sso_provider_created'],
      { provider: `sso:${made.id}`, entity_id: metadata.entity_id, new_certificates: ['a'.repeat(64)] },
    ],
  );
  assert.equal(await get(made.id), made);
  await surface.call('delete_sso_provider', { ...ADMIN, id: made.id, client });
});

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

test('the members of a request, checked in order', async () => {
  const cases: [Args, string][] = [
    [{ type: 'oidc' }, "Only 'saml' supported for SSO provider type"],
    [{ metadata_url: URL, metadata_xml: 'x' }, 'Only one of metadata_xml or metadata_url needs to be set'],
    [{ metadata_url: '', metadata_xml: '' }, 'Either metadata_xml or metadata_url must be set'],
    [{ metadata_url: 'nothing', metadata_xml: '' }, 'metadata_url is not a valid URL'],
    [{ metadata_url: 'http://idp.example.com/', metadata_xml: '' }, 'metadata_url is not a HTTPS URL'],
    [
      { name_id_format: 'x' },
      'name_id_format must be unspecified or one of urn:oasis:names:tc:SAML:2.0:nameid-format:persistent, ' +
        'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress, urn:oasis:names:tc:SAML:2.0:nameid-format:transient, ' +
        'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    ],
    [{ name: 'x'.repeat(256) }, 'name cannot be longer than 255 characters'],
    [{ resource_id: 'x'.repeat(256) }, 'resource_id cannot be longer than 255 characters'],
    [{ email_domains: 'all' }, 'email_domains must be own or any'],
    [{ require_signed: 'none' }, 'require_signed must be either or assertion'],
  ];
  const mapping = 'attribute_mapping.keys must map claims to objects with name, names, default and array';
  for (const keys of [
    [],
    'x',
    { a: 'x' },
    { a: { name: 1 } },
    { a: { names: [1] } },
    { a: { array: 'x' } },
    { a: { other: 1 } },
    { '': {} },
  ])
    cases.push([{ attribute_mapping: { keys } }, mapping]);
  for (const [given, message] of cases) {
    const { provider, ...rest } = creating(given);
    await surface.refused('prepare_sso_provider', preparing(provider as Args), invalid(message));
    await surface.refused('create_sso_provider', { ...rest, provider }, invalid(message));
  }
  const { id } = await createProvider(surface);
  for (const [given, message] of cases.slice(1).filter(([{ metadata_url }]) => metadata_url !== '')) {
    await surface.refused('prepare_sso_provider', preparing(given, id), invalid(message));
    await surface.refused('change_sso_provider', { ...ADMIN, id, provider: given, client }, invalid(message));
  }
});

test('prepare tells the stored address of the metadata', async () => {
  const metadata = metadataOf();
  const { id } = await createProvider(surface, { metadata_xml: '', metadata_url: URL }, metadata);
  const { entity_id } = metadata;
  assert.equal(await surface.call('prepare_sso_provider', preparing({}, id)), { id, metadata_url: URL, entity_id });
  await surface.refused('prepare_sso_provider', preparing({}, randomUUID()), GONE);
});

test('domains: invalid, public, too many, taken', async () => {
  const owner = await createProvider(surface, { domains: ['taken.example'] });
  const { id } = await createProvider(surface);
  for (const [domains, expected] of [
    [['no domain'], invalid("SSO domain 'no domain' is not a domain")],
    [['example'], invalid("SSO domain 'example' is not a domain")],
    [['münchen.example'], invalid("SSO domain 'münchen.example' is not a domain")],
    [['GMail.com'], invalid("SSO domain 'gmail.com' gives mailboxes to everybody")],
    [Array.from({ length: 101 }, (_, n) => `d${n}.example`), invalid('A provider can have at most 100 domains')],
  ] as const) {
    await surface.refused('create_sso_provider', creating({ domains }), expected);
    await surface.refused('change_sso_provider', { ...ADMIN, id, provider: { domains }, client }, expected);
  }
  const taken = { domains: ['free.example', 'TAKEN.example'] };
  await surface.refused('create_sso_provider', creating(taken), [
    400,
    'sso_domain_already_exists',
    `SSO Domain 'taken.example' is already assigned to an SSO identity provider (${owner.id})`,
  ]);
  await surface.refused('change_sso_provider', { ...ADMIN, id, provider: taken, client }, [
    400,
    'sso_domain_already_exists',
    `SSO domain 'taken.example' already assigned to another provider (${owner.id})`,
  ]);
});

test('an entity id and a resource id belong to one provider', async () => {
  const metadata = metadataOf();
  const { id } = await createProvider(surface, { resource_id: 'mine' }, metadata);
  await surface.refused('create_sso_provider', creating({}, { ...metadata }), [
    422,
    'saml_idp_already_exists',
    `SAML Identity Provider with this EntityID (${metadata.entity_id}) already exists`,
  ]);
  await surface.refused('create_sso_provider', creating({ resource_id: 'MINE' }), [
    422,
    'conflict',
    'Creating SSO provider failed, likely due to a conflict. Try again?',
  ]);
  const other = await createProvider(surface);
  await surface.refused('change_sso_provider', { ...ADMIN, id: other.id, provider: { resource_id: 'Mine' }, client }, [
    422,
    'conflict',
    'Updating SSO provider failed, likely due to a conflict. Try again?',
  ]);
  const foreign = metadataOf();
  await surface.refused('change_sso_provider', { ...ADMIN, id, provider: {}, metadata: foreign, client }, [
    400,
    'saml_entity_id_mismatch',
    `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${metadata.entity_id}' but got '${foreign.entity_id}'`,
  ]);
});

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
  assert.equal((entry?.traits as Args).changed, [
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

test('deleting ends flows and sessions of the provider, and keeps accounts', async () => {
  for (const end_sessions of [null, false]) {
    const provider = await createProvider(surface);
    const assertion = assertionOf();
    await surface.call('finish_saml_flow', finishing(provider.id, null, assertion));
    await begun(surface, provider.id);
    const gone = await surface.call('delete_sso_provider', { ...ADMIN, id: provider.id, end_sessions, client });
    assert.equal(gone, provider);
    const [session] = await surface.db.sql`
      select s.revoked_reason from auth.sessions as s join auth.users as u on u.id = s.user_id
      where u.email = ${String(assertion.email)}`;
    assert.is(session?.revoked_reason, end_sessions === false ? null : 'admin');
    assert.equal(await surface.rows('auth.flow_states', `t.provider = 'sso:${provider.id}'`), []);
    assert.equal((await surface.audited())?.actions, ['sso_provider_deleted']);
    await surface.refused('delete_sso_provider', { ...ADMIN, id: provider.id, client }, GONE);
  }
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
