// list_webhooks: the webhooks, and the number of waiting events of each.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { newUser, queueEvent } from '../../../support/providers/webhooks.ts';
import { refusesStrangers } from './admin.ts';
import { addedServer, READING } from './webhooks.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());
const list = async () => (await surface.call('list_webhooks', READING)).webhooks as Record<string, unknown>[];

test('administrators only', () => refusesStrangers(surface, 'list_webhooks'));

test('oldest first, with the numbers of waiting and discarded events', async () => {
  assert.equal(await list(), []);
  const first = await addedServer(surface);
  await surface.advance(1);
  const second = await addedServer(surface, { kinds: ['user.banned'] });
  for (let i = 0; i < 3; i += 1) await queueEvent(surface.db, await newUser(surface.db));
  await surface.db.sql`update auth.webhook_events set state = 'failed', finished_at = now()
    where place = (select min(e.place) from auth.webhook_events as e)`;
  assert.equal(
    (await list()).map(({ id, waiting, failed }) => [id, waiting, failed]),
    [
      [first, 2, 1],
      [second, 0, 0],
    ],
  );
});

test.run();
