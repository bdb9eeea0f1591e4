// unsuppress_address: the address receives messages again.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { client, type Expected, openSurface, settings } from '../../../support/database/surface.ts';
import { byAdmin, refusesStrangers } from './admin.ts';
import { CHANGING, lease } from './messages.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const NOT_HELD: Expected = [404, 'not_found', 'Nothing holds messages to this address back'];

test('administrators only; rejects an address that is not suppressed', async () => {
  await refusesStrangers(surface, 'unsuppress_address', { address: 'a@example.com' });
  for (const address of ['a@example.com', '', null, 'x']) {
    await surface.refused('unsuppress_address', { ...CHANGING, address }, NOT_HELD);
  }
});

test('its next message is sent', async () => {
  const address = 'back@example.com';
  await surface.call('suppress_address', { ...CHANGING, address });
  assert.equal(await surface.call('unsuppress_address', { ...CHANGING, address: 'BACK@example.com' }), { address });
  assert.equal(await surface.audited(), byAdmin('address_unsuppressed', { address }));
  assert.equal(await surface.rows('auth.suppressions'), []);
  await surface.call('sign_up', { email: address, password: 'correct horse battery', settings: settings(), client });
  const [message] = await surface.rows('auth.messages', `t.to_address = '${address}'`);
  assert.ok((await lease(surface, String(message?.id))).message);
});

test.run();
