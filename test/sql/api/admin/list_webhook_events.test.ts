// list_webhook_events: newest first, by state, user and webhook; never the payload.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { newUser, queueEvent } from '../../../support/providers/webhooks.ts';
import { refusesStrangers } from './admin.ts';
import { addedServer, READING } from './webhooks.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());
const list = async (more: object = {}) =>
  (await surface.call('list_webhook_events', { ...READING, ...more })).events as Record<string, unknown>[];

test('administrators only', () => refusesStrangers(surface, 'list_webhook_events'));

test('newest first, filtered, bounded, without data of the user', async () => {
  const webhook_id = await addedServer(surface);
  const [ada, bob] = [await newUser(surface.db), await newUser(surface.db)];
  for (const user of [ada, bob, ada]) await queueEvent(surface.db, user);
  const all = await list();
  assert.equal(
    all.map(({ user_id, state, kind }) => [user_id, state, kind]),
    [ada, bob, ada].map((user) => [user, 'queued', 'user.updated']),
  );
  assert.not.match(JSON.stringify(all), /example\.org/);
  assert.is((await list({ user_id: bob })).length, 1);
  assert.is((await list({ user_id: 'x' })).length, 0);
  assert.is((await list({ webhook_id })).length, 3);
  assert.is((await list({ state: 'failed' })).length, 0);
  assert.is((await list({ most: '2' })).length, 2);
});

test.run();
