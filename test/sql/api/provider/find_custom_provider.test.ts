// find_custom_provider: the complete definition for the gateway, including its sealed secret, unless it is disabled.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { ADMIN, creating, oidc } from '../admin/custom_provider.ts';
import { startFlow } from './flow.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('its definition with the sealed secret; equal at both ends of the flow', async () => {
  const one = await surface.call('create_custom_provider', creating(oidc()));
  const provider = String(one.identifier);
  const definition = { ...one, client_secret: 'sealed' };
  assert.equal(await surface.call('find_custom_provider', { provider: provider.toUpperCase() }), definition);

  const id = '0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11';
  const flow = { id, provider, redirect_to: 'http://localhost:3000', verifier: 'v' };
  assert.equal(await surface.call('start_provider_flow', flow), { custom: definition });
  await surface.call('change_custom_provider', { ...ADMIN, id: one.id, provider: { enabled: false }, secret: 'new' });
  const taken = (await surface.call('consume_provider_flow', { id })) as { custom: Record<string, unknown> };
  assert.equal([taken.custom.client_secret, taken.custom.enabled], ['new', false]);
  assert.is(
    (await surface.call('consume_provider_flow', { id: await startFlow(surface.call, { taken: false }) })).custom,
    null,
  );
});

test('an unknown or disabled one is no provider; nothing is written', async () => {
  const { id, identifier } = await surface.call('create_custom_provider', creating(oidc()));
  await surface.call('change_custom_provider', { ...ADMIN, id, provider: { enabled: false } });
  const off = [400, 'provider_disabled', `Custom provider "${identifier}" is disabled`] as const;
  const unknown = [400, 'validation_failed', 'Custom provider "custom:none" not found'] as const;
  const flow = { id: '0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d12', redirect_to: 'http://localhost:3000', verifier: 'v' };
  for (const [provider, expected] of [
    [identifier, off],
    ['custom:none', unknown],
  ] as const) {
    await surface.refused('find_custom_provider', { provider }, expected);
    await surface.refused('start_provider_flow', { ...flow, provider }, expected);
  }
  const tried = await surface.call('find_custom_provider', { provider: identifier, switched_off: true });
  assert.equal([tried.id, tried.enabled, tried.client_secret], [id, false, 'sealed']);
  for (const switched_off of [null, false])
    await surface.refused('find_custom_provider', { provider: identifier, switched_off }, off);
  await surface.refused('find_custom_provider', { provider: 'custom:none', switched_off: true }, unknown);
  await surface.refused('find_custom_provider', { provider: 'google', switched_off: true }, [
    400,
    'validation_failed',
    'Custom provider "google" not found',
  ]);
});

test.run();
