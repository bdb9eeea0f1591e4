// GET /user/identities/authorize: whose new identity it will be.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmed, openSurface, settings } from '../../../support/surface.ts';
import { begun } from './flow.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('the flow belongs to who asks', async () => {
  const { id, claims } = await confirmed(surface);
  const flow = await begun(surface.call, { args: { claims }, taken: false });
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

test.run();
