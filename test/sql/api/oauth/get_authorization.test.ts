// Tests of get_authorization.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  CALLBACK,
  createApprovedAuthorization,
  createStartedAuthorization,
  decideAuthorization,
  getAuthorization,
  makeClient,
} from '../../../support/database/oauth.ts';
import { runBehindLock } from '../../../support/database/run_behind_lock.ts';
import { api, type CallResult, createConfirmedPerson, openSqlApi } from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
const { sql } = sql_api.db;
test.after(() => sql_api.db.drop());

const app = await makeClient(sql);
const codeOf = (answer: CallResult): string => String((answer.refused as CallResult | undefined)?.message ?? 'ok');

test('a second user gets not found, also after the first has approved', async () => {
  const [first, second] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const id = await createStartedAuthorization(sql, app);
  await getAuthorization(sql, id, first);
  assert.is(codeOf(await getAuthorization(sql, id, second)), 'authorization not found');
  assert.is(codeOf(await decideAuthorization(sql, id, second)), 'authorization not found');
  assert.is((await decideAuthorization(sql, id, first)).outcome, 'code');
  assert.is(codeOf(await getAuthorization(sql, id, second)), 'authorization not found');
});

test('of two users who open a request at once, one is bound to it', async () => {
  const [first, second] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const id = await createStartedAuthorization(sql, app);
  const answers = await runBehindLock(
    sql_api.db,
    `select from auth.oauth_authorizations where id = '${id}' for no key update`,
    [first, second].map((person) => () => getAuthorization(sql, id, person)),
  );
  assert.equal(answers.map(codeOf).sort(), ['authorization not found', 'ok']);
});

test('a request is not declined for nobody while a user is being bound to it', async () => {
  const person = await createConfirmedPerson(sql_api);
  const id = await createStartedAuthorization(sql, app, { wishes: { prompt: 'none' } });
  const [answer] = await runBehindLock(
    sql_api.db,
    `update auth.oauth_authorizations set user_id = '${person.id}' where id = '${id}'`,
    [() => api(sql, 'decline_authorization', { authorization_id: id, reason: 'login_required' })],
  );
  assert.is(codeOf(answer as CallResult), 'authorization not found');
});

test('remembered consent does not count for loopback and custom schemes of public clients, for more scopes, or another resource', async () => {
  const person = await createConfirmedPerson(sql_api);
  const uris = ['http://127.0.0.1/cb', 'com.example.app:/cb', CALLBACK];
  const client_id = await makeClient(sql, { client_type: 'public', redirect_uris: uris });
  const returns = async (request: object) =>
    (await getAuthorization(sql, await createStartedAuthorization(sql, client_id, request as CallResult), person))
      .outcome;
  await approveAll(client_id, person, uris);
  assert.is(await returns({ redirect_uri: CALLBACK }), 'code');
  for (const request of [
    { redirect_uri: 'http://127.0.0.1:5000/cb' },
    { redirect_uri: 'com.example.app:/cb' },
    { redirect_uri: CALLBACK, scope: 'email phone' },
    { redirect_uri: CALLBACK, resource: ['https://a.example.com'] },
    { redirect_uri: CALLBACK, wishes: { prompt: 'consent' } },
  ]) {
    assert.is(await returns(request), undefined, JSON.stringify(request));
  }
});

async function approveAll(client_id: string, person: { id: string; claims: CallResult }, uris: readonly string[]) {
  for (const redirect_uri of uris) {
    const id = await createStartedAuthorization(sql, client_id, { redirect_uri });
    const shown = await getAuthorization(sql, id, person);
    if (shown.outcome === undefined) assert.is((await decideAuthorization(sql, id, person)).outcome, 'code');
  }
}

