// surface.refused() detects writes of a function that returns an error: here a function writes on purpose.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmed, openSurface } from '../support/database/surface.ts';
import { CHANGING, UNKNOWN } from './api/admin/messages.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const REFUSAL = `return auth_lib.refusal('message_not_found');`;
const NOTHING_WRITTEN = (
  await surface.db.sql<{ text: string }[]>`
  select pg_get_functiondef('auth_api.drop_message'::regproc) as text`
)[0]?.text;

/** Returns the message of refused() for a drop_message that runs this statement first. */
async function errorOf(statement: string, changed: readonly string[] = []): Promise<string> {
  assert.match(NOTHING_WRITTEN ?? '', REFUSAL);
  await surface.db.sql.unsafe((NOTHING_WRITTEN ?? '').replace(REFUSAL, `${statement}; ${REFUSAL}`));
  return surface.refused('drop_message', { ...CHANGING, message_id: 'x' }, UNKNOWN, changed).then(
    () => '',
    (error: assert.Assertion) => `${error.message} ${JSON.stringify(error.actual)}`,
  );
}

const person = await confirmed(surface);
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
    assert.is(await errorOf(statement), `${WROTE} ["${table}"]`);
  });
}

test('expected writes are no fault, but must happen', async () => {
  const insert = `insert into auth.attempts (digest, touched_at) values ('\\x03', now())`;
  assert.is(await errorOf(insert, ['attempts']), '');
  assert.is(await errorOf('null', ['attempts']), `${WROTE} []`);
});

test('a function that only reads writes nothing', async () => {
  assert.is(await errorOf('perform from auth.users'), '');
});

test.run();
