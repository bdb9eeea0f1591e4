// Tests of list_sign_in_providers.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createArguments, oauth2Provider, oidcProvider } from '../admin/custom_provider.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const list = async () =>
  (await sql_api.call('list_sign_in_providers', {})) as unknown as { providers: Record<string, unknown>[] };

test('lists name and identifier of the enabled providers alone, by name', async () => {
  assert.equal(await list(), { providers: [] });
  const [second, first, off] = [
    oidcProvider({ name: 'Northwind' }),
    oauth2Provider({ name: 'Acme' }),
    oidcProvider({ name: 'Closed' }),
  ];
  for (const provider of [second, first]) await sql_api.call('create_custom_provider', createArguments(provider));
  const { id } = await sql_api.call('create_custom_provider', createArguments(off));
  await sql_api.call('change_custom_provider', { ...ADMIN, id, provider: { enabled: false } });
  assert.equal(await list(), {
    providers: [
      { identifier: first.identifier, name: 'Acme' },
      { identifier: second.identifier, name: 'Northwind' },
    ],
  });
});

test('lists at most 100, and reads no more', async () => {
  await sql_api.db.sql`
    insert into auth.custom_providers (id, identifier, provider_type, name, client_id, client_secret, authorization_url,
      token_url, userinfo_url, created_at, updated_at)
    select gen_random_uuid(), 'custom:many-' || n, 'oauth2', 'Many ' || n, 'client', 'sealed', 'https://a.example',
      'https://a.example', 'https://a.example', now(), now() from generate_series(1, 500) as n`;
  assert.is((await list()).providers.length, 100);
  await sql_api.db.sql`analyze auth.custom_providers`;
  const [plan] = await sql_api.db.sql.unsafe(`explain (format json) select e.identifier, e.name
    from auth.custom_providers as e where e.enabled order by e.name, e.identifier limit 100`);
  assert.match(JSON.stringify(plan), 'custom_providers_enabled_idx');
  assert.not.match(JSON.stringify(plan), 'Seq Scan');
});

test.run();
