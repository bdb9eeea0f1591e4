// Tests of get_figures.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallResult, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';
import { adminCalls } from './console.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());
const { sql } = sql_api.db;
const { ask } = adminCalls(sql_api);

test('users, sessions, bans, locked accounts, messages, events', async () => {
  const before = await ask('get_figures');
  const user = await createConfirmedPerson(sql_api);
  await sql`update auth.users set banned_until = auth_lib.clock() + interval '1 hour' where id = ${user.id}`;
  await sql`insert into auth.attempts (digest, failures, failing_since, touched_at) values ('\\x01', 100, auth_lib.clock(), auth_lib.clock()),
    ('\\x02', 99, auth_lib.clock(), auth_lib.clock()), ('\\x03', 100, auth_lib.clock() - interval '2 hours', auth_lib.clock())`;
  await sql`insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to, state, expires_at, finished_at, created_at)
    select gen_random_uuid(), ${user.id}, 'recovery', 'mail', 'a@example.com', 1, '', '', 'failed', auth_lib.clock(), auth_lib.clock() - ago, auth_lib.clock()
    from (values (interval '1 hour'), ('2 days')) as a (ago)`;
  const after = await ask('get_figures');
  const grew = (name: string): number => Number(after[name]) - Number(before[name]);
  assert.equal(['users', 'new_users', 'live_sessions', 'banned', 'locked_accounts'].map(grew), [1, 1, 1, 1, 1]);
  const failed = ({ messages }: CallResult): number => (messages as { failed: number }).failed;
  assert.is(failed(after) - failed(before), 1);
  assert.equal(
    (after.queues as { name: string }[]).map(({ name }) => name),
    ['hooks', 'logouts', 'mail', 'sms', 'webhooks'],
  );
});

test.run();
