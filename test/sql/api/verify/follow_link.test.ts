// follow_link returns a session for a plain link, and an authorization code for a PKCE link.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  createConfirmedPerson,
  createUnconfirmedPerson,
  type ExpectedError,
  findSentToken,
  openSqlApi,
  readMemberAt,
  settings,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const LINK: ExpectedError = [403, 'otp_expired', 'Email link is invalid or has expired'];
const PKCE = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const follow = (args: CallArguments) => sql_api.call('follow_link', { settings: settings(), client, ...args });
const refused = (args: CallArguments, expected: ExpectedError) =>
  sql_api.refused('follow_link', { settings: settings(), ...args }, expected);

test('rejects types that no link has', async () => {
  const token = { id: null, pkce: false };
  for (const type of ['sms', 'phone_change', 'banana', 'reauthentication']) {
    await refused({ type, link: token }, [400, 'validation_failed', 'Invalid email verification type']);
  }
  await refused({ type: 'signup', link: token }, LINK);
});

test('link and code end with the end of the user’s id, which would select a shard; the rest is random', async () => {
  const seen = [];
  for (let n = 0; n < 3; n += 1) {
    const person = await createUnconfirmedPerson(sql_api, PKCE);
    const token = await findSentToken(sql_api, person.id);
    const { auth_code } = await follow({ type: 'signup', link: toUnsealedLink(token, true) });
    assert.equal(
      [token.id, String(auth_code)].map((text) => text.slice(-4)),
      Array(2).fill(person.id.slice(-4)),
    );
    seen.push(token.id.slice(0, -4), String(auth_code).slice(0, -4), person.id.slice(0, -4));
  }
  assert.is(new Set(seen).size, 9);
});

test('a plain link: confirmation, password, session, audit row', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  const token = await findSentToken(sql_api, person.id);
  await sql_api.advance(5);
  let answer: CallResult = {};
  const tables = await sql_api.changes(async () => {
    answer = await follow({ type: 'email', link: toUnsealedLink(token) });
  });
  assert.equal(tables, [
    'addresses',
    'attempts',
    'audit_log',
    'identities',
    'one_time_tokens',
    'passwords',
    'pending_passwords',
    'sessions',
    'users',
  ]);
  assert.is(readMemberAt(answer, 'body.type'), 'signup');
  assert.is(readMemberAt(answer, 'claims.sub'), person.id);
  assert.equal((await sql_api.audited())?.actions, ['user_signedup']);
  await refused({ type: 'signup', link: toUnsealedLink(token) }, LINK);
});

test('the prefix must match the flow', async () => {
  const plain = await createUnconfirmedPerson(sql_api);
  await refused({ type: 'signup', link: toUnsealedLink(await findSentToken(sql_api, plain.id), true) }, LINK);
  const flow = await createUnconfirmedPerson(sql_api, PKCE);
  await refused({ type: 'signup', link: toUnsealedLink(await findSentToken(sql_api, flow.id), false) }, LINK);
  assert.ok((await follow({ type: 'signup', link: toUnsealedLink(await findSentToken(sql_api, plain.id)) })).body);
  assert.match(
    String(
      (await follow({ type: 'signup', link: toUnsealedLink(await findSentToken(sql_api, flow.id), true) })).auth_code,
    ),
    UUID,
  );
});

test('a link of a PKCE flow: the confirmation is immediate, the session waits for the exchange', async () => {
  const person = await createUnconfirmedPerson(sql_api, PKCE);
  const token = await findSentToken(sql_api, person.id);
  let answer: CallResult = {};
  const tables = await sql_api.changes(async () => {
    answer = await follow({ type: 'signup', link: toUnsealedLink(token, true) });
  });
  assert.equal(Object.keys(answer), ['auth_code']);
  assert.is(tables.includes('sessions'), false);
  const [user] = await sql_api.rows('auth.users', `t.id = '${person.id}'`);
  assert.ok(user?.email_confirmed_at);
  assert.equal(await sql_api.audited(), {
    actions: ['user_signedup'],
    traits: { provider: 'email' },
    actor_id: person.id,
  });
  const [flow] = await sql_api.rows('auth.flow_states', `t.id = '${token.flow_id}'`);
  assert.is(new Date(String(flow?.auth_code_issued_at)).getTime(), Date.parse(sql_api.now()));
  await refused({ type: 'signup', link: toUnsealedLink(token, true) }, LINK);
});

test('a recovery of a confirmed user', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.call('request_recovery', { email: person.email, settings: settings() });
  const token = await findSentToken(sql_api, person.id, 'recovery');
  await refused({ type: 'signup', link: toUnsealedLink(token) }, LINK);
  const answer = await follow({ type: 'recovery', link: toUnsealedLink(token) });
  assert.is(readMemberAt(answer, 'body.type'), 'recovery');
  assert.equal(await sql_api.audited(), { actions: ['login'], traits: null, actor_id: person.id });
});

test('a deleted flow leaves the link valid', async () => {
  const person = await createUnconfirmedPerson(sql_api, PKCE);
  const token = await findSentToken(sql_api, person.id);
  await sql_api.db.sql`delete from auth.flow_states where id = ${token.flow_id}`;
  let raised = { code: '', message: '', detail: '' };
  const tables = await sql_api.changes(async () => {
    await follow({ type: 'signup', link: toUnsealedLink(token, true) }).catch((error: typeof raised) => {
      raised = error;
    });
  });
  assert.equal(tables, []);
  assert.is(raised.code, 'PT400');
  assert.is(raised.message, 'No associated flow state found. 422: No valid flow state found for user.');
  assert.equal(JSON.parse(raised.detail), { code: 'flow_state_not_found', name: 'flow_state_missing' });
});

test('banned, expired', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  const token = await findSentToken(sql_api, person.id);
  await sql_api.db.sql`update auth.users set banned_until = '2099-01-01' where id = ${person.id}`;
  await refused({ type: 'signup', link: toUnsealedLink(token) }, [403, 'user_banned', 'User is banned']);
  await sql_api.advance(86_401);
  await refused({ type: 'signup', link: toUnsealedLink(token) }, LINK);
});

test('of parallel clicks one gets the code', async () => {
  const person = await createUnconfirmedPerson(sql_api, PKCE);
  const token = await findSentToken(sql_api, person.id);
  const all = await Promise.all(
    Array.from({ length: 12 }, () => follow({ type: 'signup', link: toUnsealedLink(token, true) })),
  );
  assert.is(all.filter((answer) => answer.auth_code).length, 1);
});

test.run();
