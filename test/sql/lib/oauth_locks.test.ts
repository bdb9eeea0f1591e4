// runner: when=sql

// Random pairs of SQL functions of the OAuth server run at once without a deadlock, because the functions take locks in
// the same order.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom, readSeed } from '../../security/random.ts';
import {
  CALLBACK,
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
  startAuthorization,
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

const LOGOUT_URI = 'https://client.example.com/backchannel';
const DOCUMENT_URL = 'https://app.example.com/client.json';

test('no two functions of the OAuth server deadlock in 1,000 random pairs', async () => {
  const seed = readSeed();
  console.log(`seed ${seed}`);
  const below = createRandom(seed);
  const app = await makeClient(sql, { grant_types: EVERY_GRANT, backchannel_logout_uri: LOGOUT_URI });
  const login = sql_api.db.login('gateway', 4);
  const admin = sql_api.db.login('admin', 2);
  const worker = sql_api.db.login('worker', 2);
  const person = await createConfirmedPerson(sql_api);
  const { id: user_id } = person;
  const claims = { ...person.claims, exp: 4e9 };
  const caller = { id: user_id, claims };
  /** Creates a client that the calls may delete, with a session and an authorization code. */
  const createDoomedClient = async () => {
    const doomed = await makeClient(sql, { backchannel_logout_uri: LOGOUT_URI });
    const ending = await signInByClient(sql, doomed, caller);
    return { doomed, ending, doomed_code: await createApprovedAuthorization(sql, doomed, caller) };
  };
  const old = new Date(Date.parse(sql_api.now()) - 40 * 86_400_000);
  /** Creates rows that purge_expired deletes, and a logout token that the worker may still send. */
  const createExpiredRows = async () => {
    const expired = await createStartedAuthorization(sql, app);
    await sql`update auth.oauth_authorizations set created_at = ${old}, expires_at = ${old} where id = ${expired}`;
    const ended = await signInByClient(sql, app, caller);
    await sql`update auth.sessions set revoked_at = ${sql_api.now()}, revoked_reason = 'admin'
      where id = ${ended.refresh.session_id}`;
    const [logout] = await sql<{ id: string }[]>`update auth.oauth_logouts set created_at = ${old}
      where session_id = ${ended.refresh.session_id} returning id`;
    if (logout === undefined) throw new Error('no logout was queued');
    const outlived = await signInByClient(sql, app, caller);
    await sql`update auth.sessions set not_after = ${old} where id = ${outlived.refresh.session_id}`;
    await sql`update auth.oauth_clients set created_at = ${old}, last_used_at = null where registration_type <> 'manual'`;
    return { expired, logout_id: logout.id, outlived };
  };
  /** Rows on which both functions of a pair operate. */
  const rows = async () => ({
    ...(await createDoomedClient()),
    ...(await createExpiredRows()),
    signed: await signInByClient(sql, app, caller),
    silent: await createStartedAuthorization(sql, app, { wishes: { prompt: 'none' } }),
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
    ({ signed }) => refreshClientSession(login, app, signed),
    ({ signed: { refresh } }) =>
      api(login, 'revoke_authorized_session', {
        proof: clientCredentials(app),
        user_id,
        session_id: refresh.session_id,
        client,
      }),
    ({ signed: { refresh } }) =>
      api(login, 'inspect_authorized_session', {
        proof: clientCredentials(app),
        ...refresh,
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
    () => startAuthorization(login, app),
    ({ silent }) => getAuthorization(login, silent, caller),
    ({ silent }) => api(login, 'decline_authorization', { authorization_id: silent, reason: 'login_required' }),
    ({ signed: { refresh } }) =>
      api(login, 'end_authorized_session', {
        hint: { aud: app, sub: user_id, sid: refresh.session_id },
        client_id: null,
        post_logout_redirect_uri: null,
        client,
      }),
    () =>
      api(admin, 'create_oauth_client', {
        claims: { role: 'service_role' },
        metadata: { redirect_uris: [CALLBACK], client_name: 'New' },
        settings: OAUTH_SETTINGS,
        client,
      }),
    () =>
      api(admin, 'renew_oauth_client_secret', {
        claims: { role: 'service_role' },
        client_id: app,
        settings: { ...OAUTH_SETTINGS, oauth_server_secret_overlap: 3_600 },
        client,
      }),
    () =>
      api(login, 'register_oauth_client', {
        metadata: { redirect_uris: ['http://localhost/callback'], client_name: 'Registered' },
        settings: OAUTH_SETTINGS,
        client,
      }),
    () =>
      api(login, 'save_client_document', {
        document_url: DOCUMENT_URL,
        document: { client_id: DOCUMENT_URL, client_name: 'App', redirect_uris: ['https://app.example.com/callback'] },
        seconds: 3_600,
        settings: OAUTH_SETTINGS,
        client,
      }),
    ({ logout_id }) => api(worker, 'lease_client_logout', { logout_id, settings: OAUTH_SETTINGS }),
    ({ logout_id }) =>
      api(worker, 'finish_client_logout', {
        logout_id,
        attempt: 1,
        outcome: 'failed',
        error: '503',
        settings: OAUTH_SETTINGS,
      }),
    () => api(worker, 'purge_expired', { most: 100, settings: OAUTH_SETTINGS }),
    ({ expired }) => getAuthorization(login, expired, caller),
    ({ outlived }) => refreshClientSession(login, app, outlived),
    ({ outlived: { refresh } }) =>
      api(login, 'revoke_authorized_session', {
        proof: clientCredentials(app),
        user_id,
        session_id: refresh.session_id,
        client,
      }),
  ];
  let served = 0;
  const pick = () => CALLS[below(CALLS.length)] as (typeof CALLS)[number];
  for (let group = 0; group < 100; group += 1) {
    await sql`delete from auth.attempts`;
    // After two renewals the credentials of the test's calls would be invalid.
    await sql`update auth.oauth_clients set secret_generation = 1 where id = ${app}`;
    const on = await rows();
    for (let pair = 0; pair < 10; pair += 1) {
      // A deadlock is a database error, which api() throws.
      const answers = await Promise.all([pick()(on), pick()(on)]);
      served += answers.filter((answer) => returnedErrorCode(answer) === undefined).length;
    }
  }
  assert.ok(served > 400, `POSTERN_TEST_SEED=${seed}: ${served} calls were served`);
});

test.run();
