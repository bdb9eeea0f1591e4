// get_replay: what a server says of itself as a standby; what a real one says is in test/gateway/standbys.test.ts.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/surface.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('a primary says that it is none’s standby', async () => {
  const { mark } = await surface.call('get_position');
  assert.equal(await surface.call('get_replay'), { standby: false, lsn: null, mark });
});

test.run();
