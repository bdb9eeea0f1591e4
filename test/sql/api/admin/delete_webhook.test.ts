// Tests of delete_webhook.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { insertUser, queueEvent } from '../../../support/providers/webhooks.ts';
import { adminAuditEntry, assertAdministratorsOnly } from './admin.ts';
import { createWebhook, NO_WEBHOOK, WEBHOOK, WRITE_ARGUMENTS } from './webhooks.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('administrators only; rejects an unknown webhook', async () => {
  await assertAdministratorsOnly(sql_api, 'delete_webhook', { webhook_id: randomUUID() });
  for (const webhook_id of ['x', null, randomUUID()])
    await sql_api.refused('delete_webhook', { ...WRITE_ARGUMENTS, webhook_id }, NO_WEBHOOK);
});

test('deletes a webhook with its events, and keeps those of another webhook', async () => {
  const [gone, kept] = [await createWebhook(sql_api), await createWebhook(sql_api)];
  await queueEvent(sql_api.db, await insertUser(sql_api.db));
  assert.is((await sql_api.call('delete_webhook', { ...WRITE_ARGUMENTS, webhook_id: gone })).id, gone);
  assert.equal(
    (await sql_api.rows('auth.webhook_events')).map((row) => row.webhook_id),
    [kept],
  );
  assert.equal(await sql_api.audited(), adminAuditEntry('webhook_deleted', { webhook_id: gone, url: WEBHOOK.url }));
});

test.run();
