// The inbox's store: order, search by address and words, limits.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OutgoingMessage } from '../../../core/senders.ts';
import { createStore } from '../../../dev/inbox/store.ts';

const message = (id: string, more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id,
  kind: 'confirmation',
  channel: 'mail',
  to: 'ada@example.com',
  subject: 'Confirm your address',
  html: '<p>Hello</p>',
  text: 'Hello',
  link: 'http://localhost/verify?token=x',
  code: '123456',
  created_at: '2031-01-01T00:00:00.000Z',
  ...more,
});
const ids = (list: readonly { id: string }[]): string => list.map(({ id }) => id).join(' ');

test('returns newest first; a message that arrives again is stored once, as the newest', () => {
  const store = createStore();
  for (const id of ['a', 'b', 'c', 'a']) store.add(message(id), 'source');
  assert.is(ids(store.list({})), 'a c b');
});

test('above its limits of number and size, the store removes the oldest messages, but never the newest', () => {
  const store = createStore({ most: 3, most_characters: 10_000 });
  for (const id of ['a', 'b', 'c', 'd']) store.add(message(id), '');
  assert.is(ids(store.list({})), 'd c b');
  store.add(message('e', { html: 'x'.repeat(9_900) }), '');
  assert.is(ids(store.list({})), 'e');
  store.add(message('f', { html: 'x'.repeat(20_000) }), '');
  assert.is(ids(store.list({})), 'f');
  // Removed messages do not count against the limit.
  store.remove({});
  for (const id of ['g', 'h']) store.add(message(id), 'x'.repeat(4_000));
  assert.is(ids(store.list({})), 'h g');
});

test('finds by the whole address in any case, a number with or without +, and by words anywhere', () => {
  const store = createStore();
  store.add(message('a', { to: 'Ada@Example.com', subject: 'Your sign-in link' }), '');
  store.add(message('b', { to: 'ada@example.com.evil.example' }), '');
  store.add(message('c', { to: '15550100', channel: 'sms', kind: 'sms', subject: '', text: 'Your code is 9' }), '');
  assert.is(ids(store.list({ to: 'ADA@example.com' })), 'a');
  assert.is(ids(store.list({ to: '+15550100' })), 'c');
  assert.is(ids(store.list({ to: 'ada' })), '');
  assert.is(ids(store.list({ search: '  LINK ada ' })), 'a');
  assert.is(ids(store.list({ search: 'sms' })), 'c');
  assert.is(ids(store.list({ search: 'nobody' })), '');
});

test('removes the messages that match a filter, and notifies listeners of each change', () => {
  const store = createStore();
  let changes = 0;
  const forget = store.onChange(() => {
    changes += 1;
  });
  store.add(message('a'), '');
  store.add(message('b', { to: 'eve@example.com' }), '');
  assert.is(store.remove({ id: 'a', to: 'eve@example.com' }), 0);
  assert.is(store.remove({ to: 'eve@example.com' }), 1);
  assert.is(store.remove({ id: 'a' }), 1);
  assert.is(changes, 4);
  forget();
  store.add(message('c'), '');
  assert.is(changes, 4);
});

test.run();
