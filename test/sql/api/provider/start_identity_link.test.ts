// GET /user/identities/authorize: the user of the new identity.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmed, openSurface, settings } from '../../../support/database/surface.ts';
import { creating, oauth2 } from '../admin/custom_provider.ts';
import { protectedPerson } from '../factor/factors.ts';
import { startFlow } from './flow.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('the flow belongs to the caller', async () => {
  const { id, claims } = await confirmed(surface);
  const flow = await startFlow(surface.call, { args: { claims }, taken: false });
  const [row] = await surface.rows('auth.flow_states', `t.id = '${flow}'`);
  assert.is(row?.linking_user_id, id);
});

test('of another audience, or signed out', async () => {
  const { claims } = await confirmed(surface);
  const base = { claims, provider: 'github', settings: settings() };
  const other = [403, 'unexpected_audience', "Token audience doesn't match request audience"] as const;
  await surface.refused('start_identity_link', { ...base, audience: 'elsewhere' }, other);
  await surface.call('sign_out', { claims, settings: settings() });
  const gone = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'] as const;
  await surface.refused('start_identity_link', base, gone);
});

test('a session without the second factor cannot link', async () => {
  const { weak } = await protectedPerson(surface);
  const base = { claims: weak, provider: 'github', settings: settings() };
  const message = 'AAL2 session is required to link or unlink identities when MFA is enabled';
  await surface.refused('start_identity_link', base, [403, 'insufficient_aal', message]);
});

test('rejects an unknown or disabled custom provider', async () => {
  const { claims } = await confirmed(surface);
  const base = { claims, provider: 'custom:none', settings: settings() };
  const unknown = [400, 'validation_failed', 'Custom provider "custom:none" not found'] as const;
  await surface.refused('start_identity_link', base, unknown);
  const given = oauth2({ enabled: false });
  await surface.call('create_custom_provider', creating(given));
  const off = [400, 'provider_disabled', `Custom provider "${String(given.identifier)}" is disabled`] as const;
  await surface.refused('start_identity_link', { ...base, provider: given.identifier }, off);
});

test.run();
