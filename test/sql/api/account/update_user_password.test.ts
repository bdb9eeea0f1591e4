// Passwords in update_user: rules, sessions and links that a new password revokes, and the required nonce.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  code_keys,
  codeOf,
  createConfirmedPerson,
  createUnconfirmedPerson,
  createWrongCode,
  type ExpectedError,
  errorCodeOf,
  findSentToken,
  newEmail,
  openSqlApi,
  readSession,
  type SqlPerson,
  settings,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';
import { createConfirmedPhone, phoneSettings, smsSpacingError } from '../../phone.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const base = (person: SqlPerson): CallArguments => ({ claims: person.claims, settings: settings(), client, code_keys });
const update = (person: SqlPerson, args: CallArguments) => sql_api.call('update_user', { ...base(person), ...args });
const refused = (person: SqlPerson, args: CallArguments, expected: ExpectedError, changes: string[] = []) =>
  sql_api.refused('update_user', { ...base(person), ...args }, expected, changes);
const signIn = (email: string, password: string) =>
  sql_api.call('sign_in_with_password', { email, password, settings: settings(), client });
const refresh = (user_id: string, session_id: string) =>
  errorCodeOf(sql_api.call('refresh_session', { user_id, session_id, counter: 0, settings: settings(), client }));
const rows = (table: string, person: SqlPerson) => sql_api.rows(`auth.${table}`, `t.user_id = '${person.id}'`);

const SAME: ExpectedError = [422, 'same_password', 'New password should be different from the old password.'];
const WRONG: ExpectedError = [422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'];
const NEW = 'quite another one';
const demanding = settings({ security_update_password_require_reauthentication: true });

test('a new password: the current session stays, the others end, the old password and every link are invalid', async () => {
  const person = await createConfirmedPerson(sql_api);
  const other = readSession(await signIn(person.email, person.password)).session_id;
  const stranger = await createConfirmedPerson(sql_api);
  await sql_api.call('request_recovery', { email: person.email, settings: settings(), client });
  await update(person, { email: newEmail() });
  await sql_api.call('reauthenticate', { claims: person.claims, settings: settings(), client });
  assert.is((await rows('one_time_tokens', person)).length, 4);
  const waiting = (await rows('one_time_tokens', person)).map((token) => String(token.id));
  await sql_api.advance(5);

  const tables = await sql_api.changes(() => update(person, { password: NEW }));
  assert.equal(tables, ['attempts', 'audit_log', 'one_time_tokens', 'passwords', 'sessions', 'users']);
  assert.equal(await sql_api.audited(), {
    actions: ['user_updated_password', 'user_modified'],
    traits: null,
    actor_id: person.id,
  });
  assert.equal(await rows('one_time_tokens', person), []);
  for (const id of waiting) {
    for (const type of ['recovery', 'email_change']) {
      const verify = { type, link: toUnsealedLink({ id }), settings: settings(), client };
      assert.is(await errorCodeOf(sql_api.call('verify_token', verify)), 'otp_expired');
    }
  }
  const [user] = await sql_api.rows('auth.users', `t.id = '${person.id}'`);
  for (const column of ['confirmation', 'recovery', 'email_change', 'phone_change', 'reauthentication']) {
    assert.is(user?.[`${column}_sent_at`], null, column);
  }
  assert.equal([user?.new_email, user?.email_change_status], [null, 0], 'the pending change is cancelled');
  assert.is(await refresh(person.id, other), 'refresh_token_not_found');
  assert.is(await refresh(person.id, person.session_id), '');
  assert.is(await refresh(stranger.id, stranger.session_id), '');
  assert.is(await errorCodeOf(signIn(person.email, person.password)), 'invalid_credentials');
  assert.ok((await signIn(person.email, NEW)).claims);
});

test('by a token without a session: all sessions end', async () => {
  const person = await createConfirmedPerson(sql_api);
  for (const session_id of [undefined, '', '00000000-0000-0000-0000-000000000000']) {
    await update({ ...person, claims: { ...person.claims, session_id } }, { password: `${NEW} ${session_id}` });
  }
  assert.equal(
    (await rows('sessions', person)).map((session) => session.revoked_reason),
    ['password'],
  );
});

test('the rules: bytes, not characters; rejects the same one; 72 are accepted, 73 are not', async () => {
  const person = await createConfirmedPerson(sql_api);
  await refused(person, { password: person.password }, SAME);
  await update(person, { password: '€€' });
  await refused(person, { password: '€€' }, SAME);
  await update(person, { password: 'x'.repeat(72) });
  await refused(person, { password: 'x'.repeat(72) }, SAME);
  await refused(person, { password: 'x'.repeat(73) }, [
    400,
    'validation_failed',
    'Password cannot be longer than 72 characters',
  ]);
  const strict = settings({ password_min_length: 8, password_required_characters: ['abc', '0123'] });
  await refused(person, { password: 'xyz', settings: strict }, [
    422,
    'weak_password',
    'Password should be at least 8 characters. Password should contain at least one character of each: abc, 0123.',
    { weak_password: { reasons: ['length', 'characters'] } },
  ]);
  const floor = settings({ password_min_length: 1 });
  await refused(person, { password: '12345', settings: floor }, [
    422,
    'weak_password',
    'Password should be at least 6 characters.',
    { weak_password: { reasons: ['length'] } },
  ]);
});

test('a user without a password gets its first', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`delete from auth.passwords where user_id = ${person.id}`;
  await update(person, { password: person.password });
  assert.ok((await signIn(person.email, person.password)).claims);
});

