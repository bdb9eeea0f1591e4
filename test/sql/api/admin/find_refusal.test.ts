// Tests of find_refusal.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';
import { adminCalls, requestIds } from './console.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;
const { ask, refuse } = adminCalls(sql_api);

test('a refused request, an audit entry, a user, a message, nothing', async () => {
  const user = await createConfirmedPerson(sql_api);
  await refuse({ request_id: 'why' });
  assert.equal(requestIds((await ask('find_refusal', { id: 'why' })).refusals), ['why']);
  assert.ok(requestIds((await ask('find_refusal', { id: client.request_id })).audit).length > 0);
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
