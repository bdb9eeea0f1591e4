// Tests of revoke_grant.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createApprovedAuthorization,
  exchangeAuthorization,
  makeClient,
  OAUTH_SETTINGS,
  signInByClient,
} from '../../../support/database/oauth.ts';
import { api, type CallResult, client, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const app = await makeClient(sql);

test('ends the client’s sessions and codes of this user, and of nobody else', async () => {
  const [person, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  for (const one of [person, other]) await signInByClient(sql, app, one);
  const code = await createApprovedAuthorization(sql, app, person);
  const changed = await sql_api.changes(() =>
    api(sql, 'revoke_grant', { claims: person.claims, client_id: app, settings: OAUTH_SETTINGS, client }),
  );
  assert.equal(changed, ['audit_log', 'oauth_authorizations', 'oauth_consents', 'sessions']);
  assert.equal(await sql_api.audited(), {
    actions: ['token_revoked'],
    traits: { action: 'revoke_oauth_grant', oauth_client_id: app },
    actor_id: person.id,
  });
  assert.is(
    ((await exchangeAuthorization(sql, app, code)).refused as CallResult).message,
    'Invalid authorization code',
  );
  const live = await sql`select user_id from auth.sessions where oauth_client_id = ${app} and revoked_at is null`;
  assert.equal(
    live.map((row) => row.user_id),
    [other.id],
  );
});

test.run();
