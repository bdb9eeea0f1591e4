// get_replica_state returns the replay state of a standby. test/gateway/standbys.test.ts tests a real standby.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('a primary reports that it is no standby', async () => {
  const { mark } = await sql_api.call('get_wal_position');
  assert.equal(await sql_api.call('get_replica_state'), { standby: false, lsn: null, mark });
});

test.run();
