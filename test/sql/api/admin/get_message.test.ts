// Tests of get_message.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { assertAdministratorsOnly, INVALID_IDS } from './admin.ts';
import { createUserWithMail, finishMessage, leaseMessage, MESSAGE_NOT_FOUND, READ_ARGUMENTS } from './messages.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('administrators only; an invalid id is an unknown message', async () => {
  await assertAdministratorsOnly(sql_api, 'get_message', { message_id: randomUUID() });
  for (const message_id of [...INVALID_IDS, null, randomUUID()]) {
    await sql_api.refused('get_message', { ...READ_ARGUMENTS, message_id }, MESSAGE_NOT_FOUND);
  }
});

test("the server's answer, and its time", async () => {
  const { id, email } = await createUserWithMail(sql_api);
  await leaseMessage(sql_api, id);
  const taken = await sql_api.call('get_message', { ...READ_ARGUMENTS, message_id: id });
  assert.equal([taken.state, taken.tries, taken.not_before], ['sending', 1, '2031-05-01T12:00:30.0Z']);
  await finishMessage(sql_api, id, 'rejected', '550 at RCPT TO');
  const ended = await sql_api.call('get_message', { ...READ_ARGUMENTS, message_id: id });
  assert.equal(
    [ended.to, ended.state, ended.last_error, ended.finished_at],
    [email, 'failed', '550 at RCPT TO', sql_api.now()],
  );
});

test.run();
