// refused() of sql_api.ts detects writes of a SQL function that returns an error.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createConfirmedPerson, openSqlApi } from '../support/database/sql_api.ts';
import { MESSAGE_NOT_FOUND, WRITE_ARGUMENTS } from './api/admin/messages.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const REFUSAL = `return auth_lib.refusal('message_not_found');`;
const NOTHING_WRITTEN = (
  await sql_api.db.sql<{ text: string }[]>`
  select pg_get_functiondef('auth_api.drop_message'::regproc) as text`
)[0]?.text;

/**
 * Changes drop_message to run this statement before it returns its error. Returns the error message of refused(), or
 * ''.
 */
async function messageOfRefused(statement: string, changed: readonly string[] = []): Promise<string> {
  assert.match(NOTHING_WRITTEN ?? '', REFUSAL);
  await sql_api.db.sql.unsafe((NOTHING_WRITTEN ?? '').replace(REFUSAL, `${statement}; ${REFUSAL}`));
  return sql_api.refused('drop_message', { ...WRITE_ARGUMENTS, message_id: 'x' }, MESSAGE_NOT_FOUND, changed).then(
    () => '',
    (error: assert.Assertion) => `${error.message} ${JSON.stringify(error.actual)}`,
  );
}

const person = await createConfirmedPerson(sql_api);
const WROTE = 'drop_message, refused with "Message not found", wrote other tables than it should';

for (const [what, statement, table] of [
  [
    'a row in a table that had none',
    `insert into auth.attempts (digest, touched_at) values ('\\x01', now())`,
    'attempts',
  ],
  ['one more row in it', `insert into auth.attempts (digest, touched_at) values ('\\x02', now())`, 'attempts'],
  [
    'a changed row',
    `update auth.users set updated_at = updated_at + interval '1 s' where id = '${person.id}'`,
    'users',
  ],
  ['a row of a partition', `perform auth_lib.audit(u, '{login}', null, client) from auth.users as u`, 'audit_log'],
  ['a job', `insert into auth_queue.job (name) select min(q.name) from auth_queue.queue as q`, 'queue'],
  ['a row that is gone', `delete from auth.sessions where user_id = '${person.id}'`, 'sessions'],
] as const) {
  test(what, async () => {
    assert.is(await messageOfRefused(statement), `${WROTE} ["${table}"]`);
  });
}

test('expected writes are no fault, but must happen', async () => {
  const insert = `insert into auth.attempts (digest, touched_at) values ('\\x03', now())`;
  assert.is(await messageOfRefused(insert, ['attempts']), '');
  assert.is(await messageOfRefused('null', ['attempts']), `${WROTE} []`);
});

test('a function that only reads writes nothing', async () => {
  assert.is(await messageOfRefused('perform from auth.users'), '');
});

test.run();
