// Tests of extend_message_lease.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { queueMail } from '../../../support/processes/worker.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

const taken = async (): Promise<string> => {
  const { message_id } = await queueMail(db);
  await db.sql`select auth_api.lease_message(${message_id}, 1, '{"message_lease": 10}')`;
  return message_id;
};
const extend = async (id: string, attempt: number, lease_s: number): Promise<boolean> => {
  const settings = db.sql.json({ message_lease: lease_s });
  const [row] = await db.sql`select auth_api.extend_message_lease(${id}, ${attempt}, ${settings}) as r`;
  return row?.r.extended;
};
const leased = async (id: string): Promise<Date | null> =>
  (await db.sql`select leased_until from auth.messages where id = ${id}`)[0]?.leased_until;

test('extends the lease of the current attempt, and never shortens it', async () => {
  const id = await taken();
  const first = await leased(id);
  assert.is(await extend(id, 1, 60), true);
  const second = await leased(id);
  assert.ok(first && second && second.getTime() - first.getTime() >= 49_000);
  assert.is(await extend(id, 1, 1), true);
  assert.equal(await leased(id), second);
});

test('an attempt that has ended, lost its lease to a later one, or never existed, extends nothing', async () => {
  const id = await taken();
  const before = await leased(id);
  assert.is(await extend(id, 2, 60), false);
  assert.equal(await leased(id), before);
  await db.sql`select auth_api.finish_message(${id}, 1, 'failed', 'busy')`;
  assert.is(await extend(id, 1, 60), false);
  assert.is(await leased(id), null);
  assert.is(await extend(randomUUID(), 1, 60), false);
});

test.run();
