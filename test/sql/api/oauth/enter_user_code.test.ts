// enter_user_code: binding to the first user, wrong codes and their limits, what the page shows.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  decide,
  EVERY_GRANT,
  enter,
  entered,
  makeClient,
  newMac,
  OAUTH,
  open,
  signedIn,
  startDevice,
} from '../../../support/database/oauth.ts';
import { type Answer, codeIn, confirmed, openSurface, refusedCode } from '../../../support/database/surface.ts';

const surface = await openSurface();
const { sql } = surface.db;
test.after(() => surface.db.drop());

const app = await makeClient(sql, { grant_types: EVERY_GRANT });

test('shows who asks and from where, the same again, and to nobody else', async () => {
  const [first, second] = [await confirmed(surface), await confirmed(surface)];
  const mac = newMac();
  await startDevice(sql, app, mac);
  const shown = await enter(sql, mac, first);
  assert.equal(shown.asker, { ip: '192.0.2.7', user_agent: 'tests/1' });
  assert.is((shown.client as Answer).name, 'Client');
  assert.is(shown.redirect_uri, undefined);
  assert.equal(await enter(sql, mac, first), shown);
  assert.is(await codeIn(enter(sql, mac, second)), 'oauth_authorization_not_found');
});

test('finds the code under each key of the ring', async () => {
  const mac = newMac();
  await startDevice(sql, app, mac);
  const shown = await enter(sql, '', await confirmed(surface), { user_code_macs: [newMac(), mac] });
  assert.is(refusedCode(shown), undefined);
});

test('always asks: consent that was given before does not count', async () => {
  const person = await confirmed(surface);
  await signedIn(sql, app, person);
  const { id, mac } = await entered(sql, app, person);
  assert.is(
    refusedCode(await open(sql, id, person)),
    'oauth_authorization_not_found',
    'the page of codes has no device',
  );
  assert.is((await enter(sql, mac, person)).authorization, id);
});

test('a decided request is told as such, and an expired one is not found', async () => {
  const person = await confirmed(surface);
  const { id, mac } = await entered(sql, app, person);
  await decide(sql, id, person, { action: 'deny' });
  assert.is(await codeIn(enter(sql, mac, person)), 'validation_failed');
  const late = newMac();
  await startDevice(sql, app, late);
  await surface.advance(601);
  assert.is(await codeIn(enter(sql, late, person)), 'oauth_authorization_not_found');
});

test('of 60 parallel wrong codes 30 are compared; the right one waits for an hour', async () => {
  const one = await confirmed(surface);
  const person = { ...one, claims: { ...one.claims, exp: 4e9 } };
  const mac = newMac();
  const login = surface.db.login('gateway', 10);
  const answers = await Promise.all(Array.from({ length: 60 }, () => enter(login, newMac(), person)));
  const count = (code: string) => answers.filter((answer) => refusedCode(answer) === code).length;
  assert.equal([count('oauth_authorization_not_found'), count('over_request_rate_limit')], [30, 30]);
  await startDevice(sql, app, mac, { settings: { ...OAUTH, oauth_server_authorization_ttl: 3600 } });
  assert.is(refusedCode(await enter(sql, mac, person)), 'over_request_rate_limit');
  assert.is(refusedCode(await enter(sql, mac, await confirmed(surface))), undefined, 'another account is not limited');
  await surface.advance(3_601);
  assert.is(refusedCode(await enter(sql, newMac(), person)), 'oauth_authorization_not_found');
  for (let more = 0; more < 3; more += 1) {
    await Promise.all(Array.from({ length: 35 }, () => enter(login, newMac(), person)));
    await surface.advance(3_601);
  }
  assert.is(refusedCode(await enter(sql, newMac(), person)), 'over_request_rate_limit', '100 a day');
});

test.run();
