// Tests of consume_provider_flow.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { startFlow } from './flow.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('a flow is consumed once, and its verifier is deleted', async () => {
  const id = await startFlow(sql_api.call, { taken: false });
  const taken = await sql_api.call('consume_provider_flow', { id });
  const flow_of = { provider: 'github', redirect_to: 'http://localhost:3000', verifier: 'sealed', pkce: false };
  assert.equal(taken, { ...flow_of, custom: null });
  const [flow] = await sql_api.rows('auth.flow_states', `t.id = '${id}'`);
  assert.is(flow?.verifier, null);
  await sql_api.refused('consume_provider_flow', { id }, [
    400,
    'flow_state_already_used',
    'State has already been used',
  ]);
});

test('rejects an unknown flow, and a mail’s', async () => {
  const unknown = [400, 'bad_oauth_state', 'OAuth state not found or expired'] as const;
  await sql_api.refused('consume_provider_flow', { id: randomUUID() }, unknown);
  await sql_api.db.sql`
    insert into auth.flow_states (id, provider, authentication_method, created_at)
    values ('3f1c9f8e-51a5-4f5b-a7a0-6d8f3c0b9a11', 'email', 'magiclink', auth_lib.clock())`;
  await sql_api.refused('consume_provider_flow', { id: '3f1c9f8e-51a5-4f5b-a7a0-6d8f3c0b9a11' }, unknown);
});

test('after five minutes it has expired, unless the setting is longer', async () => {
  const id = await startFlow(sql_api.call, { taken: false });
  await sql_api.advance(301);
  await sql_api.refused('consume_provider_flow', { id }, [400, 'bad_oauth_state', 'OAuth state has expired']);
  const longer = { external_flow_state_expiry_duration: 600 };
  assert.is((await sql_api.call('consume_provider_flow', { id, settings: longer })).provider, 'github');
});

test.run();
