// GET /authorize: the row stored during a provider flow.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface, sentToken, unconfirmed } from '../../../support/database/surface.ts';
import { PKCE, startFlow } from './flow.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('one row is written, with a challenge or without', async () => {
  for (const pkce of [{}, PKCE]) {
    let id = '';
    const tables = await surface.changes(async () => {
      id = await startFlow(surface.call, { args: pkce, taken: false });
    });
    assert.equal(tables, ['flow_states']);
    const [flow] = await surface.rows('auth.flow_states', `t.id = '${id}'`);
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
    await surface.refused(
      'start_provider_flow',
      { id: randomUUID(), provider: 'github', invitation: { id } },
      expected,
    );
  }
});

test('finds the link of an imported invitation by the possible ids of its row', async () => {
  const { id: user_id } = await unconfirmed(surface);
  const { id: token_id } = await sentToken(surface, user_id);
  await surface.db.sql`update auth.users set invited_at = now() where id = ${String(user_id)}`;
  const id = randomUUID();
  const invitation = { id: null, pkce: false, old: [randomUUID(), token_id] };
  await surface.call('start_provider_flow', {
    id,
    provider: 'github',
    verifier: 'sealed',
    redirect_to: '',
    invitation,
  });
  const [flow] = await surface.db.sql`select f.invitation_id from auth.flow_states as f where f.id = ${id}`;
  assert.is(flow?.invitation_id, token_id);
});

test.run();
