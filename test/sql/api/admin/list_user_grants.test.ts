// Tests of list_user_grants.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, makeClient, OAUTH_SETTINGS, signInByClient } from '../../../support/database/oauth.ts';
import { api, type CallResult, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

test('lists the clients of a user', async () => {
  const person = await createConfirmedPerson(sql_api);
  const client_id = await makeClient(sql);
  await signInByClient(sql, client_id, person);
  const args = { claims: ADMIN, user_id: person.id, settings: OAUTH_SETTINGS };
  const grants = (await api(sql, 'list_user_grants', args)) as unknown as CallResult[];
  assert.equal(
    grants.map((grant) => (grant.client as CallResult).id),
    [client_id],
  );
});

test.run();
