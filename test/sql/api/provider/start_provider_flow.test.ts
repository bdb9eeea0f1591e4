// Tests of start_provider_flow.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createUnconfirmedPerson, findSentToken, openSqlApi } from '../../../support/database/sql_api.ts';
import { PKCE, startFlow } from './flow.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('one row is written, with a challenge or without', async () => {
  for (const pkce of [{}, PKCE]) {
    let id = '';
    const tables = await sql_api.changes(async () => {
      id = await startFlow(sql_api.call, { args: pkce, taken: false });
    });
    assert.equal(tables, ['flow_states']);
    const [flow] = await sql_api.rows('auth.flow_states', `t.id = '${id}'`);
    assert.equal(
      [
        flow?.provider,
        flow?.authentication_method,
        flow?.redirect_to,
        flow?.verifier,
        flow?.code_challenge ?? undefined,
      ],
      [
        'github',
        'oauth',
        'http://localhost:3000',
        'sealed',
        'code_challenge' in pkce ? pkce.code_challenge : undefined,
      ],
    );
  }
});

test('an invitation must be valid', async () => {
  const expected = [404, 'user_not_found', 'User identified by token not found'] as const;
  for (const id of [null, randomUUID()]) {
    await sql_api.refused(
      'start_provider_flow',
      { id: randomUUID(), provider: 'github', invitation: { id } },
      expected,
    );
  }
});

test('finds the link of an imported invitation by the possible ids of its row', async () => {
  const { id: user_id } = await createUnconfirmedPerson(sql_api);
  const { id: token_id } = await findSentToken(sql_api, user_id);
  await sql_api.db.sql`update auth.users set invited_at = now() where id = ${String(user_id)}`;
  const id = randomUUID();
  const invitation = { id: null, pkce: false, old: [randomUUID(), token_id] };
  await sql_api.call('start_provider_flow', {
    id,
    provider: 'github',
    verifier: 'sealed',
    redirect_to: '',
    invitation,
  });
  const [flow] = await sql_api.db.sql`select f.invitation_id from auth.flow_states as f where f.id = ${id}`;
  assert.is(flow?.invitation_id, token_id);
});

test.run();
