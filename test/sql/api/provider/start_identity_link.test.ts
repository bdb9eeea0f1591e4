// Tests of start_identity_link.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';
import { createArguments, oauth2Provider } from '../admin/custom_provider.ts';
import { createPersonWithTotp } from '../factor/factors.ts';
import { startFlow } from './flow.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('the flow belongs to the caller', async () => {
  const { id, claims } = await createConfirmedPerson(sql_api);
  const flow = await startFlow(sql_api.call, { args: { claims }, taken: false });
  const [row] = await sql_api.rows('auth.flow_states', `t.id = '${flow}'`);
  assert.is(row?.linking_user_id, id);
});

test('of another audience, or signed out', async () => {
  const { claims } = await createConfirmedPerson(sql_api);
  const base = { claims, provider: 'github', settings: settings() };
  const other = [403, 'unexpected_audience', "Token audience doesn't match request audience"] as const;
  await sql_api.refused('start_identity_link', { ...base, audience: 'elsewhere' }, other);
  await sql_api.call('sign_out', { claims, settings: settings() });
  const gone = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'] as const;
  await sql_api.refused('start_identity_link', base, gone);
});

test('a session without the second factor cannot link', async () => {
  const { weak } = await createPersonWithTotp(sql_api);
  const base = { claims: weak, provider: 'github', settings: settings() };
  const message = 'AAL2 session is required to link or unlink identities when MFA is enabled';
  await sql_api.refused('start_identity_link', base, [403, 'insufficient_aal', message]);
});

test('rejects an unknown or disabled custom provider', async () => {
  const { claims } = await createConfirmedPerson(sql_api);
  const base = { claims, provider: 'custom:none', settings: settings() };
  const unknown = [400, 'validation_failed', 'Custom provider "custom:none" not found'] as const;
  await sql_api.refused('start_identity_link', base, unknown);
  const given = oauth2Provider({ enabled: false });
  await sql_api.call('create_custom_provider', createArguments(given));
  const off = [400, 'provider_disabled', `Custom provider "${String(given.identifier)}" is disabled`] as const;
  await sql_api.refused('start_identity_link', { ...base, provider: given.identifier }, off);
});

test.run();
