// decline_authorization: only requests with prompt=none can be declined, and only before a user is bound.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { begun, makeClient, open } from '../../../support/database/oauth.ts';
import { type Answer, api, confirmed, openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

const codeOf = (answer: Answer): string => String((answer.refused as Answer | undefined)?.message ?? 'ok');

test('answers prompt=none once and again, and nothing else', async () => {
  const app = await makeClient(sql);
  const decline = (authorization_id: string) =>
    api(sql, 'decline_authorization', { authorization_id, reason: 'login_required' });
  const silent = await begun(sql, app, { wishes: { prompt: 'none' } });
  for (const _ of [1, 2])
    assert.equal([(await decline(silent)).outcome, (await decline(silent)).error], ['error', 'login_required']);
  assert.is(codeOf(await decline(await begun(sql, app))), 'authorization not found');
  const bound = await begun(sql, app, { wishes: { prompt: 'none' } });
  await open(sql, bound, await confirmed(surface));
  assert.is(codeOf(await decline(bound)), 'authorization not found');
});

test.run();
