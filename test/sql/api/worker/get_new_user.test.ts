// Tests of get_new_user.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { queueMail } from '../../../support/processes/worker.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());

const show = async (id: string) =>
  (await db.sql`select auth_api.get_new_user(user_id => ${id}) as told`)[0]?.told as object;

test('the user as hooks get it, without null members', async () => {
  const { user_id, email } = await queueMail(db, {});
  const { user, time } = (await show(user_id)) as { user: Record<string, unknown>; time: string };
  assert.equal([user.id, user.email], [user_id, email]);
  assert.not.ok(Object.values(user).includes(null));
  assert.match(time, /Z$/);
  await db.sql`update auth.users set deleted_at = now() where id = ${user_id}`;
  assert.equal(await show(user_id), {});
  assert.equal(await show(randomUUID()), {});
});

test.run();
