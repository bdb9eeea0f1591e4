// GET /authorize: what is kept while somebody is away at a provider.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/surface.ts';
import { begun, PKCE } from './flow.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('one row is written, with a challenge or without', async () => {
  for (const pkce of [{}, PKCE]) {
    let id = '';
    const tables = await surface.changes(async () => {
      id = await begun(surface.call, { args: pkce, taken: false });
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

test('an invitation must be one that lives', async () => {
  const expected = [404, 'user_not_found', 'User identified by token not found'] as const;
  for (const id of [null, randomUUID()]) {
    await surface.refused(
      'start_provider_flow',
      { id: randomUUID(), provider: 'github', invitation: { id } },
      expected,
    );
  }
});

test.run();
