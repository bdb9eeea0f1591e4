// Tests of verify_token.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  code_keys,
  codeOf,
  createConfirmedPerson,
  createUnconfirmedPerson,
  createWrongCode,
  type ExpectedError,
  findSentToken,
  newEmail,
  openSqlApi,
  readMemberAt,
  settings,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const CODE: ExpectedError = [403, 'otp_expired', 'Token has expired or is invalid'];
const LINK: ExpectedError = [403, 'otp_expired', 'Email link is invalid or has expired'];
const BANNED: ExpectedError = [403, 'user_banned', 'User is banned'];
const base = { settings: settings(), code_keys };
const verify = (args: CallArguments) => sql_api.call('verify_token', { ...base, client, ...args });
const refused = (args: CallArguments, expected: ExpectedError, changes: string[] = []) =>
  sql_api.refused('verify_token', { ...base, ...args }, expected, changes);
const MISS = ['attempts', 'one_time_tokens'];

test('the checks of the body answer in order, and write nothing', async () => {
  const forged = { id: null, pkce: false };
  const invalid = (message: string): ExpectedError => [400, 'validation_failed', message];
  await refused({ code: 'x', link: forged }, invalid('Verify requires a verification type'));
  await refused({ type: '', code: 'x' }, invalid('Verify requires a verification type'));
  for (const more of [{ code: '1', email: 'nobody' }, { code: '1' }, {}]) {
    await refused({ type: 'banana', ...more }, invalid('Unsupported verification type'));
  }
  await refused({ type: 'signup' }, invalid('Verify requires either a token or a token hash'));
  await refused({ type: 'signup', code: '1', link: forged }, invalid('Verify requires either a token or a token hash'));
  const one = 'Only an email address or phone number should be provided on verify';
  await refused({ type: 'sms', code: '1', email: 'nobody', phone: 'x' }, invalid(one));
  await refused({ type: 'sms', code: '1', phone: '+0' }, invalid('Invalid phone number format (E.164 required)'));
  await refused({ type: 'email', code: '1', email: 'nobody' }, [422, 'validation_failed', 'Invalid email format']);
  const only = 'Only the token_hash and type should be provided';
  for (const extra of [{ email: 'a@b.c' }, { phone: '49' }, { redirect_to: 'http://x' }]) {
    for (const type of ['sms', 'banana']) await refused({ type, link: forged, ...extra }, invalid(only));
  }
  await refused({ type: 'sms', link: forged }, invalid('Invalid email verification type'));
  await refused({ type: 'phone_change', link: forged }, invalid('Invalid email verification type'));
  await refused({ type: 'banana', link: forged }, invalid('Invalid email verification type'));
  await refused({ type: 'signup', link: forged }, LINK);
  await refused({ type: 'sms', phone: '+49 170 1', code: '123456' }, CODE);
  await refused({ type: 'email', email: 'nobody@example.com', code: '123456' }, CODE);
});

test('the code of a sign-up: address confirmed, password installed, session, one audit row', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  const token = await findSentToken(sql_api, person.id);
  await sql_api.advance(5);
  let answer: CallResult = {};
  const tables = await sql_api.changes(async () => {
    answer = await verify({ type: 'signup', email: person.email.toUpperCase(), code: codeOf(token) });
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
  assert.is(readMemberAt(answer, 'body.user.email_confirmed_at'), sql_api.now());
  assert.is(readMemberAt(answer, 'body.user.user_metadata.email_verified'), true);
  assert.is(readMemberAt(answer, 'body.user.identities.0.identity_data.email_verified'), true);
  assert.is(readMemberAt(answer, 'claims.amr.0.method'), 'otp');
  assert.equal(await sql_api.audited(), {
    actions: ['user_signedup'],
    traits: { provider: 'email' },
    actor_id: person.id,
  });
  const { email, password } = person;
  assert.ok((await sql_api.call('sign_in_with_password', { email, password, settings: settings() })).body);
  await refused({ type: 'signup', email, code: codeOf(token) }, CODE);
});

test('type email covers any pending one: a confirmation, then a magic link', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  const first = await verify({
    type: 'email',
    email: person.email,
    code: codeOf(await findSentToken(sql_api, person.id)),
  });
  assert.is(readMemberAt(first, 'body.type'), 'signup');
  await sql_api.call('request_otp', { email: person.email, settings: settings() });
  const token = await findSentToken(sql_api, person.id, 'recovery');
  const second = await verify({ type: 'email', email: person.email, code: codeOf(token) });
  assert.is(readMemberAt(second, 'body.type'), 'magiclink');
  assert.equal(await sql_api.audited(), { actions: ['login'], traits: null, actor_id: person.id });
});

