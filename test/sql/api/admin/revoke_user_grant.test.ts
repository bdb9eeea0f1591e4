// Tests of revoke_user_grant.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, makeClient, OAUTH_SETTINGS, signInByClient } from '../../../support/database/oauth.ts';
import {
  api,
  type CallResult,
  client,
  createConfirmedPerson,
  openSqlApi,
  returnedErrorCode,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

test('ends the client’s sessions of the user, audited as the administrator’s', async () => {
  const person = await createConfirmedPerson(sql_api);
  const client_id = await makeClient(sql);
  await signInByClient(sql, client_id, person);
  const args = { claims: ADMIN, user_id: person.id, client_id, settings: OAUTH_SETTINGS, client };
  assert.equal(await api(sql, 'revoke_user_grant', args), {});
  assert.equal(
    (await sql`select from auth.sessions where oauth_client_id = ${client_id} and revoked_at is null`).length,
    0,
  );
  const audited = await sql_api.audited();
  assert.equal(
    [audited?.actions, (audited?.traits as CallResult | undefined)?.user_id],
    [['token_revoked'], person.id],
  );
});

test('a client has to be named', async () => {
  const person = await createConfirmedPerson(sql_api);
  const answer = await api(sql, 'revoke_user_grant', {
    claims: ADMIN,
    user_id: person.id,
    client_id: '',
    settings: OAUTH_SETTINGS,
    client,
  });
  assert.is(returnedErrorCode(answer), 'validation_failed');
});

test.run();
