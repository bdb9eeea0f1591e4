// Tests of create_sso_provider.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallResult, client, openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createArguments, createProvider, newMetadata } from '../sso/saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const invalid = (message: string) => [400, 'validation_failed', message] as const;
const get = (id: unknown) => sql_api.call('get_sso_provider', { ...ADMIN, id });

/** Returns the value of the TXT record of the provider's domain `n`. Asserts its form, because the value is random. */
function verificationRecord(provider: CallResult, n: number): string {
  const domain = (provider.domains as { verification: { value: string } }[])[n];
  const value = domain?.verification.value ?? '';
  assert.match(value, /^postern-verification=[0-9a-f]{32}$/);
  return value;
}

test('a new provider, in the format of the API', async () => {
  const metadata = newMetadata();
  const made = await createProvider(sql_api, { domains: ['Example.COM.', 'example.com', 'b.example'] }, metadata);
  assert.equal(made, {
    id: made.id,
    disabled: null,
    just_in_time: true,
    require_signed: 'either',
    force_authn: false,
    sign_requests: true,
    saml: {
      entity_id: metadata.entity_id,
      metadata_xml: metadata.xml,
      attribute_mapping: {},
      metadata: {
        sso_url: metadata.sso_url,
        fetched_at: sql_api.now(),
        certificates: [{ sha256: 'a'.repeat(64), not_after: '2040-01-01T00:00:00.000Z' }],
      },
    },
    domains: ['b.example', 'example.com'].map((domain, n) => ({
      domain,
      enforced: false,
      verification: { name: `_postern.${domain}`, value: verificationRecord(made, n) },
    })),
    created_at: sql_api.now(),
    updated_at: sql_api.now(),
  });
  const entry = await sql_api.audited();
  assert.equal(
    [entry?.actions, entry?.traits],
    [
      ['sso_provider_created'],
      { provider: `sso:${made.id}`, entity_id: metadata.entity_id, new_certificates: ['a'.repeat(64)] },
    ],
  );
  assert.equal(await get(made.id), made);
  await sql_api.call('delete_sso_provider', { ...ADMIN, id: made.id, client });
});

test('domains: invalid, public, too many, taken', async () => {
  const owner = await createProvider(sql_api, { domains: ['taken.example'] });
  const { id } = await createProvider(sql_api);
  for (const [domains, expected] of [
    [['no domain'], invalid("SSO domain 'no domain' is not a domain")],
    [['example'], invalid("SSO domain 'example' is not a domain")],
    [['münchen.example'], invalid("SSO domain 'münchen.example' is not a domain")],
    [['GMail.com'], invalid("SSO domain 'gmail.com' gives mailboxes to everybody")],
    [Array.from({ length: 101 }, (_, n) => `d${n}.example`), invalid('A provider can have at most 100 domains')],
  ] as const) {
    await sql_api.refused('create_sso_provider', createArguments({ domains }), expected);
    await sql_api.refused('change_sso_provider', { ...ADMIN, id, provider: { domains }, client }, expected);
  }
  const taken = { domains: ['free.example', 'TAKEN.example'] };
  await sql_api.refused('create_sso_provider', createArguments(taken), [
    400,
    'sso_domain_already_exists',
    `SSO Domain 'taken.example' is already assigned to an SSO identity provider (${owner.id})`,
  ]);
  await sql_api.refused('change_sso_provider', { ...ADMIN, id, provider: taken, client }, [
    400,
    'sso_domain_already_exists',
    `SSO domain 'taken.example' already assigned to another provider (${owner.id})`,
  ]);
});

test('the entity id is checked before the domains', async () => {
  const metadata = newMetadata();
  const { id } = await createProvider(sql_api, { domains: ['ordered.example'] }, metadata);
  const { id: other, saml } = await createProvider(sql_api);
  const provider = { domains: ['ordered.example', 'no domain'] };
  await sql_api.refused('create_sso_provider', createArguments(provider, { ...metadata }), [
    422,
    'saml_idp_already_exists',
    `SAML Identity Provider with this EntityID (${metadata.entity_id}) already exists`,
  ]);
  const { entity_id } = saml as { entity_id: string };
  await sql_api.refused('change_sso_provider', { ...ADMIN, id: other, provider, metadata, client }, [
    400,
    'saml_entity_id_mismatch',
    `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${entity_id}' but got '${metadata.entity_id}'`,
  ]);
  const { items } = await sql_api.call('list_sso_providers', { ...ADMIN, domain: 'ordered.example' });
  assert.equal(
    (items as { id: unknown }[]).map((one) => one.id),
    [id],
  );
});

test('an entity id and a resource id belong to one provider', async () => {
  const metadata = newMetadata();
  const { id } = await createProvider(sql_api, { resource_id: 'mine' }, metadata);
  await sql_api.refused('create_sso_provider', createArguments({}, { ...metadata }), [
    422,
    'saml_idp_already_exists',
    `SAML Identity Provider with this EntityID (${metadata.entity_id}) already exists`,
  ]);
  await sql_api.refused('create_sso_provider', createArguments({ resource_id: 'MINE' }), [
    422,
    'conflict',
    'Creating SSO provider failed, likely due to a conflict. Try again?',
  ]);
  const other = await createProvider(sql_api);
  await sql_api.refused('change_sso_provider', { ...ADMIN, id: other.id, provider: { resource_id: 'Mine' }, client }, [
    422,
    'conflict',
    'Updating SSO provider failed, likely due to a conflict. Try again?',
  ]);
  const foreign = newMetadata();
  await sql_api.refused('change_sso_provider', { ...ADMIN, id, provider: {}, metadata: foreign, client }, [
    400,
    'saml_entity_id_mismatch',
    `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${metadata.entity_id}' but got '${foreign.entity_id}'`,
  ]);
});

test.run();
