// lease_client_logout: one worker at a time gets the ended session and the client's current logout URI.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ADMIN, CALLBACK, makeClient, OAUTH_SETTINGS } from '../../../support/database/oauth.ts';
import { api, type CallResult, client, openSqlApi } from '../../../support/database/sql_api.ts';
import { ADDRESS, createEndedSession, finishLogout, leaseLogout, readLogoutRow } from './client_logouts.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

test('the session, the client and its address, under a lease; other callers get its end', async () => {
  const { id, client_id, user_id, session_id } = await createEndedSession(sql_api);
  assert.equal(await leaseLogout(sql, id, { message_lease: 20 }), {
    logout: { id, user_id, session_id, attempt: 1 },
    client: { client_id, url: ADDRESS },
  });
  const { leased_until } = await leaseLogout(sql, id);
  const row = await readLogoutRow(sql, id);
  assert.equal([Date.parse(leased_until ?? ''), row?.state], [row?.leased_until?.getTime(), 'sending']);
  await sql_api.advance(21);
  assert.is((await leaseLogout(sql, id)).logout?.attempt, 2, 'a lease that ran out');
});

test('of many concurrent workers one gets it', async () => {
  const { id } = await createEndedSession(sql_api);
  const pool = sql_api.db.connect(8);
  const answers = await Promise.all(Array.from({ length: 20 }, () => leaseLogout(pool, id)));
  await pool.end();
  assert.is(answers.filter(({ logout }) => logout).length, 1);
});

test('a logout that has ended, or is unknown, returns nothing', async () => {
  const { id } = await createEndedSession(sql_api);
  await leaseLogout(sql, id);
  await finishLogout(sql, { id, outcome: 'delivered' });
  for (const one of [id, randomUUID()]) assert.equal(await leaseLogout(sql, one), { nothing: 'already ended' });
});

test('the address is the present one; without one the logout has failed', async () => {
  const app = await makeClient(sql, { backchannel_logout_uri: ADDRESS });
  const change = (backchannel_logout_uri: string) =>
    api(sql, 'change_oauth_client', {
      claims: ADMIN,
      client_id: app,
      metadata: { backchannel_logout_uri },
      settings: OAUTH_SETTINGS,
      client,
    });
  const [moved, removed] = [await createEndedSession(sql_api, app), await createEndedSession(sql_api, app)];
  await change(`${ADDRESS}/2`);
  assert.is((await leaseLogout(sql, moved.id)).client?.url, `${ADDRESS}/2`);
  await change('');
  assert.equal(await leaseLogout(sql, removed.id), { nothing: 'no address any more' });
  const row = await readLogoutRow(sql, removed.id);
  assert.equal([row?.state, row?.last_error], ['failed', 'the client has no address for logout tokens any more']);
});

test('a deleted client still gets the tokens of the sessions that ended with it', async () => {
  const { id, client_id } = await createEndedSession(sql_api);
  await api(sql, 'delete_oauth_client', { claims: ADMIN, client_id, settings: OAUTH_SETTINGS, client });
  assert.is((await leaseLogout(sql, id)).client?.url, ADDRESS);
});

test('jobs of clients that registered themselves come after those of an administrator’s', async () => {
  const { client: registered } = await api(sql, 'register_oauth_client', {
    metadata: { redirect_uris: [CALLBACK], backchannel_logout_uri: ADDRESS },
    settings: { ...OAUTH_SETTINGS, oauth_server_dynamic_redirects: 'any' },
    client,
  });
  const priorityOf = async ({ id }: { id: string }) =>
    (await sql`select j.priority from auth_queue.job as j where j.data ->> 'logout_id' = ${id}`)[0]?.priority;
  const theirs = await priorityOf(await createEndedSession(sql_api, String((registered as CallResult).client_id)));
  assert.equal([theirs, await priorityOf(await createEndedSession(sql_api))], [0, 1]);
});

test.run();
