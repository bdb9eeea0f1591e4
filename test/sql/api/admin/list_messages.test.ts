// Tests of list_messages.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallArguments, openSqlApi } from '../../../support/database/sql_api.ts';
import { assertAdministratorsOnly } from './admin.ts';
import { createUserWithMail, finishMessage, leaseMessage, READ_ARGUMENTS } from './messages.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const list = async (args: CallArguments = {}): Promise<CallArguments[]> =>
  (await sql_api.call('list_messages', { ...READ_ARGUMENTS, ...args })).messages as CallArguments[];
const ids = (messages: CallArguments[]): unknown[] => messages.map(({ id }) => id);

test('administrators only', () => assertAdministratorsOnly(sql_api, 'list_messages'));

test('waiting and finished messages, newest first, filtered by state, address and count', async () => {
  const first = await createUserWithMail(sql_api);
  await sql_api.advance(1);
  const second = await createUserWithMail(sql_api);
  await sql_api.advance(1);
  const third = await createUserWithMail(sql_api);
  await sql_api.advance(1);
  await leaseMessage(sql_api, second.id);
  await finishMessage(sql_api, second.id, 'sent', '');
  assert.equal(ids(await list()), [second.id, third.id, first.id], 'an ended message by its end');
  assert.equal(ids(await list({ state: 'queued' })), [third.id, first.id]);
  assert.equal(ids(await list({ state: 'sent' })), [second.id]);
  assert.equal(ids(await list({ address: second.email.toUpperCase() })), [second.id]);
  assert.equal(await list({ address: 'nobody@example.com' }), []);
  assert.equal(ids(await list({ most: '1' })), [second.id]);
  const states = 'Bad Search Parameters: state is queued, sending, sent, skipped, expired or failed';
  await sql_api.refused('list_messages', { ...READ_ARGUMENTS, state: 'x' }, [400, 'validation_failed', states]);
});

test('a row has its address and delivery state, and neither token nor link', async () => {
  const sent = await createUserWithMail(sql_api);
  let answer: CallArguments[] = [];
  const written = await sql_api.changes(async () => {
    answer = await list({ address: sent.email });
  });
  assert.equal(written, []);
  assert.equal(answer, [
    {
      id: sent.id,
      user_id: sent.user_id,
      kind: 'confirmation',
      channel: 'mail',
      to: sent.email,
      state: 'queued',
      tries: 0,
      last_error: null,
      created_at: sql_api.now(),
      expires_at: sql_api.now().replace('05-01', '05-02'),
      finished_at: null,
      not_before: null,
      retry_refused: null,
    },
  ]);
});

test.run();
