// list_kept_sso_providers: identity providers that an import has stored in kept_rows. restore_sso_provider.test.ts adds
// them.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN } from '../sso/saml.ts';
import { assertAdministratorsOnly } from './admin.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('lists providers that have SAML, with their domains', async () => {
  const list = () => sql_api.call('list_kept_sso_providers', { ...ADMIN, settings: settings() });
  assert.equal(await list(), { items: [] });
  const [id, other, domain] = [randomUUID(), randomUUID(), randomUUID()];
  for (const [source, data] of [
    ['sso_providers', { id }],
    ['sso_providers', { id: other }],
    [
      'saml_providers',
      { id: randomUUID(), sso_provider_id: id, entity_id: 'https://idp.example', metadata_xml: '<x/>' },
    ],
    ['sso_domains', { id: domain, sso_provider_id: id, domain: 'kept.example' }],
    ['sso_domains', { id: randomUUID(), sso_provider_id: other, domain: 'other.example' }],
  ] as const)
    await sql_api.db.sql`insert into auth.kept_rows (source, id, data, kept_at)
      values (${source}, ${data.id}, ${data as never}::jsonb, now())`;
  assert.equal(await list(), {
    items: [
      { id, entity_id: 'https://idp.example', metadata_xml: '<x/>', domains: [{ id: domain, domain: 'kept.example' }] },
    ],
  });
});

test('administrators only', async () => {
  await assertAdministratorsOnly(sql_api, 'list_kept_sso_providers', {});
});

test.run();
