// Tests of list_webhooks.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { insertUser, queueEvent } from '../../../support/providers/webhooks.ts';
import { assertAdministratorsOnly } from './admin.ts';
import { createWebhook, READ_ARGUMENTS } from './webhooks.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const list = async () => (await sql_api.call('list_webhooks', READ_ARGUMENTS)).webhooks as Record<string, unknown>[];

test('administrators only', () => assertAdministratorsOnly(sql_api, 'list_webhooks'));

test('oldest first, with the numbers of waiting and discarded events', async () => {
  assert.equal(await list(), []);
  const first = await createWebhook(sql_api);
  await sql_api.advance(1);
  const second = await createWebhook(sql_api, { kinds: ['user.banned'] });
  for (let i = 0; i < 3; i += 1) await queueEvent(sql_api.db, await insertUser(sql_api.db));
  await sql_api.db.sql`update auth.webhook_events set state = 'failed', finished_at = now()
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
