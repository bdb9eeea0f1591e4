// verify_token for phone numbers: types sms and phone_change, attempt limits, expiry, and test numbers.
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
  openSqlApi,
  readMemberAt,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';
import {
  createAnonymousPerson,
  createConfirmedPhone,
  createUnconfirmedPhone,
  newPhone,
  phoneSettings,
} from '../../phone.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const CODE: ExpectedError = [403, 'otp_expired', 'Token has expired or is invalid'];
const LINK: ExpectedError = [403, 'otp_expired', 'Email link is invalid or has expired'];
const TAKEN: ExpectedError = [422, 'phone_exists', 'A user with this phone number has already been registered'];
const base = { settings: phoneSettings(), code_keys };
const verify = (args: CallArguments) => sql_api.call('verify_token', { type: 'sms', ...base, client, ...args });
const refused = (args: CallArguments, expected: ExpectedError, changes: string[] = []) =>
  sql_api.refused('verify_token', { type: 'sms', ...base, ...args }, expected, changes);
const change = (person: { claims: CallArguments }, args: CallArguments) =>
  sql_api.call('update_user', { claims: person.claims, settings: phoneSettings(), client, ...args });
const signIn = (phone: string, password: string) =>
  sql_api.call('sign_in_with_password', { phone, password, settings: phoneSettings() });
const MISS = ['attempts', 'one_time_tokens'];