test('remembered consent for a resource does not count for this server, nor a scope for the resource of another approval', async () => {
  const person = await createConfirmedPerson(sql_api);
  const client_id = await makeClient(sql);
  const [notes, mails] = [['https://notes.example.com'], ['https://mails.example.com']];
  const returns = async (request: CallResult) =>
    (await getAuthorization(sql, await createStartedAuthorization(sql, client_id, request), person)).outcome;
  await createApprovedAuthorization(sql, client_id, person, { resource: notes, scope: 'email' });
  await createApprovedAuthorization(sql, client_id, person, { resource: mails, scope: 'phone' });
  assert.is(await returns({ scope: 'email' }), undefined, 'a token for this server');
  assert.is(await returns({ resource: notes, scope: 'phone' }), undefined);
  assert.is(await returns({ resource: [...notes, ...mails], scope: 'email' }), undefined);
  assert.is(await returns({ resource: ['https://NOTES.example.com/'], scope: 'email' }), 'code');
  await createApprovedAuthorization(sql, client_id, person, { scope: 'email' });
  assert.is(await returns({ scope: 'email' }), 'code');
  assert.is(await returns({ resource: mails, scope: 'phone' }), 'code');
});

test('prompt=none answers login_required, consent_required or a code', async () => {
  const person = await createConfirmedPerson(sql_api);
  const wishes = { prompt: 'none' };
  const first = await createStartedAuthorization(sql, app, { wishes });
  assert.is((await getAuthorization(sql, first, person)).error, 'consent_required');
  await createApprovedAuthorization(sql, app, person);
  assert.is(
    (await getAuthorization(sql, await createStartedAuthorization(sql, app, { wishes }), person)).outcome,
    'code',
  );
  const nobody = await createStartedAuthorization(sql, app, { wishes });
  const declined = await api(sql, 'decline_authorization', { authorization_id: nobody, reason: 'login_required' });
  assert.is(declined.error, 'login_required');
  const asked = await createStartedAuthorization(sql, app);
  const refused = await api(sql, 'decline_authorization', { authorization_id: asked, reason: 'login_required' });
  assert.is(codeOf(refused), 'authorization not found');
});

test('a user with a second factor at aal1 is not sent on by a remembered consent', async () => {
  const person = await createConfirmedPerson(sql_api);
  await createApprovedAuthorization(sql, app, person);
  await sql`update auth.users set factor_status = 'verified' where id = ${person.id}`;
  assert.is((await getAuthorization(sql, await createStartedAuthorization(sql, app), person)).outcome, undefined);
  const silent = await createStartedAuthorization(sql, app, { wishes: { prompt: 'none' } });
  assert.is((await getAuthorization(sql, silent, person)).error, 'interaction_required');
});

test('a code that was approved with a second factor or a new sign-in is not shown to a session without it', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql`update auth.users set factor_status = 'verified' where id = ${person.id}`;
  await sql`update auth.sessions set aal = 'aal2' where id = ${String(person.claims.session_id)}`;
  const proven = { ...person, claims: { ...person.claims, aal: 'aal2' } };
  const id = await createApprovedAuthorization(sql, app, proven);
  assert.is((await getAuthorization(sql, id, person)).outcome, undefined);
  assert.match(codeOf(await decideAuthorization(sql, id, person)), /AAL2/);
  assert.is((await getAuthorization(sql, id, proven)).outcome, 'code');
  assert.is((await decideAuthorization(sql, id, proven)).outcome, 'code');

  await sql`update auth.users set factor_status = null where id = ${person.id}`;
  const old = await newSession(person.id, '-1 hour');
  const asked = await createStartedAuthorization(sql, app, { wishes: { prompt: 'login' } });
  const fresh = await newSession(person.id, '1 minute');
  await getAuthorization(sql, asked, fresh);
  assert.is((await decideAuthorization(sql, asked, fresh)).outcome, 'code');
  assert.is((await getAuthorization(sql, asked, old)).outcome, undefined);
  assert.match(codeOf(await decideAuthorization(sql, asked, old)), /new sign-in/);
  assert.is((await getAuthorization(sql, asked, fresh)).outcome, 'code');
});

/** Opens another session of a user, created `after` the standing clock. */
async function newSession(user_id: string, after: string): Promise<{ id: string; claims: CallResult }> {
  const [row] = await sql`
    insert into auth.sessions (user_id, id, amr, created_at)
    values (${user_id}, gen_random_uuid(), '[{"method": "password", "timestamp": 1}]',
      auth_lib.clock() + ${after}::interval)
    returning id, jsonb_build_object('sub', user_id, 'role', 'authenticated', 'aal', 'aal1', 'session_id', id) as claims`;
  return { id: user_id, claims: row?.claims as CallResult };
}

test.run();
