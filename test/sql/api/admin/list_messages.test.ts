// list_messages: newest first, by state and by address, without link or code material.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, openSurface } from '../../../support/database/surface.ts';
import { refusesStrangers } from './admin.ts';
import { finish, lease, READING, userWithMail } from './messages.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const list = async (args: Args = {}): Promise<Args[]> =>
  (await surface.call('list_messages', { ...READING, ...args })).messages as Args[];
const ids = (messages: Args[]): unknown[] => messages.map(({ id }) => id);

test('administrators only', () => refusesStrangers(surface, 'list_messages'));

test('waiting and finished messages, newest first, filtered by state, address and count', async () => {
  const first = await userWithMail(surface);
  await surface.advance(1);
  const second = await userWithMail(surface);
  await surface.advance(1);
  const third = await userWithMail(surface);
  await surface.advance(1);
  await lease(surface, second.id);
  await finish(surface, second.id, 'sent', '');
  assert.equal(ids(await list()), [second.id, third.id, first.id], 'an ended message by its end');
  assert.equal(ids(await list({ state: 'queued' })), [third.id, first.id]);
  assert.equal(ids(await list({ state: 'sent' })), [second.id]);
  assert.equal(ids(await list({ address: second.email.toUpperCase() })), [second.id]);
  assert.equal(await list({ address: 'nobody@example.com' }), []);
  assert.equal(ids(await list({ most: '1' })), [second.id]);
});

test('a row has its address and delivery state, and neither token nor link', async () => {
  const sent = await userWithMail(surface);
  let answer: Args[] = [];
  const written = await surface.changes(async () => {
    answer = await list({ address: sent.email });
  });
  assert.equal(written, []);
  assert.equal(answer, [
    {
      id: sent.id,
      user_id: sent.user_id,
      kind: 'confirmation',
      channel: 'mail',
      to: sent.email,
      state: 'queued',
      tries: 0,
      last_error: null,
      created_at: surface.now(),
      expires_at: surface.now().replace('05-01', '05-02'),
      finished_at: null,
      not_before: null,
    },
  ]);
});

test.run();
