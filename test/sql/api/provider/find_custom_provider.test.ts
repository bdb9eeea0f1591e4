// Tests of find_custom_provider.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { ADMIN, createArguments, oidcProvider } from '../admin/custom_provider.ts';
import { startFlow } from './flow.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('its definition with the sealed secret; equal at both ends of the flow', async () => {
  const one = await sql_api.call('create_custom_provider', createArguments(oidcProvider()));
  const provider = String(one.identifier);
  const definition = { ...one, client_secret: 'sealed' };
  assert.equal(await sql_api.call('find_custom_provider', { provider: provider.toUpperCase() }), definition);

  const id = '0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11';
  const flow = { id, provider, redirect_to: 'http://localhost:3000', verifier: 'v' };
  assert.equal(await sql_api.call('start_provider_flow', flow), { custom: definition });
  await sql_api.call('change_custom_provider', { ...ADMIN, id: one.id, provider: { enabled: false }, secret: 'new' });
  const taken = (await sql_api.call('consume_provider_flow', { id })) as { custom: Record<string, unknown> };
  assert.equal([taken.custom.client_secret, taken.custom.enabled], ['new', false]);
  assert.is(
    (await sql_api.call('consume_provider_flow', { id: await startFlow(sql_api.call, { taken: false }) })).custom,
    null,
  );
});

test('an unknown or disabled one is no provider; nothing is written', async () => {
  const { id, identifier } = await sql_api.call('create_custom_provider', createArguments(oidcProvider()));
  await sql_api.call('change_custom_provider', { ...ADMIN, id, provider: { enabled: false } });
  const off = [400, 'provider_disabled', `Custom provider "${identifier}" is disabled`] as const;
  const unknown = [400, 'validation_failed', 'Custom provider "custom:none" not found'] as const;
  const flow = { id: '0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d12', redirect_to: 'http://localhost:3000', verifier: 'v' };
  for (const [provider, expected] of [
    [identifier, off],
    ['custom:none', unknown],
  ] as const) {
    await sql_api.refused('find_custom_provider', { provider }, expected);
    await sql_api.refused('start_provider_flow', { ...flow, provider }, expected);
  }
  const tried = await sql_api.call('find_custom_provider', { provider: identifier, switched_off: true });
  assert.equal([tried.id, tried.enabled, tried.client_secret], [id, false, 'sealed']);
  for (const switched_off of [null, false])
    await sql_api.refused('find_custom_provider', { provider: identifier, switched_off }, off);
  await sql_api.refused('find_custom_provider', { provider: 'custom:none', switched_off: true }, unknown);
  await sql_api.refused('find_custom_provider', { provider: 'google', switched_off: true }, [
    400,
    'validation_failed',
    'Custom provider "google" not found',
  ]);
});

test.run();
