// Tests of enter_user_code.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createEnteredDevice,
  decideAuthorization,
  EVERY_GRANT,
  enterUserCode,
  getAuthorization,
  makeClient,
  newMac,
  OAUTH_SETTINGS,
  signInByClient,
  startDeviceAuthorization,
} from '../../../support/database/oauth.ts';
import { runBehindLock } from '../../../support/database/run_behind_lock.ts';
import {
  type CallResult,
  createConfirmedPerson,
  errorCodeOf,
  openSqlApi,
  returnedErrorCode,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const app = await makeClient(sql, { grant_types: EVERY_GRANT });

test('returns the client and the device’s address, again for the same user, and for no other user', async () => {
  const [first, second] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const mac = newMac();
  await startDeviceAuthorization(sql, app, mac);
  const shown = await enterUserCode(sql, mac, first);
  assert.equal(shown.asker, { ip: '192.0.2.7', user_agent: 'tests/1' });
  assert.is((shown.client as CallResult).name, 'Client');
  assert.is(shown.redirect_uri, undefined);
  assert.equal(await enterUserCode(sql, mac, first), shown);
  assert.is(await errorCodeOf(enterUserCode(sql, mac, second)), 'oauth_authorization_not_found');
});

test('of two users who enter a code at once, one is bound to the device', async () => {
  const mac = newMac();
  await startDeviceAuthorization(sql, app, mac);
  const people = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const answers = await runBehindLock(
    sql_api.db,
    `select from auth.oauth_authorizations where user_code_mac = '\\x${mac}' for no key update`,
    people.map((person) => () => enterUserCode(sql, mac, person)),
  );
  assert.equal(answers.map(returnedErrorCode).sort(), ['oauth_authorization_not_found', undefined]);
});

test('finds the code under each key of the ring', async () => {
  const mac = newMac();
  await startDeviceAuthorization(sql, app, mac);
  const shown = await enterUserCode(sql, '', await createConfirmedPerson(sql_api), { user_code_macs: [newMac(), mac] });
  assert.is(returnedErrorCode(shown), undefined);
});

test('refuses an anonymous user before the code is looked up, and binds nothing', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql`update auth.users set is_anonymous = true where id = ${person.id}`;
  const mac = newMac();
  await startDeviceAuthorization(sql, app, mac);
  for (const code of [mac, newMac()])
    assert.is(await errorCodeOf(enterUserCode(sql, code, person)), 'no_authorization');
  assert.ok((await enterUserCode(sql, mac, await createConfirmedPerson(sql_api))).authorization);
});

test('always asks: consent that was given before does not count', async () => {
  const person = await createConfirmedPerson(sql_api);
  await signInByClient(sql, app, person);
  const { id, mac } = await createEnteredDevice(sql, app, person);
  assert.is(
    returnedErrorCode(await getAuthorization(sql, id, person)),
    'oauth_authorization_not_found',
    'the page of codes has no device',
  );
  assert.is((await enterUserCode(sql, mac, person)).authorization, id);
});

test('reports that a request is already decided, and does not find an expired request', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { id, mac } = await createEnteredDevice(sql, app, person);
  await decideAuthorization(sql, id, person, { action: 'deny' });
  assert.is(await errorCodeOf(enterUserCode(sql, mac, person)), 'validation_failed');
  const late = newMac();
  await startDeviceAuthorization(sql, app, late);
  await sql_api.advance(601);
  assert.is(await errorCodeOf(enterUserCode(sql, late, person)), 'oauth_authorization_not_found');
});

test('of 60 parallel wrong codes 30 are compared; the right one waits for an hour', async () => {
  const one = await createConfirmedPerson(sql_api);
  const person = { ...one, claims: { ...one.claims, exp: 4e9 } };
  const mac = newMac();
  const login = sql_api.db.login('gateway', 10);
  const answers = await Promise.all(Array.from({ length: 60 }, () => enterUserCode(login, newMac(), person)));
  const count = (code: string) => answers.filter((answer) => returnedErrorCode(answer) === code).length;
  assert.equal([count('oauth_authorization_not_found'), count('over_request_rate_limit')], [30, 30]);
  await startDeviceAuthorization(sql, app, mac, {
    settings: { ...OAUTH_SETTINGS, oauth_server_authorization_ttl: 3600 },
  });
  assert.is(returnedErrorCode(await enterUserCode(sql, mac, person)), 'over_request_rate_limit');
  assert.is(
    returnedErrorCode(await enterUserCode(sql, mac, await createConfirmedPerson(sql_api))),
    undefined,
    'another account is not limited',
  );
  await sql_api.advance(3_601);
  assert.is(returnedErrorCode(await enterUserCode(sql, newMac(), person)), 'oauth_authorization_not_found');
  for (let more = 0; more < 3; more += 1) {
    await Promise.all(Array.from({ length: 35 }, () => enterUserCode(login, newMac(), person)));
    await sql_api.advance(3_601);
  }
  assert.is(returnedErrorCode(await enterUserCode(sql, newMac(), person)), 'over_request_rate_limit', '100 a day');
});

test.run();
