// change_webhook: address, kinds or secrets; null leaves a part unchanged.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { byAdmin, refusesStrangers } from './admin.ts';
import {
  addedServer,
  CHANGING,
  KINDS_UNKNOWN,
  KINDS_WRONG,
  NO_WEBHOOK,
  SERVER,
  URL_WRONG,
  URLS_WRONG,
} from './webhooks.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('administrators only; rejects an unknown webhook', async () => {
  await refusesStrangers(surface, 'change_webhook', { webhook_id: randomUUID() });
  for (const webhook_id of ['x', null, randomUUID()])
    await surface.refused('change_webhook', { ...CHANGING, webhook_id }, NO_WEBHOOK);
});

test('each part by itself; the audit log records that secrets have changed, not their values', async () => {
  const webhook_id = await addedServer(surface);
  const change = (more: object) => surface.call('change_webhook', { ...CHANGING, webhook_id, ...more });
  const url = 'https://example.com/other';
  assert.equal((await change({ url })).kinds, SERVER.kinds);
  assert.equal((await change({ kinds: ['user.banned'] })).url, url);
  assert.equal((await surface.audited())?.traits, { webhook_id, url, changed: ['kinds'] });
  const answer = await change({ secrets: ['new', 'old'] });
  assert.equal([answer.url, answer.kinds, answer.secrets], [url, ['user.banned'], ['new', 'old']]);
  assert.equal(await surface.audited(), byAdmin('webhook_changed', { webhook_id, url, changed: ['secrets'] }));
});

test('rejects an invalid address, and unknown kinds', async () => {
  const webhook_id = await addedServer(surface);
  const refused = (more: object, words: typeof URL_WRONG) =>
    surface.refused('change_webhook', { ...CHANGING, webhook_id, ...more }, words);
  for (const url of URLS_WRONG) await refused({ url }, URL_WRONG);
  for (const kinds of KINDS_UNKNOWN) await refused({ kinds }, KINDS_WRONG);
});

test.run();
