// Tests of poll_device_authorization.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  ADMIN,
  clientCredentials,
  createApprovedAuthorization,
  createApprovedDevice,
  createEnteredDevice,
  decideAuthorization,
  EVERY_GRANT,
  enterUserCode,
  exchangeAuthorization,
  type IssuedTokens,
  makeClient,
  newMac,
  OAUTH_SETTINGS,
  pollDeviceAuthorization,
  refreshClientSession,
  startDeviceAuthorization,
} from '../../../support/database/oauth.ts';
import {
  api,
  type CallResult,
  client,
  createConfirmedPerson,
  openSqlApi,
  returnedErrorCode,
  SETTINGS,
  type SqlPerson,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const app = await makeClient(sql, { grant_types: EVERY_GRANT });
const outcome = (answer: CallResult): string => returnedErrorCode(answer) ?? 'tokens';
const begin = async (): Promise<{ id: string; mac: string }> => {
  const [id, mac] = [randomUUID(), newMac()];
  await startDeviceAuthorization(sql, app, mac, { id });
  return { id, mac };
};

test('waits for the user, slows a hasty device down by five seconds each time, and then opens a session', async () => {
  const { id, mac } = await begin();
  const asked = async (seconds: number): Promise<string> => {
    await sql_api.advance(seconds);
    return outcome(await pollDeviceAuthorization(sql, app, id));
  };
  assert.is(await asked(0), 'authorization_pending');
  assert.is(await asked(5), 'authorization_pending');
  assert.is(await asked(2), 'slow_down');
  assert.is(await asked(6), 'slow_down', 'the interval is ten seconds now');
  assert.is(await asked(15), 'authorization_pending');
  const person = await createConfirmedPerson(sql_api);
  await enterUserCode(sql, mac, person);
  assert.is(await asked(15), 'authorization_pending', 'the user has not decided');
  assert.equal(await decideAuthorization(sql, id, person, { scopes: ['email'] }), {});
  assert.equal(await decideAuthorization(sql, id, person), {}, 'the same decision again');
  const issued = (await pollDeviceAuthorization(sql, app, id)) as unknown as IssuedTokens;
  assert.is(issued.claims.scope, 'email');
  assert.is(issued.claims.client_id, app);
  const [session] = await sql`
    select oauth_client_id, scopes, authorized_aal, amr -> 0 ->> 'method' as method from auth.sessions
    where id = ${issued.refresh.session_id}`;
  assert.equal(session, {
    oauth_client_id: app,
    scopes: ['email'],
    authorized_aal: 'aal1',
    method: 'oauth_provider/device_code',
  });
  assert.is(outcome(await refreshClientSession(sql, app, issued)), 'tokens');
});

test('the interval is a minute at most, so that a device with parallel requests is not shut out', async () => {
  const { id } = await begin();
  for (let at = 0; at < 30; at += 1) await pollDeviceAuthorization(sql, app, id);
  const [row] = await sql`select poll_interval from auth.oauth_authorizations where id = ${id}`;
  assert.is(row?.poll_interval, 60);
});

test('an approved request opens one session for 100 parallel polls, and no other client gets it', async () => {
  const person = await createConfirmedPerson(sql_api);
  const other = await makeClient(sql, { grant_types: EVERY_GRANT });
  const id = await createApprovedDevice(sql, app, person);
  assert.is(outcome(await pollDeviceAuthorization(sql, other, id)), 'invalid_grant');
  assert.is(
    outcome(await pollDeviceAuthorization(sql, app, id, { proof: clientCredentials(app, { generation: 2 }) })),
    'invalid_client',
  );
  const login = sql_api.db.login('gateway', 20);
  const answers = await Promise.all(Array.from({ length: 100 }, () => pollDeviceAuthorization(login, app, id)));
  const told = answers.map(outcome);
  assert.is(told.filter((one) => one === 'tokens').length, 1);
  assert.is(told.filter((one) => one === 'invalid_grant').length, 99);
  const sessions = await sql`
    select from auth.sessions where user_id = ${person.id} and oauth_client_id = ${app} and revoked_at is null`;
  assert.is(sessions.length, 1);
});

test('approval and denial at once: one counts, and the device receives it', async () => {
  const person = await createConfirmedPerson(sql_api);
  const login = sql_api.db.login('gateway', 10);
  for (let round = 0; round < 10; round += 1) {
    const { id } = await createEnteredDevice(sql, app, person);
    const decisions = await Promise.all(
      ['approve', 'deny', 'approve', 'deny'].map((action) => decideAuthorization(login, id, person, { action })),
    );
    const approved = returnedErrorCode(decisions[0] as CallResult) === undefined;
    assert.equal(
      decisions.map((one) => returnedErrorCode(one) === undefined),
      [approved, !approved, approved, !approved],
    );
    assert.is(outcome(await pollDeviceAuthorization(sql, app, id)), approved ? 'tokens' : 'access_denied');
  }
});

test('an approval counts until the device code expires, not for a minute', async () => {
  const person = await createConfirmedPerson(sql_api);
  const id = await createApprovedDevice(sql, app, person);
  await sql_api.advance(300);
  assert.is(outcome(await pollDeviceAuthorization(sql, app, id)), 'tokens');
  const late = await createApprovedDevice(sql, app, person);
  await sql_api.advance(601);
  assert.is(outcome(await pollDeviceAuthorization(sql, app, late)), 'expired_token');
  const { id: waiting } = await begin();
  await sql_api.advance(601);
  assert.is(outcome(await pollDeviceAuthorization(sql, app, waiting)), 'expired_token');
});

const ENDS: Record<string, (o: { person: SqlPerson; client_id: string }) => Promise<unknown>> = {
  'the revocation of the grant': ({ person: { claims }, client_id }) =>
    api(sql, 'revoke_grant', { claims, client_id, settings: OAUTH_SETTINGS }),
  'the deletion of the client': ({ client_id }) =>
    api(sql, 'delete_oauth_client', { claims: ADMIN, client_id, settings: OAUTH_SETTINGS, client }),
  'a ban': ({ person: { id } }) => sql`update auth.users set banned_until = '2099-01-01' where id = ${id}`,
  'the deletion of the user': ({ person: { id } }) =>
    api(sql, 'delete_user', { claims: ADMIN, user_id: id, settings: SETTINGS, client }),
  'the end of the session that approved': ({ person: { claims } }) =>
    api(sql, 'sign_out', { claims, scope: 'local', settings: SETTINGS }),
};
for (const [name, end] of Object.entries(ENDS)) {
  test(`an approval does not survive ${name}`, async () => {
    const [person, client_id] = [
      await createConfirmedPerson(sql_api),
      await makeClient(sql, { grant_types: EVERY_GRANT }),
    ];
    const id = await createApprovedDevice(sql, client_id, person);
    await end({ person, client_id });
    assert.ok(['invalid_grant', 'invalid_client'].includes(outcome(await pollDeviceAuthorization(sql, client_id, id))));
  });
}

test('a device code and an authorization code do not serve for each other', async () => {
  const person = await createConfirmedPerson(sql_api);
  const device = await createApprovedDevice(sql, app, person);
  assert.is(outcome(await exchangeAuthorization(sql, app, device)), 'invalid_grant');
  const code = await createApprovedAuthorization(sql, app, person);
  assert.is(outcome(await pollDeviceAuthorization(sql, app, code)), 'invalid_grant');
});

test.run();
