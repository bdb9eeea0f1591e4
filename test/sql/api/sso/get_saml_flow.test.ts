// Tests of get_saml_flow.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { ADMIN, createProvider, PKCE, startFlow } from './saml.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const GONE = [404, 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?'] as const;
/** Redirect target of the flow, which the errors of a known flow contain. */
const TARGET = { redirect_to: 'http://localhost:3000' };
const OFF = [
  404,
  'sso_provider_disabled',
  'SSO Provider assigned for this domain is currently disabled',
  TARGET,
] as const;

test('reads the flow and changes nothing', async () => {
  const provider = await createProvider(sql_api);
  const id = await startFlow(sql_api, provider.id, PKCE);
  for (const _ of [1, 2]) {
    const tables = await sql_api.changes(async () => {
      const found = await sql_api.call('get_saml_flow', { id });
      assert.equal([found.redirect_to, (found.provider as { id: string }).id], ['http://localhost:3000', provider.id]);
    });
    assert.equal(tables, []);
  }
});

test('refuses an unknown, an expired and another flow, and a disabled or deleted provider', async () => {
  await sql_api.refused('get_saml_flow', { id: randomUUID() }, GONE);
  const oauth = randomUUID();
  await sql_api.call('start_provider_flow', { id: oauth, provider: 'github', verifier: 'x', redirect_to: '' });
  await sql_api.refused('get_saml_flow', { id: oauth }, GONE);
  const { id: provider_id } = await createProvider(sql_api);
  const id = await startFlow(sql_api, provider_id);
  await sql_api.advance(600);
  assert.ok(await sql_api.call('get_saml_flow', { id }));
  await sql_api.advance(1);
  const late = [422, 'saml_relay_state_expired', 'SAML RelayState has expired. Try logging in again?', TARGET] as const;
  await sql_api.refused('get_saml_flow', { id }, late);
  const longer = { settings: settings({ saml_relay_state_validity_period: 3600 }) };
  assert.ok(await sql_api.call('get_saml_flow', { id, ...longer }));
  await sql_api.call('change_sso_provider', { ...ADMIN, id: provider_id, provider: { disabled: true }, client: {} });
  await sql_api.refused('get_saml_flow', { id, ...longer }, OFF);
  await sql_api.db.sql`delete from auth.sso_providers where id = ${String(provider_id)}`;
  await sql_api.refused('get_saml_flow', { id, ...longer }, GONE);
});

test.run();
