// get_message: gets one message and its delivery state.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { NO_IDS, refusesStrangers } from './admin.ts';
import { finish, lease, READING, UNKNOWN, userWithMail } from './messages.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('administrators only; an invalid id is an unknown message', async () => {
  await refusesStrangers(surface, 'get_message', { message_id: randomUUID() });
  for (const message_id of [...NO_IDS, null, randomUUID()]) {
    await surface.refused('get_message', { ...READING, message_id }, UNKNOWN);
  }
});

test("the server's answer, and its time", async () => {
  const { id, email } = await userWithMail(surface);
  await lease(surface, id);
  const taken = await surface.call('get_message', { ...READING, message_id: id });
  assert.equal([taken.state, taken.tries, taken.not_before], ['sending', 1, '2031-05-01T12:00:30.0Z']);
  await finish(surface, id, 'rejected', '550 at RCPT TO');
  const ended = await surface.call('get_message', { ...READING, message_id: id });
  assert.equal(
    [ended.to, ended.state, ended.last_error, ended.finished_at],
    [email, 'failed', '550 at RCPT TO', surface.now()],
  );
});

test.run();
