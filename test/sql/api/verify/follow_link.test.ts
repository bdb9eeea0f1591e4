// follow_link: a session for a plain link, a code for a link of a PKCE flow, each only in its own spelling.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Answer,
  type Args,
  client,
  confirmed,
  type Expected,
  link,
  member,
  openSurface,
  sentToken,
  settings,
  unconfirmed,
} from '../../../support/database/surface.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const LINK: Expected = [403, 'otp_expired', 'Email link is invalid or has expired'];
const PKCE = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' };
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const follow = (args: Args) => surface.call('follow_link', { settings: settings(), client, ...args });
const refused = (args: Args, expected: Expected) =>
  surface.refused('follow_link', { settings: settings(), ...args }, expected);

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
    const person = await unconfirmed(surface, PKCE);
    const token = await sentToken(surface, person.id);
    const { auth_code } = await follow({ type: 'signup', link: link(token, true) });
    assert.equal(
      [token.id, String(auth_code)].map((text) => text.slice(-4)),
      Array(2).fill(person.id.slice(-4)),
    );
    seen.push(token.id.slice(0, -4), String(auth_code).slice(0, -4), person.id.slice(0, -4));
  }
  assert.is(new Set(seen).size, 9);
});

test('a plain link: confirmation, password, session, audit row', async () => {
  const person = await unconfirmed(surface);
  const token = await sentToken(surface, person.id);
  await surface.advance(5);
  let answer: Answer = {};
  const tables = await surface.changes(async () => {
    answer = await follow({ type: 'email', link: link(token) });
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
  assert.is(member(answer, 'body.type'), 'signup');
  assert.is(member(answer, 'claims.sub'), person.id);
  assert.equal((await surface.audited())?.actions, ['user_signedup']);
  await refused({ type: 'signup', link: link(token) }, LINK);
});

test('the prefix must match the flow', async () => {
  const plain = await unconfirmed(surface);
  await refused({ type: 'signup', link: link(await sentToken(surface, plain.id), true) }, LINK);
  const flow = await unconfirmed(surface, PKCE);
  await refused({ type: 'signup', link: link(await sentToken(surface, flow.id), false) }, LINK);
  assert.ok((await follow({ type: 'signup', link: link(await sentToken(surface, plain.id)) })).body);
  assert.match(
    String((await follow({ type: 'signup', link: link(await sentToken(surface, flow.id), true) })).auth_code),
    UUID,
  );
});

test('a link of a PKCE flow: the confirmation is immediate, the session waits for the exchange', async () => {
  const person = await unconfirmed(surface, PKCE);
  const token = await sentToken(surface, person.id);
  let answer: Answer = {};
  const tables = await surface.changes(async () => {
    answer = await follow({ type: 'signup', link: link(token, true) });
  });
  assert.equal(Object.keys(answer), ['auth_code']);
  assert.is(tables.includes('sessions'), false);
  const [user] = await surface.rows('auth.users', `t.id = '${person.id}'`);
  assert.ok(user?.email_confirmed_at);
  assert.equal(await surface.audited(), {
    actions: ['user_signedup'],
    traits: { provider: 'email' },
    actor_id: person.id,
  });
  const [flow] = await surface.rows('auth.flow_states', `t.id = '${token.flow_id}'`);
  assert.is(new Date(String(flow?.auth_code_issued_at)).getTime(), Date.parse(surface.now()));
  await refused({ type: 'signup', link: link(token, true) }, LINK);
});

test('a recovery of a confirmed user', async () => {
  const person = await confirmed(surface);
  await surface.call('request_recovery', { email: person.email, settings: settings() });
  const token = await sentToken(surface, person.id, 'recovery');
  await refused({ type: 'signup', link: link(token) }, LINK);
  const answer = await follow({ type: 'recovery', link: link(token) });
  assert.is(member(answer, 'body.type'), 'recovery');
  assert.equal(await surface.audited(), { actions: ['login'], traits: null, actor_id: person.id });
});

test('a deleted flow leaves the link valid', async () => {
  const person = await unconfirmed(surface, PKCE);
  const token = await sentToken(surface, person.id);
  await surface.db.sql`delete from auth.flow_states where id = ${token.flow_id}`;
  let raised = { code: '', message: '', detail: '' };
  const tables = await surface.changes(async () => {
    await follow({ type: 'signup', link: link(token, true) }).catch((error: typeof raised) => {
      raised = error;
    });
  });
  assert.equal(tables, []);
  assert.is(raised.code, 'PT400');
  assert.is(raised.message, 'No associated flow state found. 422: No valid flow state found for user.');
  assert.equal(JSON.parse(raised.detail), { code: 'flow_state_not_found', name: 'flow_state_missing' });
});

test('banned, expired', async () => {
  const person = await unconfirmed(surface);
  const token = await sentToken(surface, person.id);
  await surface.db.sql`update auth.users set banned_until = '2099-01-01' where id = ${person.id}`;
  await refused({ type: 'signup', link: link(token) }, [403, 'user_banned', 'User is banned']);
  await surface.advance(86_401);
  await refused({ type: 'signup', link: link(token) }, LINK);
});

test('of parallel clicks one gets the code', async () => {
  const person = await unconfirmed(surface, PKCE);
  const token = await sentToken(surface, person.id);
  const all = await Promise.all(Array.from({ length: 12 }, () => follow({ type: 'signup', link: link(token, true) })));
  assert.is(all.filter((answer) => answer.auth_code).length, 1);
});

test.run();
