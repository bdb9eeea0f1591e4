// get_users_at returns null on a server that is not a standby. test/gateway/standbys.test.ts tests a real standby.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createConfirmedPerson, openSqlApi, settings } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

test('several users on a server that is no standby: null, so that the primary is asked', async () => {
  const { claims } = await createConfirmedPerson(sql_api);
  const reached = await sql_api.call('get_wal_position');
  const args = { reached, calls: [[claims, null]], settings: settings() };
  assert.equal(await sql_api.call('get_users_at', args), {});
});

test.run();
