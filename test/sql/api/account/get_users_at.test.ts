// get_users_at: a server that is no standby returns null. test/gateway/standbys.test.ts tests a real standby.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmed, openSurface, settings } from '../../../support/database/surface.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('several users on a server that is no standby: null, so that the primary is asked', async () => {
  const { claims } = await confirmed(surface);
  const reached = await surface.call('get_position');
  const args = { reached, calls: [[claims, null]], settings: settings() };
  assert.equal(await surface.call('get_users_at', args), {});
});

test.run();
