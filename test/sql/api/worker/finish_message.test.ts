// Tests of finish_message.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { queueMail } from '../../../support/processes/worker.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

const taken = async (): Promise<string> => {
  const { message_id } = await queueMail(db);
  await db.sql`select auth_api.lease_message(${message_id}, 1, null)`;
  return message_id;
};
const finish = async (id: string, attempt: number, outcome: string, error: string | null = null): Promise<boolean> => {
  const [row] = await db.sql`select auth_api.finish_message(${id}, ${attempt}, ${outcome}, ${error}) as r`;
  return row?.r.finished;
};
const message = async (id: string) => (await db.sql`select * from auth.messages where id = ${id}`)[0];

test('sent, skipped and rejected end the message, failed queues it again', async () => {
  for (const [outcome = '', state] of [
    ['sent', 'sent'],
    ['skipped', 'skipped'],
    ['rejected', 'failed'],
    ['failed', 'queued'],
  ]) {
    const id = await taken();
    assert.is(await finish(id, 1, outcome, outcome === 'sent' ? null : 'why'), true);
    const row = await message(id);
    assert.is(row?.state, state);
    assert.is(row?.leased_until, null);
    assert.is(row?.last_error, outcome === 'sent' ? null : 'why');
    assert.is(row?.finished_at === null, state === 'queued');
  }
});

test('an SMS with an unknown outcome is retried once, a mail twice', async () => {
  for (const [channel, ends] of [
    ['sms', ['queued', 'failed']],
    ['whatsapp', ['queued', 'failed']],
    ['mail', ['queued', 'queued', 'failed']],
  ] as const) {
    const id = await taken();
    await db.sql`update auth.messages set channel = ${channel} where id = ${id}`;
    for (const [at, state] of ends.entries()) {
      await finish(id, at + 1, 'unknown', 'no answer');
      const row = await message(id);
      assert.equal(
        [row?.state, row?.unknown_outcomes, row?.finished_at !== null],
        [state, at + 1, state === 'failed'],
        channel,
      );
      await db.sql`select auth_api.lease_message(${id}, 1, null)`;
    }
  }
});

test('the pause that a transport requests, or none', async () => {
  const id = await taken();
  await finish(id, 1, 'failed', 'busy');
  assert.is((await message(id))?.not_before, null);
  await db.sql`select auth_api.lease_message(${id}, 1, null)`;
  // now() is constant within a transaction, so the difference is exact.
  const [row] = await db.sql.begin(async (sql) => {
    await sql`select auth_api.finish_message(${id}, 2, 'failed', 'busy', 90)`;
    return sql`select extract(epoch from m.not_before - now())::float8 as s from auth.messages as m where m.id = ${id}`;
  });
  assert.is(row?.s, 90);
  const [again] = await db.sql`select auth_api.lease_message(${id}, 1, null) as r`;
  assert.match(again?.r.leased_until, /Z$/);
  await db.sql`update auth.messages set not_before = now() - interval '1 second' where id = ${id}`;
  const [then] = await db.sql`select auth_api.lease_message(${id}, 1, null) as r`;
  assert.is(then?.r.message.attempt, 3);
});

test('an attempt that lost its lease to a later one reports only that it was sent', async () => {
  const id = await taken();
  await db.sql`update auth.messages set leased_until = now() - interval '1 second' where id = ${id}`;
  await db.sql`select auth_api.lease_message(${id}, 1, null)`;
  assert.is(await finish(id, 1, 'failed', 'late'), false);
  assert.is((await message(id))?.state, 'sending');
  assert.is(await finish(id, 1, 'sent'), true);
  assert.is((await message(id))?.state, 'sent');
  assert.is(await finish(id, 2, 'failed', 'later'), false);
  assert.is((await message(id))?.state, 'sent');
});

test('an error text is truncated, an unknown outcome is an error of the caller', async () => {
  const id = await taken();
  await finish(id, 1, 'failed', 'x'.repeat(5000));
  assert.is((await message(id))?.last_error.length, 500);
  await finish(id, 1, 'perhaps').then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /cannot end as perhaps/),
  );
});

test('an unknown mailbox is suppressed, unless the attempt had lost its lease', async () => {
  const reject = async (attempt: number, for_good: boolean): Promise<string> => {
    const { message_id, email } = await queueMail(db);
    await db.sql`select auth_api.lease_message(${message_id}, 1, null)`;
    await db.sql`
      select auth_api.finish_message(${message_id}, ${attempt}, 'rejected', '550 5.1.1', refused_for_good => ${for_good})`;
    return email;
  };
  const gone = await reject(1, true);
  await reject(1, false);
  await reject(7, true);
  const rows = await db.sql`select address, reason from auth.suppressions`;
  assert.equal(
    [...rows].map((row) => ({ ...row })),
    [{ address: gone, reason: '550 5.1.1' }],
  );
});

test.run();
