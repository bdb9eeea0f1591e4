// create_sso_provider: a new identity provider, its domains and names.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, openSurface } from '../../../support/database/surface.ts';
import { ADMIN, createProvider, creating, metadataOf } from '../sso/saml.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const invalid = (message: string) => [400, 'validation_failed', message] as const;
const get = (id: unknown) => surface.call('get_sso_provider', { ...ADMIN, id });

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

test.run();
