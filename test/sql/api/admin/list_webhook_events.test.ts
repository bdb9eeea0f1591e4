// Tests of list_webhook_events.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { insertUser, queueEvent } from '../../../support/providers/webhooks.ts';
import { assertAdministratorsOnly } from './admin.ts';
import { createWebhook, READ_ARGUMENTS } from './webhooks.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const list = async (more: object = {}) =>
  (await sql_api.call('list_webhook_events', { ...READ_ARGUMENTS, ...more })).events as Record<string, unknown>[];

test('administrators only', () => assertAdministratorsOnly(sql_api, 'list_webhook_events'));

test('newest first, filtered, bounded, without data of the user', async () => {
  const webhook_id = await createWebhook(sql_api);
  const [ada, bob] = [await insertUser(sql_api.db), await insertUser(sql_api.db)];
  for (const user of [ada, bob, ada]) await queueEvent(sql_api.db, user);
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
  const states = 'Bad Search Parameters: state is queued, sending, delivered, failed or dropped';
  await sql_api.refused('list_webhook_events', { ...READ_ARGUMENTS, state: 'x' }, [400, 'validation_failed', states]);
});

test.run();