test('a link, also of a PKCE flow, signs in; the type must match its kind', async () => {
  for (const pkce of [{}, { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }]) {
    const person = await createUnconfirmedPerson(sql_api, pkce);
    const token = await findSentToken(sql_api, person.id);
    for (const type of ['recovery', 'magiclink', 'email_change'])
      await refused({ type, link: toUnsealedLink(token) }, LINK);
    const answer = await verify({ type: 'invite', link: toUnsealedLink(token, 'code_challenge' in pkce) });
    assert.is(readMemberAt(answer, 'body.type'), 'invite');
    await refused({ type: 'invite', link: toUnsealedLink(token) }, LINK);
  }
});

test('in a PKCE flow the code signs in too, and the flow’s own code is never created', async () => {
  const person = await createUnconfirmedPerson(sql_api, {
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 's256',
  });
  const token = await findSentToken(sql_api, person.id);
  assert.ok((await verify({ type: 'signup', email: person.email, code: codeOf(token) })).claims);
});

test('five wrong attempts invalidate the code, not the link; failures count on every token they were compared with', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  await sql_api.call('request_recovery', { email: person.email, settings: settings() });
  const signup = await findSentToken(sql_api, person.id);
  const recovery = await findSentToken(sql_api, person.id, 'recovery');
  const { email } = person;
  for (let i = 0; i < 4; i += 1) await refused({ type: 'email', email, code: createWrongCode(signup) }, CODE, MISS);
  assert.is((await findSentToken(sql_api, person.id, 'recovery')).attempts, 4);
  await refused({ type: 'signup', email, code: createWrongCode(signup) }, CODE, MISS);
  await refused({ type: 'signup', email, code: codeOf(signup) }, CODE);
  assert.ok((await verify({ type: 'recovery', email, code: codeOf(recovery) })).body, 'the other token had one left');
});

test('the link outlives its code', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  const token = await findSentToken(sql_api, person.id);
  for (let i = 0; i < 5; i += 1) {
    await refused({ type: 'signup', email: person.email, code: createWrongCode(token) }, CODE, MISS);
  }
  assert.ok((await verify({ type: 'signup', link: toUnsealedLink(token) })).body);
});

test('parallel attempts count: five are counted, the sixth finds nothing', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  const token = await findSentToken(sql_api, person.id);
  const { email } = person;
  await Promise.all(Array.from({ length: 12 }, () => verify({ type: 'signup', email, code: createWrongCode(token) })));
  assert.is((await findSentToken(sql_api, person.id)).attempts, 5);
  await refused({ type: 'signup', email, code: codeOf(token) }, CODE);
});

test('thirty wrong codes in an hour, also for an unknown address: 429 before any comparison', async () => {
  const many: ExpectedError = [429, 'over_request_rate_limit', 'Request rate limit reached'];
  const few = { settings: settings({ security_max_code_failures: 2 }), type: 'email' };
  const person = await createUnconfirmedPerson(sql_api);
  const token = await findSentToken(sql_api, person.id);
  await sql_api.call('request_recovery', { email: 'nobody2@example.com', settings: settings() });
  for (const email of [person.email, 'nobody2@example.com']) {
    for (let i = 0; i < 2; i += 1) await verify({ ...few, email, code: createWrongCode(token) });
    await refused({ ...few, email, code: codeOf(token) }, many);
  }
  assert.ok(
    (await verify({ ...few, type: 'signup', link: toUnsealedLink(token) })).body,
    'a link does not count as an attempt',
  );
  await sql_api.advance(1);
  await sql_api.call('request_otp', { email: person.email, settings: settings() });
  const again = await findSentToken(sql_api, person.id, 'recovery');
  assert.ok(
    (await verify({ ...few, email: person.email, code: codeOf(again) })).body,
    'a new code has tries of its own',
  );
});

test('expires strictly after its time; a token not yet sent is unknown', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  const { email, id } = person;
  const [unsent] = await sql_api.rows('auth.one_time_tokens', `t.user_id = '${id}'`);
  await refused({ type: 'signup', link: { id: unsent?.id, pkce: false } }, LINK);
  const token = await findSentToken(sql_api, id);
  await sql_api.advance(86_400.001);
  await refused({ type: 'signup', link: toUnsealedLink(token) }, LINK);
  await refused({ type: 'signup', email, code: codeOf(token) }, CODE, ['attempts']);
  await sql_api.advance(-0.001);
  assert.ok((await verify({ type: 'signup', link: toUnsealedLink(token) })).body);
});

test('another audience, a changed address, banned, soft-deleted', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.call('request_recovery', { email: person.email, settings: settings() });
  const token = await findSentToken(sql_api, person.id, 'recovery');
  const { sql } = sql_api.db;
  const by_code = { type: 'recovery', email: person.email, code: codeOf(token) };
  const by_link = { type: 'recovery', link: toUnsealedLink(token) };
  await refused({ ...by_code, audience: 'elsewhere' }, CODE);
  await sql`update auth.users set banned_until = '2099-01-01' where id = ${person.id}`;
  await refused({ ...by_code, code: createWrongCode(token) }, CODE, MISS);
  await refused(by_code, BANNED);
  await refused(by_link, BANNED);
  await sql`update auth.users set banned_until = null, email = 'moved@example.com' where id = ${person.id}`;
  await refused(by_code, CODE);
  await refused(by_link, LINK);
  await sql`update auth.users set email = ${person.email}, deleted_at = now() where id = ${person.id}`;
  await refused(by_link, LINK);
  await sql`update auth.users set deleted_at = null where id = ${person.id}`;
  assert.ok((await verify(by_link)).body, 'no refusal used the token up');
});

