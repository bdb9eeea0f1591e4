// restore_sso_provider and list_kept_sso_providers: identity providers that an import from supabase/auth has stored in
// kept_rows.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  type ExpectedError,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider, newMetadata } from '../sso/saml.ts';
import { assertAdministratorsOnly } from './admin.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const keep = (source: string, data: CallArguments): Promise<unknown> =>
  sql`insert into auth.kept_rows (source, id, data, kept_at)
    values (${source}, ${String(data.id)}, ${data as never}::jsonb, now())`;

/** Stores the rows of a provider as an import does. Returns the arguments of restore_sso_provider(). */
async function createKeptProvider(
  o: { provider?: CallArguments; saml?: CallArguments; domains?: string[] } = {},
): Promise<CallArguments & { id: string }> {
  const id = randomUUID();
  const metadata = newMetadata();
  await keep('sso_providers', { id, resource_id: null, created_at: '2024-01-02T03:04:05+00:00', ...o.provider });
  await keep('saml_providers', {
    id: randomUUID(),
    sso_provider_id: id,
    entity_id: metadata.entity_id,
    metadata_xml: '<EntityDescriptor/>',
    metadata_url: null,
    attribute_mapping: { keys: { groups: { name: 'memberOf', array: true } } },
    name_id_format: null,
    ...o.saml,
  });
  const domains = (o.domains ?? []).map((domain) => ({ id: randomUUID(), domain }));
  for (const one of domains) await keep('sso_domains', { ...one, sso_provider_id: id });
  return { ...ADMIN, id, metadata, domains, settings: settings(), client };
}
const restore = (args: CallArguments): Promise<CallResult> => sql_api.call('restore_sso_provider', args);
const rowsOf = (id: string) =>
  sql_api.rows('auth.kept_rows', `t.id = '${id}' or t.data ->> 'sso_provider_id' = '${id}'`);

test('adds a provider with its former id and rights, and deletes its rows from kept_rows', async () => {
  const args = await createKeptProvider({
    provider: { resource_id: 'corp', disabled: true },
    saml: { metadata_url: 'https://idp.example.com/metadata', name_id_format: '' },
    domains: ['kept.example'],
  });
  const { items } = (await sql_api.call('list_kept_sso_providers', { ...ADMIN, settings: settings() })) as {
    items: CallResult[];
  };
  const { entity_id } = args.metadata as { entity_id: string };
  assert.equal(
    items.find(({ id }) => id === args.id),
    { id: args.id, entity_id, metadata_xml: '<EntityDescriptor/>', domains: args.domains },
  );
  const { provider, left } = (await restore(args)) as { provider: CallResult; left: string[] };
  assert.equal(
    [provider.id, provider.resource_id, provider.disabled, provider.email_domains, provider.created_at],
    [args.id, 'corp', true, 'any', '2024-01-02T03:04:05.0Z'],
  );
  const saml = provider.saml as CallResult;
  assert.equal(
    [saml.metadata_url, saml.name_id_format, saml.attribute_mapping],
    ['https://idp.example.com/metadata', undefined, { keys: { groups: { name: 'memberOf', array: true } } }],
  );
  const [domain] = provider.domains as CallResult[];
  assert.equal([domain?.domain, domain?.enforced, domain?.verified_at], ['kept.example', false, undefined]);
  assert.equal([left, await rowsOf(args.id)], [[], []]);
  assert.equal((await sql_api.audited())?.actions, ['sso_provider_created']);
  await sql_api.refused('restore_sso_provider', args, [
    404,
    'sso_provider_not_found',
    'SSO Identity Provider not found',
  ]);
});

test('domains that cannot belong to it stay in kept_rows', async () => {
  await createProvider(sql_api, { domains: ['taken.example'] });
  const args = await createKeptProvider({ domains: ['gmail.com', 'taken.example', 'x', 'mine.example'] });
  const { provider, left } = (await restore(args)) as { provider: CallResult; left: string[] };
  assert.equal(
    (provider.domains as CallResult[]).map(({ domain }) => domain),
    ['mine.example'],
  );
  assert.equal([...left].sort(), ['gmail.com', 'taken.example', 'x']);
  assert.equal(
    (await rowsOf(args.id)).map(({ source }) => source),
    ['sso_domains', 'sso_domains', 'sso_domains'],
  );
});

test('a provider that breaks a rule stays in kept_rows', async () => {
  const invalid = (message: string): ExpectedError => [400, 'validation_failed', message];
  const known = newMetadata();
  await createProvider(sql_api, {}, known);
  await createProvider(sql_api, { resource_id: 'used' });
  const NAME_ID =
    'name_id_format must be unspecified or one of urn:oasis:names:tc:SAML:2.0:nameid-format:persistent, urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress, urn:oasis:names:tc:SAML:2.0:nameid-format:transient, urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';
  for (const [what, expected] of [
    [{ saml: { metadata_url: 'x' } }, invalid('metadata_url is not a valid URL')],
    [{ saml: { metadata_url: 'http://idp.example.com' } }, invalid('metadata_url is not a HTTPS URL')],
    [{ saml: { name_id_format: 'x' } }, invalid(NAME_ID)],
    [
      { saml: { attribute_mapping: { keys: [] } } },
      invalid('attribute_mapping.keys must map claims to objects with name, names, default and array'),
    ],
    [{ provider: { resource_id: 'r'.repeat(256) } }, invalid('resource_id cannot be longer than 255 characters')],
    [
      { provider: { resource_id: 'USED' } },
      [422, 'conflict', 'Creating SSO provider failed, likely due to a conflict. Try again?'],
    ],
  ] as [Parameters<typeof createKeptProvider>[0], ExpectedError][]) {
    const args = await createKeptProvider(what);
    await sql_api.refused('restore_sso_provider', args, expected);
    assert.is((await rowsOf(args.id)).length, 2);
  }
  const same = await createKeptProvider({ saml: { entity_id: known.entity_id } });
  await sql_api.refused('restore_sso_provider', { ...same, metadata: known }, [
    422,
    'saml_idp_already_exists',
    `SAML Identity Provider with this EntityID (${known.entity_id}) already exists`,
  ]);
  const { entity_id } = same.metadata as { entity_id: string };
  await sql_api.refused('restore_sso_provider', same, [
    400,
    'saml_entity_id_mismatch',
    `SAML Metadata can be updated only if the EntityID matches for the provider; expected '${known.entity_id}' but got '${entity_id}'`,
  ]);
});

test('administrators only', async () => {
  await assertAdministratorsOnly(sql_api, 'restore_sso_provider', { id: randomUUID(), metadata: {}, domains: [] });
});

test.run();
