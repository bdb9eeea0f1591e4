// find_refusal: the refused request, audit entries, user or message with an id.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, confirmed, openSurface } from '../../../support/database/surface.ts';
import { administering, ids } from './console.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());
const { sql } = surface.db;
const { ask, refuse } = administering(surface);

test('a refused request, an audit entry, a user, a message, nothing', async () => {
  const user = await confirmed(surface);
  await refuse({ request_id: 'why' });
  assert.equal(ids((await ask('find_refusal', { id: 'why' })).refusals), ['why']);
  assert.ok(ids((await ask('find_refusal', { id: client.request_id })).audit).length > 0);
  assert.is((await ask('find_refusal', { id: user.id })).user_id, user.id);
  const [message] = await sql`select id from auth.messages where user_id = ${user.id}`;
  assert.is(((await ask('find_refusal', { id: message?.id })).message as { id: string }).id, message?.id);
  assert.equal(await ask('find_refusal', { id: randomUUID() }), {
    refusals: [],
    audit: [],
    user_id: null,
    message: null,
  });
});

test.run();