test('a password: required when verifying a sign-up without one, checked, stored if there is none', async () => {
  const bare = { link: undefined as unknown, type: 'signup', needs_password: true };
  const person = await createUnconfirmedPerson(sql_api);
  await sql_api.db.sql`delete from auth.pending_passwords where user_id = ${person.id}`;
  bare.link = toUnsealedLink(await findSentToken(sql_api, person.id));
  await refused(bare, [422, 'validation_failed', 'Invited users must specify a password']);
  await refused({ ...bare, password: 'abc' }, [
    422,
    'weak_password',
    'Password should be at least 6 characters.',
    { weak_password: { reasons: ['length'] } },
  ]);
  const long = 'Password cannot be longer than 72 characters';
  await refused({ ...bare, password: 'x'.repeat(73) }, [400, 'validation_failed', long]);
  assert.ok((await verify({ ...bare, password: 'chosen at the link' })).body);
  const signIn = (email: string, password: string) =>
    sql_api.call('sign_in_with_password', { email, password, settings: settings() });
  assert.ok((await signIn(person.email, 'chosen at the link')).body);

  const other = await createUnconfirmedPerson(sql_api);
  const token = await findSentToken(sql_api, other.id);
  assert.ok(
    (await verify({ type: 'signup', link: toUnsealedLink(token), needs_password: true, password: 'ignored here' }))
      .body,
  );
  assert.ok((await signIn(other.email, other.password)).body, 'who has a password keeps it');
});

test('a password with a change of e-mail: checked, stored by the last confirmation only, and only if there is none', async () => {
  for (const has of [false, true]) {
    const person = await createConfirmedPerson(sql_api);
    if (!has) await sql_api.db.sql`delete from auth.passwords where user_id = ${person.id}`;
    const email = newEmail();
    await sql_api.call('update_user', { claims: person.claims, email, settings: settings(), client });
    const current = toUnsealedLink(await findSentToken(sql_api, person.id, 'email_change_current'));
    const last = codeOf(await findSentToken(sql_api, person.id, 'email_change_new'));
    const stored = async () => (await sql_api.rows('auth.passwords', `t.user_id = '${person.id}'`)).length;
    const half = await verify({ type: 'email_change', link: current, password: 'too early' });
    assert.equal([half.code, await stored()], ['200', has ? 1 : 0]);
    const complete = { type: 'email_change', email, code: last };
    const long = 'Password cannot be longer than 72 characters';
    if (!has) await refused({ ...complete, password: 'x'.repeat(73) }, [400, 'validation_failed', long]);
    assert.ok((await verify({ ...complete, password: 'brought with it' })).body);
    const password = has ? person.password : 'brought with it';
    assert.ok((await sql_api.call('sign_in_with_password', { email, password, settings: settings() })).body);
  }
});

test('finds the code of a change of e-mail by its token, in any audience; other codes it does not', async () => {
  const person = await createConfirmedPerson(sql_api);
  const email = newEmail();
  const single = settings({ mailer_secure_email_change_enabled: false });
  await sql_api.call('update_user', { claims: person.claims, email, settings: single, client });
  const code = codeOf(await findSentToken(sql_api, person.id, 'email_change_new'));
  await refused({ type: 'email', email, code, audience: 'elsewhere' }, CODE);
  const answer = await verify({ type: 'email_change', email, code, audience: 'elsewhere', settings: single });
  assert.is(readMemberAt(answer, 'body.user.email'), email);
});

test('the first link or code used invalidates every other one of the user', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  await sql_api.call('request_recovery', { email: person.email, settings: settings() });
  const recovery = await findSentToken(sql_api, person.id, 'recovery');
  const answer = await verify({ type: 'signup', link: toUnsealedLink(await findSentToken(sql_api, person.id)) });
  assert.ok(answer.body);
  await refused({ type: 'recovery', link: toUnsealedLink(recovery) }, LINK);
  const { email, password } = person;
  const again = await sql_api.call('sign_up', { email, password, settings: settings() });
  assert.equal(again.identities, [], 'the spacing was cleared, so a sign-up right after it gets the fake user');
});

test('of parallel uses of one link one gets the session', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  const token = await findSentToken(sql_api, person.id);
  const all = await Promise.all(
    Array.from({ length: 12 }, () => verify({ type: 'signup', link: toUnsealedLink(token) })),
  );
  assert.is(all.filter((answer) => answer.body).length, 1);
  assert.is((await sql_api.rows('auth.sessions', `t.user_id = '${person.id}'`)).length, 1);
});

test.run();
