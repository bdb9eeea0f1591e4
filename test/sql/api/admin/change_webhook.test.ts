// Tests of change_webhook.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { adminAuditEntry, assertAdministratorsOnly } from './admin.ts';
import {
  createWebhook,
  INVALID_KINDS,
  INVALID_URL,
  INVALID_URLS,
  NO_WEBHOOK,
  UNKNOWN_KINDS,
  WEBHOOK,
  WRITE_ARGUMENTS,
} from './webhooks.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('administrators only; rejects an unknown webhook', async () => {
  await assertAdministratorsOnly(sql_api, 'change_webhook', { webhook_id: randomUUID() });
  for (const webhook_id of ['x', null, randomUUID()])
    await sql_api.refused('change_webhook', { ...WRITE_ARGUMENTS, webhook_id }, NO_WEBHOOK);
});

test('each part by itself; the audit log records that secrets have changed, not their values', async () => {
  const webhook_id = await createWebhook(sql_api);
  const change = (more: object) => sql_api.call('change_webhook', { ...WRITE_ARGUMENTS, webhook_id, ...more });
  const url = 'https://example.com/other';
  assert.equal((await change({ url })).kinds, WEBHOOK.kinds);
  assert.equal((await change({ kinds: ['user.banned'] })).url, url);
  assert.equal((await sql_api.audited())?.traits, { webhook_id, url, changed: ['kinds'] });
  const answer = await change({ secrets: ['new', 'old'] });
  assert.equal([answer.url, answer.kinds, answer.secrets], [url, ['user.banned'], ['new', 'old']]);
  assert.equal(await sql_api.audited(), adminAuditEntry('webhook_changed', { webhook_id, url, changed: ['secrets'] }));
});

test('rejects an invalid address, and unknown kinds', async () => {
  const webhook_id = await createWebhook(sql_api);
  const refused = (more: object, words: typeof INVALID_URL) =>
    sql_api.refused('change_webhook', { ...WRITE_ARGUMENTS, webhook_id, ...more }, words);
  for (const url of INVALID_URLS) await refused({ url }, INVALID_URL);
  for (const kinds of UNKNOWN_KINDS) await refused({ kinds }, INVALID_KINDS);
});

test.run();
