// get_figures: the figures of the overview.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, confirmed, openSurface } from '../../../support/database/surface.ts';
import { administering } from './console.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());
const { sql } = surface.db;
const { ask } = administering(surface);

test('users, sessions, bans, locked accounts, messages, events', async () => {
  const before = await ask('get_figures');
  const user = await confirmed(surface);
  await sql`update auth.users set banned_until = auth_lib.clock() + interval '1 hour' where id = ${user.id}`;
  await sql`insert into auth.attempts (digest, failures, failing_since, touched_at) values ('\\x01', 100, auth_lib.clock(), auth_lib.clock()),
    ('\\x02', 99, auth_lib.clock(), auth_lib.clock()), ('\\x03', 100, auth_lib.clock() - interval '2 hours', auth_lib.clock())`;
  await sql`insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to, state, expires_at, finished_at, created_at)
    select gen_random_uuid(), ${user.id}, 'recovery', 'mail', 'a@example.com', 1, '', '', 'failed', auth_lib.clock(), auth_lib.clock() - ago, auth_lib.clock()
    from (values (interval '1 hour'), ('2 days')) as a (ago)`;
  const after = await ask('get_figures');
  const grew = (name: string): number => Number(after[name]) - Number(before[name]);
  assert.equal(['users', 'new_users', 'live_sessions', 'banned', 'locked_accounts'].map(grew), [1, 1, 1, 1, 1]);
  const failed = ({ messages }: Answer): number => (messages as { failed: number }).failed;
  assert.is(failed(after) - failed(before), 1);
  assert.equal(
    (after.queues as { name: string }[]).map(({ name }) => name),
    ['hooks', 'mail', 'sms', 'webhooks'],
  );
});

test.run();
