// Tests of prepare_sso_provider.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, client, openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createArguments, createProvider, newMetadata } from '../sso/saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const URL = 'https://idp.example.com/metadata';
const GONE = [404, 'sso_provider_not_found', 'SSO Identity Provider not found'] as const;
const invalid = (message: string) => [400, 'validation_failed', message] as const;
const preparing = (provider: CallArguments, id: unknown = null) => ({ ...ADMIN, id, provider });

test('the members of a request, checked in order', async () => {
  const cases: [CallArguments, string][] = [
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
    const { provider, ...rest } = createArguments(given);
    await sql_api.refused('prepare_sso_provider', preparing(provider as CallArguments), invalid(message));
    await sql_api.refused('create_sso_provider', { ...rest, provider }, invalid(message));
  }
  const { id } = await createProvider(sql_api);
  for (const [given, message] of cases.slice(1).filter(([{ metadata_url }]) => metadata_url !== '')) {
    await sql_api.refused('prepare_sso_provider', preparing(given, id), invalid(message));
    await sql_api.refused('change_sso_provider', { ...ADMIN, id, provider: given, client }, invalid(message));
  }
});

test('returns id, metadata URL and entity id of a stored provider', async () => {
  const metadata = newMetadata();
  const { id } = await createProvider(sql_api, { metadata_xml: '', metadata_url: URL }, metadata);
  const { entity_id } = metadata;
  assert.equal(await sql_api.call('prepare_sso_provider', preparing({}, id)), { id, metadata_url: URL, entity_id });
  await sql_api.refused('prepare_sso_provider', preparing({}, randomUUID()), GONE);
});

test.run();
