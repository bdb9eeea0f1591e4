// Tests of list_grants.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { makeClient, OAUTH_SETTINGS, signInByClient } from '../../../support/database/oauth.ts';
import { api, type CallResult, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

test('lists the approved clients of the caller, the newest first', async () => {
  const person = await createConfirmedPerson(sql_api);
  const clients = [await makeClient(sql, { client_name: 'One' }), await makeClient(sql, { client_name: 'Two' })];
  for (const id of clients) {
    await signInByClient(sql, id, person, { scope: 'email profile' });
    await sql_api.advance(1);
  }
  const grants = (await api(sql, 'list_grants', {
    claims: person.claims,
    settings: OAUTH_SETTINGS,
  })) as unknown as CallResult[];
  assert.equal(
    grants.map((grant) => (grant.client as CallResult).id),
    [...clients].reverse(),
  );
  assert.equal(grants[0]?.scopes, ['email', 'profile']);
  const nobody = await createConfirmedPerson(sql_api);
  assert.equal(await api(sql, 'list_grants', { claims: nobody.claims, settings: OAUTH_SETTINGS }), []);
});

test('the new owner of an account finds no client that somebody else approved before', async () => {
  const stranger = await createConfirmedPerson(sql_api);
  await signInByClient(sql, await makeClient(sql, { client_name: 'Lure' }), stranger);
  const left = async () => (await sql`select from auth.oauth_consents where user_id = ${stranger.id}`).length;
  assert.is(await left(), 1);
  await sql`select auth_lib.assign_ownership(u, null, null) from auth.users as u where u.id = ${stranger.id}`;
  assert.is(await left(), 0);
});

test.run();
