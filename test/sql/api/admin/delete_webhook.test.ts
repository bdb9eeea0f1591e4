// delete_webhook: deletes the webhook and its waiting events.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { newUser, queueEvent } from '../../../support/providers/webhooks.ts';
import { byAdmin, refusesStrangers } from './admin.ts';
import { addedServer, CHANGING, NO_WEBHOOK, SERVER } from './webhooks.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('administrators only; rejects an unknown webhook', async () => {
  await refusesStrangers(surface, 'delete_webhook', { webhook_id: randomUUID() });
  for (const webhook_id of ['x', null, randomUUID()])
    await surface.refused('delete_webhook', { ...CHANGING, webhook_id }, NO_WEBHOOK);
});

test('deletes it with its events, and keeps those of another server', async () => {
  const [gone, kept] = [await addedServer(surface), await addedServer(surface)];
  await queueEvent(surface.db, await newUser(surface.db));
  assert.is((await surface.call('delete_webhook', { ...CHANGING, webhook_id: gone })).id, gone);
  assert.equal(
    (await surface.rows('auth.webhook_events')).map((row) => row.webhook_id),
    [kept],
  );
  assert.equal(await surface.audited(), byAdmin('webhook_deleted', { webhook_id: gone, url: SERVER.url }));
});

test.run();
