// list_suppressions: suppressed addresses, newest first.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Args, openSurface } from '../../../support/database/surface.ts';
import { refusesStrangers } from './admin.ts';
import { CHANGING, READING } from './messages.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const list = async (args: Args = {}): Promise<Args[]> =>
  (await surface.call('list_suppressions', { ...READING, ...args })).suppressions as Args[];

test('administrators only', () => refusesStrangers(surface, 'list_suppressions'));

test('all, one, or the newest few', async () => {
  assert.equal(await list(), []);
  await surface.call('suppress_address', { ...CHANGING, address: 'one@example.com', reason: '550 5.1.1' });
  const since = surface.now();
  await surface.advance(1);
  await surface.call('suppress_address', { ...CHANGING, address: 'two@example.com' });
  const one = { address: 'one@example.com', reason: '550 5.1.1', created_at: since };
  const two = { address: 'two@example.com', reason: 'by an administrator', created_at: surface.now() };
  assert.equal(await list(), [two, one]);
  assert.equal(await list({ address: 'ONE@example.com' }), [one]);
  assert.equal(await list({ most: 1 }), [two]);
  assert.equal(await list({ address: 'three@example.com' }), []);
});

test.run();
