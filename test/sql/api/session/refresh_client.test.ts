// refresh_session issues no tokens to an OAuth client without the grant type refresh_token.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { clientCredentials, makeClient, OAUTH_SETTINGS, signInByClient } from '../../../support/database/oauth.ts';
import {
  api,
  client,
  createConfirmedPerson,
  openSqlApi,
  returnedErrorCode,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

test('a client that may no longer use the grant is refused, and its session stays as it is', async () => {
  const person = await createConfirmedPerson(sql_api);
  const client_id = await makeClient(sql);
  const { refresh } = await signInByClient(sql, client_id, person);
  await sql`update auth.oauth_clients set grant_types = '{authorization_code}' where id = ${client_id}`;
  const changed = await sql_api.changes(async () => {
    const answer = await api(sql, 'refresh_session', {
      ...{ user_id: person.id, session_id: refresh.session_id, counter: refresh.counter },
      ...{ proof: clientCredentials(client_id), settings: OAUTH_SETTINGS, client },
    });
    assert.is(returnedErrorCode(answer), 'unauthorized_client');
  });
  assert.equal(changed, []);
});

test.run();