test('an imported hash with another prefix is recognised as the same password', async () => {
  for (const prefix of ['$2b$', '$2y$']) {
    const person = await createConfirmedPerson(sql_api);
    await sql_api.db.sql`
      update auth.passwords set hash = ${prefix} || substr(hash, 5) where user_id = ${person.id}`;
    await refused(person, { password: person.password }, SAME);
  }
});

test('the nonce: required by the setting, valid once, consumed by the change', async () => {
  const person = await createConfirmedPerson(sql_api);
  const ask = { password: NEW, settings: demanding };
  for (const nonce of [null, '']) {
    await refused(person, { ...ask, nonce }, [
      400,
      'reauthentication_needed',
      'Password update requires reauthentication',
    ]);
  }
  await refused(person, { ...ask, nonce: '123456' }, WRONG);
  await sql_api.call('reauthenticate', { claims: person.claims, settings: settings(), client });
  const token = await findSentToken(sql_api, person.id, 'reauthentication');
  await refused(person, { ...ask, nonce: createWrongCode(token) }, WRONG, ['attempts', 'one_time_tokens']);
  await refused(person, { ...ask, password: person.password, nonce: codeOf(token) }, SAME);
  await update(person, { ...ask, nonce: codeOf(token) });
  assert.equal(await rows('one_time_tokens', person), []);
  await refused(person, { ...ask, password: 'one more', nonce: codeOf(token) }, WRONG);
  await update(person, { data: { a: 1 }, settings: demanding });
});

test('the nonce: checked before the same password, so that a wrong one never reveals whether it was the same', async () => {
  const person = await createConfirmedPerson(sql_api);
  const args = { password: person.password, nonce: '000000', settings: demanding };
  await refused(person, args, WRONG);
});

