// Tests of deliver_to_hook.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../../../support/database/db.ts';
import { createHookSchema, defineHook } from '../../../support/database/hooks.ts';

const db = await createDatabase({ template: 'migrated' });
test.after(() => db.drop());
await createHookSchema(db);

const deliver = async (event: object, hook = 'send_email') => {
  const settings = JSON.stringify({ hooks: { [hook]: { schema: 'app', function: hook } } });
  const [row] = await db.sql<{ told: unknown }[]>`
    select auth_api.deliver_to_hook(hook => ${hook}, event => ${JSON.stringify(event)}::text::jsonb, settings => ${settings}::text::jsonb) as told`;
  return row?.told;
};
const fault = async (work: Promise<unknown>) => {
  const error = (await work.catch((thrown: unknown) => thrown)) as { code: string; message: string; detail: string };
  return [error.code, error.message, error.detail];
};

test('the function gets the event; its answer is ignored except for an error', async () => {
  await defineHook(db, 'send_email', `insert into app.notes values (event -> 'metadata' ->> 'uuid'); return null;`);
  assert.equal(await deliver({ metadata: { uuid: 'x' } }), {});
  assert.equal(
    (await db.sql`select note from app.notes`).map(({ note }) => note as string),
    ['x'],
  );
  await defineHook(db, 'send_email', `return '{"error": {"http_code": 422, "message": "no"}}';`);
  assert.equal(await fault(deliver({})), ['PH002', 'no', '{"code": null, "status": 422}']);
});

test('calls a function of json too; a missing one is an error', async () => {
  await db.sql.unsafe(`drop function app.send_sms;
    create function app.send_sms(event json) returns json language sql as $$ select '{"taken": true}'::json $$;
    grant execute on function app.send_sms to auth_hooks`);
  assert.equal(await deliver({}, 'send_sms'), { taken: true });
  await db.sql.unsafe('drop function app.send_sms');
  assert.equal((await fault(deliver({}, 'send_sms'))).slice(0, 2), [
    '42883',
    'there is no function app.send_sms(jsonb)',
  ]);
});

test.run();
