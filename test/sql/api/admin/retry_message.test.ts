// Tests of retry_message.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi, returnedErrorCode, settings } from '../../../support/database/sql_api.ts';
import { adminAuditEntry, assertAdministratorsOnly } from './admin.ts';
import {
  ADDRESS_SUPPRESSED,
  ALREADY_SENT,
  countJobs,
  createUserWithMail,
  finishMessage,
  LINK_VOID,
  leaseMessage,
  MESSAGE_NOT_FOUND,
  WRITE_ARGUMENTS,
} from './messages.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const again = (message_id: unknown) => sql_api.call('retry_message', { ...WRITE_ARGUMENTS, message_id });
const refused = (message_id: unknown, words: typeof ALREADY_SENT) =>
  sql_api.refused('retry_message', { ...WRITE_ARGUMENTS, message_id }, words);

test('administrators only; rejects an unknown message', async () => {
  await assertAdministratorsOnly(sql_api, 'retry_message', { message_id: randomUUID() });
  for (const id of ['x', null, randomUUID()]) await refused(id, MESSAGE_NOT_FOUND);
});

test('queues a discarded message again, with a new job and an audit row', async () => {
  const { id, user_id } = await createUserWithMail(sql_api);
  await leaseMessage(sql_api, id);
  await finishMessage(sql_api, id, 'rejected', '554 no');
  assert.is((await leaseMessage(sql_api, id)).nothing, 'failed');
  const answer = await again(id);
  assert.equal([answer.state, answer.finished_at, answer.tries], ['queued', null, 1]);
  assert.is(await countJobs(sql_api, id), 2);
  assert.equal(await sql_api.audited(), adminAuditEntry('message_retried', { message_id: id, user_id }));
  const taken = (await leaseMessage(sql_api, id)) as { message: { attempt: number } };
  assert.is(taken.message.attempt, 2);
});

test('support retries no message of an administrator, and none after 60 actions in an hour', async () => {
  const { id, user_id } = await createUserWithMail(sql_api);
  await leaseMessage(sql_api, id);
  await finishMessage(sql_api, id, 'rejected', '554 no');
  const helper = {
    claims: { role: 'helper', sub: randomUUID(), exp: 4e9 },
    settings: settings({ jwt_support_roles: ['helper'] }),
  };
  const bySupport = () => sql_api.call('retry_message', { ...WRITE_ARGUMENTS, message_id: id, ...helper });
  await sql_api.db.sql`update auth.users set role = 'service_role' where id = ${user_id}`;
  assert.is(returnedErrorCode(await bySupport()), 'insufficient_right');
  await sql_api.db.sql`update auth.users set role = 'authenticated' where id = ${user_id}`;
  const codes: unknown[] = [];
  for (let action = 0; action < 61; action += 1) codes.push(returnedErrorCode(await bySupport()));
  assert.equal(codes, [...Array(60).fill(undefined), 'over_request_rate_limit']);
});

test('a message that waits for its next attempt is due at once', async () => {
  const { id } = await createUserWithMail(sql_api);
  await leaseMessage(sql_api, id);
  await sql_api.db.sql`select auth_api.finish_message(${id}, 1, 'failed', '421', 3600)`;
  assert.ok((await leaseMessage(sql_api, id)).leased_until);
  await again(id);
  assert.ok((await leaseMessage(sql_api, id)).message);
});

test('sent, being sent, consumed, replaced, expired, suppressed: rejected, and nothing is written', async () => {
  const [sent, used, replaced, expired, held] = [
    await createUserWithMail(sql_api),
    await createUserWithMail(sql_api),
    await createUserWithMail(sql_api),
    await createUserWithMail(sql_api),
    await createUserWithMail(sql_api),
  ];
  await leaseMessage(sql_api, sent.id);
  await refused(sent.id, ALREADY_SENT);
  await finishMessage(sql_api, sent.id, 'sent', '');
  await refused(sent.id, ALREADY_SENT);
  await sql_api.db.sql`delete from auth.one_time_tokens where user_id = ${used.user_id}`;
  await refused(used.id, LINK_VOID);
  await sql_api.db.sql`update auth.one_time_tokens set generation = generation + 1 where user_id = ${replaced.user_id}`;
  await refused(replaced.id, LINK_VOID);
  await sql_api.db
    .sql`update auth.one_time_tokens set expires_at = auth_lib.clock() where user_id = ${expired.user_id}`;
  await refused(expired.id, LINK_VOID);
  await sql_api.call('suppress_address', { ...WRITE_ARGUMENTS, address: held.email });
  await refused(held.id, ADDRESS_SUPPRESSED);
});

test.run();
