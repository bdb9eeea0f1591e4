// The worker calls a sending function on a separate connection. Session state that the function leaves does not affect
// the next message.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OutgoingMessage } from '../../core/senders.ts';
import { createHookSender } from '../../worker/hooks/send.ts';
import { createBoundedPool } from '../../worker/queue/bounded_pool.ts';
import { createDatabase } from '../support/database/db.ts';
import { createHookSchema, defineHook } from '../support/database/hooks.ts';
import { LAYOUT } from '../support/database/layout.ts';

const db = await createDatabase({ template: 'migrated' });
await createHookSchema(db);
const sql = createBoundedPool(() => db.login('worker', 1), { max: 1 });
test.after(async () => {
  await sql.end({ timeout: 2 });
  await db.drop();
});

const send = createHookSender('send_email', { schema: 'app', function: 'send_email' }, { sql, api: 'auth_api' });
const MESSAGE = {
  id: '1',
  kind: 'recovery',
  channel: 'mail',
  to: 'a@example.com',
  event: { user: {} },
} as OutgoingMessage;
const attempt = () =>
  send(MESSAGE, new AbortController().signal).then(
    () => 'sent',
    (error: Error) => error.message,
  );
const pid = async (): Promise<number> => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid ?? 0;

const NO_STATEMENT = 'no statement of the worker';
const LEAVES: Readonly<Record<string, string>> = {
  'a statement': `execute 'prepare mine as select 1'; return null;`,
  'a statement, and fails': `execute 'prepare mine as select 1'; raise exception 'x';`,
  [NO_STATEMENT]: `execute 'deallocate all'; return null;`,
  'a setting': `perform set_config('work_mem', '1MB', false); return null;`,
  'who asks': `perform set_config('request.jwt.claims', '{"sub": "x"}', false); return null;`,
  'a cursor': `execute 'declare later cursor with hold for select 1'; return null;`,
};

for (const [what, body] of Object.entries(LEAVES)) {
  test(`closes a function’s connection and fails the attempt if it leaves ${what}`, async () => {
    await defineHook(db, 'send_email', body);
    const before = await pid();
    if (LAYOUT.pooler && what === NO_STATEMENT) {
      assert.is(await attempt(), 'sent', 'there are none');
    } else {
      assert.is(await attempt(), 'the function of the hook failed (PH003)');
      // A pooler keeps the server connection (hook_pooled.test.ts).
      if (LAYOUT.pooler === null) assert.is.not(await pid(), before);
    }
    await defineHook(db, 'send_email');
    assert.is(await attempt(), 'sent');
  });
}

test('a function’s locks end with it, even if it fails, and it listens to nothing; the connection is kept', async () => {
  const before = await pid();
  for (const end of ['return null;', `raise exception 'x';`]) {
    await defineHook(db, 'send_email', `perform pg_advisory_lock(4713); listen spy; ${end}`);
    assert.is(await attempt(), end.startsWith('return') ? 'sent' : 'the function of the hook failed (P0001)');
    assert.equal([...(await db.sql`select from pg_locks where locktype = 'advisory' and objid = 4713`)], []);
    assert.equal([...(await sql`select pg_listening_channels()`)], []);
  }
  assert.is(await pid(), before);
});

test.run();
