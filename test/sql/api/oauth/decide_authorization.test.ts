// Tests of decide_authorization.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createApprovedAuthorization,
  createStartedAuthorization,
  decideAuthorization,
  exchangeAuthorization,
  getAuthorization,
  type IssuedTokens,
  makeClient,
  OAUTH_SETTINGS,
} from '../../../support/database/oauth.ts';
import { api, type CallResult, client, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const app = await makeClient(sql);
const codeOf = (answer: CallResult): string => String((answer.refused as CallResult | undefined)?.message ?? 'ok');

test('of 50 approvals and denials at once one wins; the same action again answers the same', async () => {
  const person = await createConfirmedPerson(sql_api);
  const id = await createStartedAuthorization(sql, app);
  await getAuthorization(sql, id, person);
  const actions = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 'approve' : 'deny'));
  const login = sql_api.db.login('gateway', 20);
  const answers = await Promise.all(actions.map((action) => decideAuthorization(login, id, person, { action })));
  const won = answers.map((answer) => answer.outcome).filter((outcome) => outcome !== undefined);
  assert.is(won.length, 25);
  assert.is(new Set(won).size, 1);
});

test('refuses every decision before the page of the authorization was opened', async () => {
  const person = await createConfirmedPerson(sql_api);
  const id = await createStartedAuthorization(sql, app);
  for (const action of ['approve', 'deny']) {
    assert.is(codeOf(await decideAuthorization(sql, id, person, { action })), 'authorization not found');
  }
  await getAuthorization(sql, id, person);
  assert.is((await decideAuthorization(sql, id, person)).outcome, 'code');
});

test('refuses every decision about an expired authorization, also when it is repeated', async () => {
  const person = await createConfirmedPerson(sql_api);
  const id = await createStartedAuthorization(sql, app);
  await getAuthorization(sql, id, person);
  await sql_api.advance(601);
  for (const action of ['approve', 'deny', 'approve']) {
    assert.is(codeOf(await decideAuthorization(sql, id, person, { action })), 'authorization not found');
  }
  const consents = await sql`select from auth.oauth_consents where user_id = ${person.id}`;
  assert.is(consents.length, 0);
});

test('approving fewer scopes narrows token, userinfo and consent; openid cannot be left out', async () => {
  const person = await createConfirmedPerson(sql_api);
  const id = await createStartedAuthorization(sql, app, { scope: 'openid email profile' });
  await getAuthorization(sql, id, person);
  assert.match(codeOf(await decideAuthorization(sql, id, person, { scopes: ['email'] })), /^scopes must be/);
  assert.is((await decideAuthorization(sql, id, person, { scopes: ['openid', 'email'] })).outcome, 'code');
  const { claims } = (await exchangeAuthorization(sql, app, id)) as unknown as IssuedTokens;
  assert.is(claims.scope, 'openid email');
  const info = await api(sql, 'get_userinfo', { claims, settings: OAUTH_SETTINGS });
  assert.equal(Object.keys(info).sort(), ['email', 'email_verified', 'sub']);
  const [row] = await sql`select scopes from auth.oauth_consents where user_id = ${person.id} and client_id = ${app}`;
  assert.equal(row?.scopes, ['openid', 'email']);
});

test('max_age wants a new sign-in, and auth_time is that of the session that approved', async () => {
  const person = await createConfirmedPerson(sql_api);
  const signed = Math.floor(Date.parse(sql_api.now()) / 1_000);
  await sql_api.advance(100);
  const session = { user_id: person.id, session_id: person.session_id, counter: 0, settings: OAUTH_SETTINGS, client };
  assert.is(codeOf(await api(sql, 'refresh_session', session)), 'ok', 'a refresh is no sign-in');
  const id = await createStartedAuthorization(sql, app, {
    wishes: { max_age: '50' },
    scope: 'openid email offline_access',
  });
  assert.is((await getAuthorization(sql, id, person)).sign_in_again, true);
  assert.is(codeOf(await decideAuthorization(sql, id, person)), 'The client requires a new sign-in');
  const other = await createApprovedAuthorization(sql, app, person, {
    wishes: { max_age: '200' },
    scope: 'openid email offline_access',
  });
  const issued = await exchangeAuthorization(sql, app, other);
  assert.is((issued.id_claims as CallResult).auth_time, signed);
  assert.is((issued.claims as CallResult).auth_time, signed);
});

test('an anonymous user, and a user with a second factor at aal1, cannot approve', async () => {
  const person = await createConfirmedPerson(sql_api);
  const id = await createStartedAuthorization(sql, app);
  await getAuthorization(sql, id, person);
  await sql`update auth.users set factor_status = 'verified' where id = ${person.id}`;
  assert.match(codeOf(await decideAuthorization(sql, id, person)), /^AAL2 session is required/);
  await sql`update auth.users set factor_status = null, is_anonymous = true where id = ${person.id}`;
  assert.match(codeOf(await decideAuthorization(sql, id, person)), /^Anonymous user/);
  assert.is((await decideAuthorization(sql, id, person, { action: 'deny' })).error, 'access_denied');
});

test('the owner is notified by mail when a client gets access, or more of it, if the setting is on', async () => {
  const [person, client_id] = [
    await createConfirmedPerson(sql_api),
    await makeClient(sql, { client_name: `Notes ${'x'.repeat(200)}` }),
  ];
  const settings = { ...OAUTH_SETTINGS, mailer_notifications_oauth_grant_enabled: true };
  const told = async () =>
    (
      await sql`
      select details from auth.messages where user_id = ${person.id} and kind = 'oauth_grant_notification'
      order by ctid`
    ).map(({ details }) => details);
  const approve = async (scope: string, more: object) => {
    const id = await createStartedAuthorization(sql, client_id, { scope, wishes: { prompt: 'consent' } });
    await getAuthorization(sql, id, person);
    assert.is((await decideAuthorization(sql, id, person, { ...more })).outcome, 'code');
  };
  await approve('email', {});
  assert.equal(await told(), [], 'off by default');
  await api(sql, 'revoke_grant', { claims: person.claims, client_id, settings: OAUTH_SETTINGS, client });
  await approve('email', { settings });
  await approve('email', { settings });
  const first = { Client: `Notes ${'x'.repeat(94)}`, Host: 'client.example.com', Scopes: 'email' };
  assert.equal(await told(), [first], 'the same again tells nothing');
  await approve('email profile', { settings });
  assert.equal(await told(), [first, { ...first, Scopes: 'email profile' }]);
});

test.run();
