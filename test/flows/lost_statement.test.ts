// runner: when=sql,gateway,core

// A connection breaks before a statement assigned to it is sent. No response may claim that the statement ran.
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createDatabase } from '../support/database/db.ts';
import { type Answer, bearer, confirmedUser, startStack } from '../support/processes/stack.ts';
import { startDatabaseRelay } from './database_relay.ts';

const db = await createDatabase();
const line = await startDatabaseRelay(db.url('gateway'));
const stack = await startStack({
  keeps_time_limits: true,
  db,
  env: { DATABASE_URL_GATEWAY: line.url(db.url('gateway')) },
});
test.after(async () => {
  await stack.close();
  await line.close();
});

const unavailable = (answer: Answer | undefined) => assert.is(answer?.status, 503, answer?.text);

test('a statement lost with its connection is never answered as if it had run', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { access_token, id } = await confirmedUser(stack);
    await line.cut();
    // The sockets are closed. The driver may not have noticed that yet.
    const requests = [stack.get('/user', bearer(access_token)), stack.post('/logout', undefined, bearer(access_token))];
    await sleep(20);
    await line.restore();
    for (let i = 0; i < 3; i += 1) {
      await sleep(60);
      await Promise.all(Array.from({ length: 12 }, () => stack.get('/user', bearer(access_token))));
    }
    const [user, logout] = await Promise.all(requests);
    if (user?.status === 200) assert.is(user.body.id, id);
    else unavailable(user);
    const [row] = await db.sql`select revoked_at from auth.sessions where user_id = ${id}`;
    if (logout?.status === 204) assert.ok(row?.revoked_at);
    else unavailable(logout);
  }
});

test.run();