test('the code of a sign-up: number confirmed, password installed, session without a type, one audit row', async () => {
  const person = await createUnconfirmedPhone(sql_api);
  const token = await findSentToken(sql_api, person.id, 'sms');
  await sql_api.advance(5);
  let answer: CallResult = {};
  const tables = await sql_api.changes(async () => {
    answer = await verify({ phone: `+${person.phone}`, code: codeOf(token), password: 'ignored: one waits' });
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
  assert.is(readMemberAt(answer, 'body.type'), undefined);
  assert.is(readMemberAt(answer, 'body.user.phone_confirmed_at'), sql_api.now());
  assert.is(readMemberAt(answer, 'body.user.confirmed_at'), sql_api.now());
  assert.is(readMemberAt(answer, 'body.user.identities.0.identity_data.phone_verified'), true);
  assert.equal(readMemberAt(answer, 'body.user.app_metadata'), { provider: 'phone', providers: ['phone'] });
  assert.is(readMemberAt(answer, 'claims.amr.0.method'), 'otp');
  assert.is(readMemberAt(answer, 'claims.phone'), person.phone);
  assert.equal(await sql_api.audited(), {
    actions: ['user_signedup'],
    traits: { provider: 'phone' },
    actor_id: person.id,
  });
  assert.ok((await signIn(person.phone, person.password)).body);
  await refused({ phone: person.phone, code: codeOf(token) }, CODE);
});

test('a later code signs in, is recorded as a sign-up too, and keeps the password', async () => {
  const person = await createConfirmedPhone(sql_api);
  await sql_api.advance(61);
  await sql_api.call('request_otp', { phone: person.phone, settings: phoneSettings() });
  const token = await findSentToken(sql_api, person.id, 'sms');
  assert.ok((await verify({ phone: person.phone, code: codeOf(token) })).body);
  assert.equal((await sql_api.audited())?.actions, ['user_signedup']);
  assert.ok((await signIn(person.phone, person.password)).body);
});

test('five wrong attempts invalidate the code; it expires strictly after its time; thirty in an hour are 429', async () => {
  const person = await createUnconfirmedPhone(sql_api);
  const { phone } = person;
  const token = await findSentToken(sql_api, person.id, 'sms');
  await sql_api.advance(60.001);
  await refused({ phone, code: codeOf(token) }, CODE, ['attempts']);
  await sql_api.advance(-0.001);
  for (let i = 0; i < 4; i += 1) await refused({ phone, code: createWrongCode(token) }, CODE, MISS);
  await refused({ phone, code: codeOf(token) }, CODE);
  const few = phoneSettings({ security_max_code_failures: 5, sms_test_otp: { [phone]: '424242' } });
  const many: ExpectedError = [429, 'over_request_rate_limit', 'Request rate limit reached'];
  await refused({ phone, code: '424242', settings: few }, many);
});

test('rejects a code not yet sent, another audience, banned, soft-deleted, a number of another user', async () => {
  const person = await createUnconfirmedPhone(sql_api);
  const { phone, id } = person;
  const { sql } = sql_api.db;
  const [unsent] = await sql_api.rows('auth.one_time_tokens', `t.user_id = '${id}'`);
  await refused({ phone, code: codeOf(unsent as never) }, CODE, MISS);
  const code = codeOf(await findSentToken(sql_api, id, 'sms'));
  await sql`update auth.addresses set given_by_administrator = true where user_id = ${id}`;
  await refused({ phone, code, audience: 'elsewhere' }, CODE);
  await sql`update auth.users set banned_until = '2099-01-01' where id = ${id}`;
  await refused({ phone, code: '000000x' }, CODE, MISS);
  await refused({ phone, code }, [403, 'user_banned', 'User is banned']);
  await sql`update auth.users set banned_until = null, phone = '4911' where id = ${id}`;
  await refused({ phone, code }, CODE);
  await sql`update auth.users set phone = ${phone}, deleted_at = now() where id = ${id}`;
  await refused({ phone, code }, CODE);
  await sql`update auth.users set deleted_at = null where id = ${id}`;
  assert.ok((await verify({ phone, code })).body, 'no refusal used the code up');
});

test('T76a the token of an SMS is no valid mail link, nor a mail’s code valid for a number', async () => {
  const byPhone = await createUnconfirmedPhone(sql_api);
  const sms = await findSentToken(sql_api, byPhone.id, 'sms');
  for (const type of ['signup', 'invite', 'email', 'recovery', 'magiclink', 'email_change']) {
    await refused({ type, link: toUnsealedLink(sms) }, LINK);
    await sql_api.refused('follow_link', { type, link: toUnsealedLink(sms), settings: phoneSettings() }, LINK);
    await sql_api.changes(() => verify({ type, phone: byPhone.phone, code: codeOf(sms) }));
  }
  const byMail = await createUnconfirmedPerson(sql_api);
  const mail = await findSentToken(sql_api, byMail.id);
  for (const type of ['sms', 'phone_change']) {
    await sql_api.changes(() => verify({ type, email: byMail.email, code: codeOf(mail) }));
    await refused({ type, link: toUnsealedLink(mail) }, [400, 'validation_failed', 'Invalid email verification type']);
    await sql_api.refused('follow_link', { type, link: toUnsealedLink(sms), settings: phoneSettings() }, [
      400,
      'validation_failed',
      'Invalid email verification type',
    ]);
  }
  assert.is((await findSentToken(sql_api, byPhone.id, 'sms')).attempts, 0, 'not even compared');
});

test('phone_change: the number switched, confirmed, an identity of its own, everything pending invalidated', async () => {
  const person = await createConfirmedPerson(sql_api);
  const phone = newPhone();
  await change(person, { phone });
  await sql_api.call('request_recovery', { email: person.email, settings: phoneSettings() });
  const token = await findSentToken(sql_api, person.id, 'phone_change');
  await refused({ phone, code: codeOf(token) }, CODE);
  await refused({ type: 'phone_change', phone, code: createWrongCode(token) }, CODE, MISS);
  await sql_api.advance(1);
  const answer = await verify({ type: 'phone_change', phone, code: codeOf(token) });
  assert.is(readMemberAt(answer, 'body.type'), undefined);
  assert.is(readMemberAt(answer, 'body.user.phone'), phone);
  assert.is(readMemberAt(answer, 'body.user.new_phone'), undefined);
  assert.is(readMemberAt(answer, 'body.user.phone_confirmed_at'), sql_api.now());
  assert.equal(readMemberAt(answer, 'body.user.app_metadata'), { provider: 'email', providers: ['email', 'phone'] });
  const identities = readMemberAt(answer, 'body.user.identities') as CallArguments[];
  const identity = identities.find(({ provider }) => provider === 'phone');
  assert.equal(identity?.identity_data, { sub: person.id, phone, email_verified: false, phone_verified: true });
  assert.equal((await sql_api.audited())?.actions, ['user_modified']);
  assert.equal(await sql_api.rows('auth.one_time_tokens', `t.user_id = '${person.id}'`), []);
  assert.ok((await signIn(phone, person.password)).body);

  const next = newPhone();
  await sql_api.advance(61);
  await change(person, { phone: next });
  await verify({
    type: 'phone_change',
    phone: next,
    code: codeOf(await findSentToken(sql_api, person.id, 'phone_change')),
  });
  const [again] = await sql_api.rows('auth.identities', `t.user_id = '${person.id}' and t.provider = 'phone'`);
  assert.equal([again?.id, readMemberAt(again, 'identity_data.phone')], [identity?.identity_id, next]);
  assert.ok((await signIn(phone, person.password)).refused, 'the former number matches no account');
});

test('phone_change to a number of another user: rejected, and the code stays', async () => {
  const [one, two] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  const phone = newPhone();
  await change(one, { phone });
  const first = await findSentToken(sql_api, one.id, 'phone_change');
  await sql_api.advance(61);
  await sql_api.db
    .sql`update auth.one_time_tokens set expires_at = ${sql_api.now()}::timestamptz + interval '1 minute' where id = ${first.id as string}`;
  await change(two, { phone });
  const second = await findSentToken(sql_api, two.id, 'phone_change');
  assert.is(readMemberAt(await verify({ type: 'phone_change', phone, code: codeOf(first) }), 'body.user.id'), one.id);
  await refused({ type: 'phone_change', phone, code: codeOf(second) }, TAKEN);
  await sql_api.db.sql`delete from auth.users where id = ${one.id}`;
  const answer = await verify({ type: 'phone_change', phone, code: codeOf(second) });
  assert.is(readMemberAt(answer, 'body.user.id'), two.id);
});

test('an anonymous user with a confirmed number becomes a regular user, the same one', async () => {
  const person = await createAnonymousPerson(sql_api, { color: 'red' });
  const phone = newPhone();
  await change(person, { phone, password: 'chosen meanwhile' });
  assert.ok((await signIn(phone, 'chosen meanwhile')).refused, 'the number matches no account before it is confirmed');
  const code = codeOf(await findSentToken(sql_api, person.id, 'phone_change'));
  const answer = await verify({ type: 'phone_change', phone, code });
  assert.equal(
    [
      readMemberAt(answer, 'body.user.id'),
      readMemberAt(answer, 'body.user.is_anonymous'),
      readMemberAt(answer, 'claims.is_anonymous'),
    ],
    [person.id, false, false],
  );
  assert.equal(readMemberAt(answer, 'body.user.app_metadata'), { provider: 'phone', providers: ['phone'] });
  assert.ok((await signIn(phone, 'chosen meanwhile')).body);
});

test('a test number: its code is always valid for its owner, with and without a pending code; otherwise as usual', async () => {
  const person = await createConfirmedPhone(sql_api);
  const { phone } = person;
  const settings = phoneSettings({
    sms_test_otp: { [phone]: '424242' },
    sms_test_otp_valid_until: '2031-12-31T00:00:00Z',
  });
  await sql_api.advance(86_400);
  assert.ok((await verify({ phone, code: '424242', settings })).body);
  assert.ok((await verify({ phone, code: '424242', settings })).body, 'nothing is on its way');
  await sql_api.call('request_otp', { phone, settings });
  await refused({ phone, code: '000000', settings }, CODE, MISS);
  await refused({ type: 'phone_change', phone, code: '424242', settings }, CODE);
  await refused({ phone, code: '424242', settings, audience: 'elsewhere' }, CODE);
  assert.ok((await verify({ phone, code: '424242', settings })).body);
  const expired = phoneSettings({
    sms_test_otp: { [phone]: '424242' },
    sms_test_otp_valid_until: '2031-05-01T00:00:00Z',
  });
  await refused({ phone, code: '424242', settings: expired }, CODE);
  const nobody = newPhone();
  await refused({ phone: nobody, code: '1', settings: phoneSettings({ sms_test_otp: { [nobody]: '1' } }) }, CODE);

  const waiting = await createUnconfirmedPhone(sql_api);
  const tested = phoneSettings({ sms_test_otp: { [waiting.phone]: '111111' } });
  assert.ok((await verify({ phone: waiting.phone, code: '111111', settings: tested })).body);
  assert.ok((await signIn(waiting.phone, waiting.password)).body, 'the code of that sign-up carries its password');

  const next = newPhone();
  const both = phoneSettings({ sms_test_otp: { [next]: '222222' } });
  await refused({ type: 'phone_change', phone: next, code: '222222', settings: both }, CODE);
  await change(await createConfirmedPerson(sql_api), { phone: next, settings: both });
  const changed = await verify({ type: 'phone_change', phone: next, code: '222222', settings: both });
  assert.is(readMemberAt(changed, 'body.user.phone'), next);
});

test('a test number requested by several: the last in the audience gets it', async () => {
  const phone = newPhone();
  const settings = phoneSettings({ sms_test_otp: { [phone]: '424242' } });
  const asked = [];
  for (let n = 0; n < 4; n += 1) {
    const person = await createConfirmedPerson(sql_api);
    await sql_api.advance(1);
    await change(person, { phone, settings });
    asked.push(person);
  }
  const [, second, , last] = asked;
  await change(second as (typeof asked)[0], { password: 'the request is forgotten with its code' });
  await sql_api.db.sql`update auth.users set aud = 'elsewhere' where id = ${String(last?.id)}`;
  const typed = { type: 'phone_change', phone, code: '424242', settings };
  assert.equal(await sql_api.changes(() => refused({ ...typed, audience: 'nowhere' }, CODE)), []);
  assert.is(readMemberAt(await verify(typed), 'body.user.id'), asked[2]?.id);
  await refused(typed, TAKEN, []);
  const own = { phone, code: '424242', settings, audience: 'elsewhere' };
  await refused(own, CODE);
});

test('stores the password sent with verify, if the user has none', async () => {
  const phone = newPhone();
  await sql_api.call('request_otp', { phone, settings: phoneSettings() });
  const [user] = await sql_api.rows('auth.users', `t.phone = '${phone}'`);
  const code = codeOf(await findSentToken(sql_api, user?.id, 'sms'));
  assert.ok((await verify({ phone, code, password: 'brought with it' })).body);
  assert.ok((await signIn(phone, 'brought with it')).body);

  for (const has of [false, true]) {
    const person = await createConfirmedPerson(sql_api);
    if (!has) await sql_api.db.sql`delete from auth.passwords where user_id = ${person.id}`;
    const next = newPhone();
    await change(person, { phone: next });
    const changed = codeOf(await findSentToken(sql_api, person.id, 'phone_change'));
    await verify({ type: 'phone_change', phone: next, code: changed, password: 'brought with it' });
    assert.ok((await signIn(next, has ? person.password : 'brought with it')).body);
  }

  const late = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`with gone as (delete from auth.passwords where user_id = ${late.id} returning *)
    insert into auth.pending_passwords (user_id, hash, created_at) select user_id, hash, updated_at from gone`;
  const last = newPhone();
  await change(late, { phone: last });
  const proof = codeOf(await findSentToken(sql_api, late.id, 'phone_change'));
  await verify({ type: 'phone_change', phone: last, code: proof });
  assert.ok(
    (await signIn(last, late.password)).refused,
    'what waited for a proof, and this one does not carry, is gone',
  );
});

test.run();
