// exchange_code: an authorization code and its verifier for a session, once, within its time.
import { createHash, randomUUID } from 'node:crypto';
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
} from '../../../support/surface.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const NOT_FOUND: Expected = [404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'];
const VERIFIER = 'v'.repeat(60);
const challenge = (method: string) =>
  method === 'plain' ? VERIFIER : createHash('sha256').update(VERIFIER).digest('base64url');
const exchange = (args: Args) => surface.call('exchange_code', { settings: settings(), client, ...args });
const refused = (args: Args, expected: Expected) =>
  surface.refused('exchange_code', { settings: settings(), ...args }, expected);

/** A code for a confirmed user, by a magic link or a recovery mail. */
async function code(purpose = 'request_magic_link', method = 's256'): Promise<{ auth_code: string; id: string }> {
  const { id, email } = await confirmed(surface);
  await surface.call(purpose, {
    email,
    code_challenge: challenge(method),
    code_challenge_method: method,
    settings: settings(),
  });
  return { auth_code: await follow(id, 'recovery', 'magiclink'), id };
}

async function follow(user_id: string, kind: string, type: string): Promise<string> {
  const token = await sentToken(surface, user_id, kind);
  const answer = await surface.call('follow_link', { type, link: link(token, true), settings: settings() });
  return String(answer.auth_code);
}

test('what is missing, unknown or not of this flow', async () => {
  const empty = 'invalid request: both auth code and code verifier should be non-empty';
  for (const args of [{}, { auth_code: 'x' }, { code_verifier: 'x' }, { auth_code: '', code_verifier: 'x' }]) {
    await refused(args, [400, 'validation_failed', empty]);
  }
  await refused({ auth_code: randomUUID(), code_verifier: VERIFIER }, NOT_FOUND);
  await refused({ auth_code: 'no uuid', code_verifier: VERIFIER }, NOT_FOUND);
});

test('a session for code and verifier, by either method, and the flow is gone', async () => {
  for (const [purpose, method, amr] of [
    ['request_magic_link', 's256', 'magiclink'],
    ['request_recovery', 'plain', 'recovery'],
  ] as const) {
    const { auth_code, id } = await code(purpose, method);
    await surface.advance(1);
    let answer: Answer = {};
    const tables = await surface.changes(async () => {
      answer = await exchange({ auth_code, code_verifier: VERIFIER });
    });
    assert.equal(tables, ['audit_log', 'flow_states', 'sessions', 'users']);
    assert.is(member(answer, 'claims.sub'), id);
    assert.is(member(answer, 'claims.amr.0.method'), amr);
    assert.is(member(answer, 'body.user.last_sign_in_at'), surface.now());
    assert.is('weak_password' in (answer.body as Args), false);
    assert.equal(await surface.audited(), { actions: ['login'], traits: { provider_type: 'email' }, actor_id: id });
    await refused({ auth_code, code_verifier: VERIFIER }, NOT_FOUND);
  }
});

test('a sign-up’s flow says so', async () => {
  const person = await unconfirmed(surface, { code_challenge: challenge('s256'), code_challenge_method: 'S256' });
  const auth_code = await follow(person.id, 'confirmation', 'signup');
  const answer = await exchange({ auth_code, code_verifier: VERIFIER });
  assert.is(member(answer, 'claims.amr.0.method'), 'email/signup');
});

test('the code is kept as its digest only', async () => {
  const { auth_code, id } = await code();
  const [flow] = await surface.rows('auth.flow_states', `t.user_id = '${id}'`);
  assert.not.match(JSON.stringify(flow), auth_code);
  assert.is(
    Buffer.from(flow?.auth_code_digest as Buffer).toString('hex'),
    createHash('sha256').update(auth_code).digest('hex'),
  );
});

test('a wrong verifier is refused and may be tried again', async () => {
  const { auth_code } = await code();
  const wrong: Expected = [400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier'];
  await refused({ auth_code, code_verifier: challenge('s256') }, wrong);
  await refused({ auth_code, code_verifier: `${VERIFIER}v` }, wrong);
  assert.ok((await exchange({ auth_code, code_verifier: VERIFIER })).body);
});

test('its time runs from the click: 300 s at least, more where it is set', async () => {
  const expired: Expected = [422, 'flow_state_expired', 'invalid flow state, flow state has expired'];
  const { id, email } = await confirmed(surface);
  const mail = { email, code_challenge: challenge('s256'), code_challenge_method: 's256', settings: settings() };
  await surface.call('request_recovery', mail);
  await surface.advance(3000);
  const auth_code = await follow(id, 'recovery', 'recovery');
  await surface.advance(301);
  await refused({ auth_code, code_verifier: 'wrong' }, expired);
  const short = settings({ external_flow_state_expiry_duration: 10 });
  await refused({ auth_code, code_verifier: VERIFIER, settings: short }, expired);
  const long = settings({ external_flow_state_expiry_duration: 301 });
  assert.ok((await exchange({ auth_code, code_verifier: VERIFIER, settings: long })).body);
});

test('banned or deleted since the click', async () => {
  const { auth_code, id } = await code();
  await surface.db.sql`update auth.users set banned_until = '2099-01-01' where id = ${id}`;
  await refused({ auth_code, code_verifier: VERIFIER }, [403, 'user_banned', 'User is banned']);
  await surface.db.sql`update auth.users set deleted_at = now() where id = ${id}`;
  await refused({ auth_code, code_verifier: VERIFIER }, NOT_FOUND);
  await surface.db.sql`delete from auth.users where id = ${id}`;
  await refused({ auth_code, code_verifier: VERIFIER }, NOT_FOUND);
});

test('of parallel exchanges one gets the session', async () => {
  const { auth_code } = await code();
  const all = await Promise.all(Array.from({ length: 10 }, () => exchange({ auth_code, code_verifier: VERIFIER })));
  assert.is(all.filter((answer) => answer.body).length, 1);
});

test.run();
