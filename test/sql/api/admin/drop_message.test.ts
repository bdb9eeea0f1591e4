// drop_message: discards a waiting message; one that was sent or is being sent stays.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';
import { byAdmin, refusesStrangers } from './admin.ts';
import { CHANGING, finish, lease, SENT, UNKNOWN, userWithMail } from './messages.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const refused = (message_id: unknown, words: typeof SENT) =>
  surface.refused('drop_message', { ...CHANGING, message_id }, words);

test('administrators only; rejects an unknown message', async () => {
  await refusesStrangers(surface, 'drop_message', { message_id: randomUUID() });
  for (const id of ['x', null, randomUUID()]) await refused(id, UNKNOWN);
});

test('a waiting one is never sent', async () => {
  const { id, user_id } = await userWithMail(surface);
  const answer = await surface.call('drop_message', { ...CHANGING, message_id: id });
  assert.equal(
    [answer.state, answer.last_error, answer.finished_at],
    ['skipped', 'dropped by an administrator', surface.now()],
  );
  assert.equal(await surface.audited(), byAdmin('message_dropped', { message_id: id, user_id }));
  assert.equal(await lease(surface, id), { nothing: 'skipped' });
});

test('one that is being sent, or was, stays; an expired lease of a dead worker does not protect it', async () => {
  const [sent, orphaned] = [await userWithMail(surface), await userWithMail(surface)];
  await lease(surface, sent.id);
  await refused(sent.id, SENT);
  await finish(surface, sent.id, 'sent', '');
  await refused(sent.id, SENT);
  await lease(surface, orphaned.id);
  await surface.advance(31);
  assert.is((await surface.call('drop_message', { ...CHANGING, message_id: orphaned.id })).state, 'skipped');
});

test.run();
