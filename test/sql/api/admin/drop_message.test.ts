// Tests of drop_message.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';
import { adminAuditEntry, assertAdministratorsOnly } from './admin.ts';
import {
  ALREADY_SENT,
  createUserWithMail,
  finishMessage,
  leaseMessage,
  MESSAGE_NOT_FOUND,
  WRITE_ARGUMENTS,
} from './messages.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const refused = (message_id: unknown, words: typeof ALREADY_SENT) =>
  sql_api.refused('drop_message', { ...WRITE_ARGUMENTS, message_id }, words);

test('administrators only; rejects an unknown message', async () => {
  await assertAdministratorsOnly(sql_api, 'drop_message', { message_id: randomUUID() });
  for (const id of ['x', null, randomUUID()]) await refused(id, MESSAGE_NOT_FOUND);
});

test('a waiting message that is dropped is never sent', async () => {
  const { id, user_id } = await createUserWithMail(sql_api);
  const answer = await sql_api.call('drop_message', { ...WRITE_ARGUMENTS, message_id: id });
  assert.equal(
    [answer.state, answer.last_error, answer.finished_at],
    ['skipped', 'dropped by an administrator', sql_api.now()],
  );
  assert.equal(await sql_api.audited(), adminAuditEntry('message_dropped', { message_id: id, user_id }));
  assert.equal(await leaseMessage(sql_api, id), { nothing: 'skipped' });
});

test('a message that is being sent, or was, stays; an expired lease of a dead worker does not protect it', async () => {
  const [sent, orphaned] = [await createUserWithMail(sql_api), await createUserWithMail(sql_api)];
  await leaseMessage(sql_api, sent.id);
  await refused(sent.id, ALREADY_SENT);
  await finishMessage(sql_api, sent.id, 'sent', '');
  await refused(sent.id, ALREADY_SENT);
  await leaseMessage(sql_api, orphaned.id);
  await sql_api.advance(31);
  assert.is((await sql_api.call('drop_message', { ...WRITE_ARGUMENTS, message_id: orphaned.id })).state, 'skipped');
});

test.run();
