// POST /sso/saml/acs before the response is verified: the flow.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface, settings } from '../../../support/database/surface.ts';
import { ADMIN, begun, createProvider, PKCE } from './saml.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const GONE = [404, 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?'] as const;
const OFF = [404, 'sso_provider_disabled', 'SSO Provider assigned for this domain is currently disabled'] as const;

test('reads the flow and changes nothing', async () => {
  const provider = await createProvider(surface);
  const id = await begun(surface, provider.id, PKCE);
  for (const _ of [1, 2]) {
    const tables = await surface.changes(async () => {
      const found = await surface.call('get_saml_flow', { id });
      assert.equal([found.redirect_to, (found.provider as { id: string }).id], ['http://localhost:3000', provider.id]);
    });
    assert.equal(tables, []);
  }
});

test('refuses an unknown, an expired and another flow, and a disabled or deleted provider', async () => {
  await surface.refused('get_saml_flow', { id: randomUUID() }, GONE);
  const oauth = randomUUID();
  await surface.call('start_provider_flow', { id: oauth, provider: 'github', verifier: 'x', redirect_to: '' });
  await surface.refused('get_saml_flow', { id: oauth }, GONE);
  const { id: provider_id } = await createProvider(surface);
  const id = await begun(surface, provider_id);
  await surface.advance(600);
  assert.ok(await surface.call('get_saml_flow', { id }));
  await surface.advance(1);
  const late = [422, 'saml_relay_state_expired', 'SAML RelayState has expired. Try logging in again?'] as const;
  await surface.refused('get_saml_flow', { id }, late);
  const longer = { settings: settings({ saml_relay_state_validity_period: 3600 }) };
  assert.ok(await surface.call('get_saml_flow', { id, ...longer }));
  await surface.call('change_sso_provider', { ...ADMIN, id: provider_id, provider: { disabled: true }, client: {} });
  await surface.refused('get_saml_flow', { id, ...longer }, OFF);
  await surface.db.sql`delete from auth.sso_providers where id = ${String(provider_id)}`;
  await surface.refused('get_saml_flow', { id, ...longer }, GONE);
});

test.run();
