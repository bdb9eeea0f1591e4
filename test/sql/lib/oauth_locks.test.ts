// runner: timeout=300

// The SQL functions of the OAuth server take locks in the same order, so no two calls deadlock.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  clientCredentials,
  createApprovedAuthorization,
  createApprovedDevice,
  createEnteredDevice,
  createStartedAuthorization,
  decideAuthorization,
  EVERY_GRANT,
  enterUserCode,
  exchangeAuthorization,
  getAuthorization,
  makeClient,
  newMac,
  OAUTH_SETTINGS,
  pollDeviceAuthorization,
  pushAuthorization,
  refreshClientSession,
  signInByClient,
  startDeviceAuthorization,
  startPushedAuthorization,
} from '../../support/database/oauth.ts';
import {
  api,
  type CallResult,
  client,
  createConfirmedPerson,
  openSqlApi,
  returnedErrorCode,
  SETTINGS,
} from '../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

test('no two functions of the OAuth server deadlock in 1,000 random pairs', async () => {
  const app = await makeClient(sql, { grant_types: EVERY_GRANT });
  const login = sql_api.db.login('gateway', 4);
  const admin = sql_api.db.login('admin', 2);
  const person = await createConfirmedPerson(sql_api);
  const { id: user_id } = person;
  const claims = { ...person.claims, exp: 4e9 };
  const caller = { id: user_id, claims };
  const signed = await signInByClient(sql, app, caller);
  const { session_id, counter } = signed.refresh;
  /** Creates a client that the calls may delete, with a session and an authorization code. */
  const createDoomedClient = async () => {
    const doomed = await makeClient(sql, { backchannel_logout_uri: 'https://client.example.com/backchannel' });
    const ending = await signInByClient(sql, doomed, caller);
    return { doomed, ending, doomed_code: await createApprovedAuthorization(sql, doomed, caller) };
  };
  /** Rows on which both functions of a pair operate. */
  const rows = async () => ({
    ...(await createDoomedClient()),
    waiting: await createStartedAuthorization(sql, app, { wishes: { prompt: 'consent' } }),
    code: await createApprovedAuthorization(sql, app, caller),
    device: await createApprovedDevice(sql, app, caller),
    bound: await createEnteredDevice(sql, app, caller),
    pushed: newMac(),
  });
  type Rows = Awaited<ReturnType<typeof rows>>;
  const revoked = { claims, client_id: app, settings: OAUTH_SETTINGS, client };
  const CALLS: readonly ((on: Rows) => Promise<CallResult>)[] = [
    ({ waiting }) => getAuthorization(login, waiting, caller),
    ({ waiting }) => decideAuthorization(login, waiting, caller),
    ({ waiting }) => decideAuthorization(login, waiting, caller, { action: 'deny' }),
    ({ code }) => exchangeAuthorization(login, app, code),
    ({ code }) => startPushedAuthorization(login, app, code),
    () => pushAuthorization(login, app),
    ({ bound: { mac } }) => enterUserCode(login, mac, caller),
    ({ bound: { id } }) => decideAuthorization(login, id, caller),
    ({ device }) => pollDeviceAuthorization(login, app, device),
    ({ bound: { id } }) => pollDeviceAuthorization(login, app, id),
    ({ pushed }) => startDeviceAuthorization(login, app, pushed),
    () => refreshClientSession(login, app, signed),
    () =>
      api(login, 'revoke_authorized_session', { proof: clientCredentials(app), user_id, session_id: user_id, client }),
    () =>
      api(login, 'inspect_authorized_session', {
        proof: clientCredentials(app),
        user_id,
        session_id,
        counter,
        token_claims: null,
        settings: OAUTH_SETTINGS,
      }),
    () => api(login, 'revoke_grant', revoked),
    () => api(login, 'list_grants', { claims, settings: OAUTH_SETTINGS }),
    () => api(login, 'export_own_data', { claims, settings: SETTINGS }),
    ({ doomed }) =>
      api(admin, 'delete_oauth_client', {
        claims: { role: 'service_role' },
        client_id: doomed,
        settings: OAUTH_SETTINGS,
        client,
      }),
    ({ doomed, doomed_code }) => exchangeAuthorization(login, doomed, doomed_code),
    ({ doomed, ending }) => refreshClientSession(login, doomed, ending),
    ({ doomed, ending: { refresh } }) =>
      api(login, 'revoke_authorized_session', {
        proof: clientCredentials(doomed),
        user_id,
        session_id: refresh.session_id,
        client,
      }),
    ({ doomed, ending: { refresh } }) =>
      api(login, 'end_authorized_session', {
        hint: { aud: doomed, sub: user_id, sid: refresh.session_id },
        client_id: null,
        post_logout_redirect_uri: null,
        client,
      }),
    ({ doomed }) => api(login, 'revoke_grant', { ...revoked, client_id: doomed }),
    () =>
      api(admin, 'change_oauth_client', {
        claims: { role: 'service_role' },
        client_id: app,
        metadata: { client_name: 'Again' },
        settings: OAUTH_SETTINGS,
        client,
      }),
    () =>
      api(admin, 'revoke_user_grant', {
        claims: { role: 'service_role' },
        user_id,
        client_id: app,
        settings: OAUTH_SETTINGS,
        client,
      }),
  ];
  let served = 0;
  const pick = () => CALLS[Math.floor(Math.random() * CALLS.length)] as (typeof CALLS)[number];
  for (let group = 0; group < 100; group += 1) {
    await sql`delete from auth.attempts`;
    const on = await rows();
    for (let pair = 0; pair < 10; pair += 1) {
      // A deadlock is a database error, which api() throws.
      const answers = await Promise.all([pick()(on), pick()(on)]);
      served += answers.filter((answer) => returnedErrorCode(answer) === undefined).length;
    }
  }
  assert.ok(served > 400, `${served} calls were served`);
});

test.run();
