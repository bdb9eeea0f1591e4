// get_replay: the replay state of a standby. test/gateway/standbys.test.ts tests a real one.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSurface } from '../../../support/database/surface.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

test('a primary reports that it is no standby', async () => {
  const { mark } = await surface.call('get_position');
  assert.equal(await surface.call('get_replay'), { standby: false, lsn: null, mark });
});

test.run();