test('the nonce: for this user and purpose, until it expires or after five attempts', async () => {
  const [person, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const nonceOf = async (whose: SqlPerson) => {
    await sql_api.call('reauthenticate', { claims: whose.claims, settings: settings(), client });
    return findSentToken(sql_api, whose.id, 'reauthentication');
  };
  const wrong = (nonce: string, changes: string[] = []) =>
    refused(person, { password: NEW, nonce, settings: demanding }, WRONG, changes);
  await wrong(codeOf(await nonceOf(other)));
  await sql_api.call('request_recovery', { email: person.email, settings: settings(), client });
  await wrong(codeOf(await findSentToken(sql_api, person.id, 'recovery')));
  const token = await nonceOf(person);
  for (let guess = 0; guess < 5; guess += 1) await wrong(createWrongCode(token), ['attempts', 'one_time_tokens']);
  await wrong(codeOf(token));
  await sql_api.advance(61);
  const late = await nonceOf(person);
  await sql_api.advance(86_401);
  person.claims.exp = undefined;
  await wrong(codeOf(late));
});

test('thirty wrong nonces in an hour: rejected before any comparison, even with a right code', async () => {
  const person = await createConfirmedPerson(sql_api);
  const args = { password: NEW, nonce: 'wrong', settings: demanding };
  const few = { ...demanding, security_max_code_failures: 3 };
  await sql_api.call('reauthenticate', { claims: person.claims, settings: settings(), client });
  for (let guess = 0; guess < 3; guess += 1) await refused(person, args, WRONG, ['attempts', 'one_time_tokens']);
  const nonce = codeOf(await findSentToken(sql_api, person.id, 'reauthentication'));
  await refused(person, { ...args, nonce, settings: few }, [
    429,
    'over_request_rate_limit',
    'Request rate limit reached',
  ]);
  await sql_api.advance(3600);
  await update(person, { ...args, nonce, settings: few });
});

const MAIL_SOON: ExpectedError = [
  429,
  'over_email_send_rate_limit',
  'For security purposes, you can only request this after 60 seconds.',
];

test('a new password ends the spacing of messages to the user’s own address, not that of mails to a new one', async () => {
  const person = await createConfirmedPerson(sql_api);
  const email = newEmail();
  const own = { claims: person.claims, settings: settings(), client };
  const nonce = async () => codeOf(await findSentToken(sql_api, person.id, 'reauthentication'));
  const requests: [name: string, args: CallArguments, change: () => Promise<CallArguments>][] = [
    ['reauthenticate', own, async () => ({ nonce: await nonce(), settings: demanding })],
    ['request_recovery', { email: person.email, settings: settings(), client }, async () => ({})],
  ];
  for (const [name, args, change] of requests) {
    assert.is((await sql_api.call(name, args)).refused, undefined);
    await sql_api.refused(name, args, MAIL_SOON);
    await update(person, { password: `new since ${name}`, ...(await change()) });
    assert.is((await sql_api.call(name, args)).refused, undefined, name);
  }
  await update(person, { email });
  await update(person, { password: 'new since the change' });
  await sql_api.refused('update_user', { ...own, email: newEmail() }, MAIL_SOON);
  await sql_api.refused('update_user', { ...own, email, password: 'in one call' }, MAIL_SOON);
  assert.equal(await sql_api.rows('auth.one_time_tokens', `t.user_id = '${person.id}'`), []);
});

test('the same by SMS: a nonce, a code to sign in; not a change of number', async () => {
  const person = await createConfirmedPhone(sql_api);
  const own = { claims: person.claims, settings: phoneSettings(), client };
  const requests: [name: string, args: CallArguments, soon: ExpectedError][] = [
    ['reauthenticate', own, smsSpacingError(60)],
    ['request_otp', { phone: person.phone, settings: phoneSettings(), client }, smsSpacingError(60)],
  ];
  await sql_api.advance(61);
  for (const [name, args, soon] of requests) {
    assert.is((await sql_api.call(name, args)).refused, undefined);
    await sql_api.refused(name, args, soon);
    await sql_api.call('update_user', { ...own, password: `new since ${name}` });
    assert.is((await sql_api.call(name, args)).refused, undefined, name);
  }
  const change = { ...own, phone: '4917999' };
  assert.is((await sql_api.call('update_user', change)).refused, undefined);
  await sql_api.call('update_user', { ...own, password: 'new since the change' });
  await sql_api.refused('update_user', change, smsSpacingError(60));
});

test("a new password ends no spacing of another user's address, and no count of wrong passwords or codes", async () => {
  const [person, other] = [await createConfirmedPerson(sql_api), await createUnconfirmedPerson(sql_api)];
  const recovery = { email: other.email, settings: settings(), client };
  const again = { email: other.email, password: other.password, settings: settings(), client };
  const free = newEmail();
  const unknown = { ...recovery, email: free };
  for (const args of [recovery, unknown]) await sql_api.call('request_recovery', args);
  await sql_api.call('request_recovery', { ...recovery, email: person.email });
  await update(person, { email: free });
  const few = settings({ security_max_password_failures: 2, security_max_code_failures: 2 });
  const verify = { type: 'email', email: person.email, code: '000000', settings: few, client, code_keys };
  const wrong = { email: person.email, password: 'wrong', settings: few, client };
  for (let guess = 0; guess < 2; guess += 1) {
    await sql_api.call('sign_in_with_password', wrong);
    await sql_api.call('verify_token', verify);
  }
  await update(person, { password: NEW });
  for (const args of [recovery, unknown]) await sql_api.refused('request_recovery', args, MAIL_SOON);
  assert.is(await errorCodeOf(sql_api.call('sign_up', again)), 'over_email_send_rate_limit');
  for (const call of [
    sql_api.call('sign_in_with_password', { ...wrong, password: NEW }),
    sql_api.call('verify_token', verify),
  ]) {
    assert.is(await errorCodeOf(call), 'over_request_rate_limit');
  }
});

test('two concurrent new passwords, each from its own session: one of them is the password, at most one session is left', async () => {
  for (let round = 0; round < 20; round += 1) {
    const person = await createConfirmedPerson(sql_api);
    const second = { ...person, ...readSession(await signIn(person.email, person.password)) };
    await Promise.all([
      update(person, { password: `first ${round}` }),
      update(second, { password: `second ${round}` }),
    ]);
    const live = (await rows('sessions', person)).filter((session) => session.revoked_at === null);
    assert.ok(live.length <= 1);
    const opened = await Promise.all(
      ['first', 'second'].map((word) => errorCodeOf(signIn(person.email, `${word} ${round}`))),
    );
    assert.equal(opened.sort(), ['', 'invalid_credentials']);
  }
});

test.run();
