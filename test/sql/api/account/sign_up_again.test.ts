// sign_up with an existing address: fake user, repeated mail, autoconfirm, identities of other providers.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  createUnconfirmedPerson,
  newEmail,
  openSqlApi,
  settings,
} from '../../../support/database/sql_api.ts';
import { insertExternalUser } from '../../external_user.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const PASSWORD = 'correct horse battery';
const AUTO = settings({ mailer_autoconfirm: true });
const signUp = (args: CallArguments) =>
  sql_api.call('sign_up', { password: PASSWORD, settings: settings(), client, ...args });
const pending = async (id: string) => (await sql_api.rows('auth.pending_passwords', `t.user_id = '${id}'`))[0];
const token = async (id: string) => (await sql_api.rows('auth.one_time_tokens', `t.user_id = '${id}'`))[0];

/**
 * Creates a user with a GitHub identity and without a password. `confirmed` says whether the address is confirmed. With
 * a phone number, the user also has a phone identity.
 */
async function createExternalUser(o: {
  confirmed: boolean;
  email?: string;
  phone?: string;
}): Promise<{ id: string; address: string }> {
  const address = newEmail();
  return { id: await insertExternalUser(sql_api.db.sql, { ...o, address }), address };
}

test('unconfirmed, spacing passed: the real user, the mail again, password and data unchanged', async () => {
  const person = await createUnconfirmedPerson(sql_api, { data: { color: 'red' } });
  const before = await token(person.id);
  await sql_api.advance(900);
  let answer: CallArguments = {};
  const tables = await sql_api.changes(async () => {
    answer = await signUp({ email: person.email.toUpperCase(), data: { color: 'blue' } });
  });
  assert.equal(tables, ['attempts', 'audit_log', 'messages', 'one_time_tokens', 'queue', 'quotas', 'users']);
  assert.is(answer.id, person.id);
  assert.is((answer.user_metadata as CallArguments).color, 'red');
  assert.is((answer.identities as unknown[]).length, 1);
  assert.is(answer.confirmation_sent_at, sql_api.now());
  const after = await token(person.id);
  assert.is.not(after?.id, before?.id, 'the earlier link is dead');
  assert.is(after?.generation, '2');
  assert.is(after?.carries_password, true);
  assert.equal((await sql_api.audited())?.actions, ['user_confirmation_requested']);
});

test('unconfirmed, too soon: 429 with the seconds left; the same password writes nothing', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  await sql_api.advance(100.5);
  await sql_api.refused('sign_up', { email: person.email, password: person.password, settings: settings() }, [
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 799 seconds.',
  ]);
});

test('another password voids the first, even if the response is 429; nothing restores it', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  const args = { email: person.email, password: 'another password', settings: settings() };
  await sql_api.refused(
    'sign_up',
    args,
    [429, 'over_email_send_rate_limit', 'For security purposes, you can only request this after 900 seconds.'],
    ['pending_passwords'],
  );
  assert.is((await pending(person.id))?.hash, null);
  await sql_api.advance(900);
  assert.is((await signUp({ email: person.email })).id, person.id);
  assert.is((await pending(person.id))?.hash, null, 'the first password comes too late');
  assert.is((await token(person.id))?.carries_password, false);
});

test('an invited, unconfirmed user shows neither metadata nor identities', async () => {
  const person = await createUnconfirmedPerson(sql_api, { data: { secret: 1 } });
  await sql_api.db.sql`update auth.addresses set given_by_administrator = true where user_id = ${person.id}`;
  await sql_api.advance(900);
  const answer = await signUp({ email: person.email });
  assert.is(answer.id, person.id);
  assert.equal(answer.user_metadata, {});
  assert.equal(answer.identities, []);
});

test('unconfirmed under autoconfirm: confirmed with the new password, earlier sessions ended', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  const session_id = randomUUID();
  await sql_api.db.sql`
    insert into auth.sessions (user_id, id, amr, created_at) values (${person.id}, ${session_id}, '[]', now())`;
  const answer = await signUp({ email: person.email, password: 'a new password', settings: AUTO });
  const user = (answer.body as CallArguments).user as CallArguments;
  assert.is(user.id, person.id);
  assert.is(user.email_confirmed_at, sql_api.now());
  const [old] = await sql_api.rows('auth.sessions', `t.id = '${session_id}'`);
  assert.is(old?.revoked_reason, 'password');
  assert.is(await pending(person.id), undefined);
  assert.is(await token(person.id), undefined, 'links that were on their way are dead');
  const signIn = (password: string) =>
    sql_api.call('sign_in_with_password', { email: person.email, password, settings: settings() });
  assert.ok((await signIn('a new password')).body);
  assert.ok((await signIn(person.password)).refused);
});

test('confirmed: a fake user, unrelated to stored data, another id each time', async () => {
  const person = await createConfirmedPerson(sql_api);
  const args = { email: person.email, data: { color: 'blue' } };
  let fake: CallArguments = {};
  const tables = await sql_api.changes(async () => {
    fake = await signUp(args);
  });
  assert.equal(tables, ['attempts', 'audit_log']);
  assert.equal(await sql_api.audited(), {
    actions: ['user_repeated_signup'],
    traits: { provider: 'email' },
    actor_id: person.id,
  });
  const now = sql_api.now();
  assert.equal(fake, {
    id: fake.id,
    aud: 'authenticated',
    role: 'authenticated',
    email: person.email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { color: 'blue' },
    identities: [],
    confirmation_sent_at: now,
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  });
  await sql_api.refused('sign_up', { ...args, password: PASSWORD, settings: settings() }, [
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 900 seconds.',
  ]);
  await sql_api.advance(900);
  const again = await signUp(args);
  assert.is.not(again.id, fake.id);
  assert.is.not(again.id, person.id);
  assert.equal((await signUp({ email: person.email, settings: AUTO })).refused, {
    status: 422,
    code: 'user_already_exists',
    message: 'User already registered',
  });
});

test('a sign-up under autoconfirm at a banned account gets no session and does not learn of the ban', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  await sql_api.db
    .sql`update auth.users set banned_until = auth_lib.clock() + interval '1 hour' where id = ${person.id}`;
  const args = { email: person.email, password: PASSWORD, settings: AUTO, client };
  await sql_api.refused('sign_up', args, [422, 'user_already_exists', 'User already registered'], ['audit_log']);
});

test('autoconfirm returns an error, and only the switch of the channel matters', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.refused(
    'sign_up',
    { email: person.email, password: PASSWORD, settings: AUTO },
    [422, 'user_already_exists', 'User already registered'],
    ['audit_log'],
  );
  assert.equal((await sql_api.audited())?.actions, ['user_repeated_signup']);
  const answer = await signUp({ email: person.email, settings: settings({ sms_autoconfirm: true }) });
  assert.equal(answer.identities, []);
});

test('found only through another identity: a confirmed user gets a fake user, even without an address of its own', async () => {
  for (const o of [{ confirmed: true }, { confirmed: true, email: newEmail() }]) {
    const { address, id } = await createExternalUser(o);
    const answer = await signUp({ email: address });
    assert.equal(answer.identities, []);
    assert.is.not(answer.id, id);
    assert.is(answer.email, address);
  }
});

test('known only by an unconfirmed identity of a provider: an e-mail identity replaces it', async () => {
  const { id, address } = await createExternalUser({ confirmed: false });
  const answer = await signUp({ email: address, data: { color: 'red', phone: '1', iss: 'x', email: 'x', sub: 'x' } });
  assert.is(answer.id, id);
  const identities = answer.identities as CallArguments[];
  assert.equal(
    identities.map((identity) => identity.provider),
    ['email'],
  );
  const own = { sub: id, email: address, email_verified: false, phone_verified: false, color: 'red' };
  assert.equal(answer.user_metadata, { ...own, phone: '1', iss: 'x' });
  assert.equal(identities[0]?.identity_data, own);
  assert.equal(answer.app_metadata, { provider: 'email', providers: ['email'] });
  assert.is(await pending(id), undefined, 'only the sign-up that creates the user keeps a password');
  assert.is((await token(id))?.carries_password, false);
});

test('known only by an unconfirmed identity, within the spacing: 429, and the identities stay', async () => {
  const { id, address } = await createExternalUser({ confirmed: false });
  await sql_api.call('resend', { type: 'signup', email: address, settings: settings() });
  await sql_api.refused('sign_up', { email: address, password: PASSWORD, settings: settings() }, [
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 900 seconds.',
  ]);
  const identities = await sql_api.rows('auth.identities', `t.user_id = '${id}'`);
  assert.equal(
    identities.map((identity) => identity.provider),
    ['github'],
  );
});

test('a confirmed phone: a sign-up by mail with an address that only finds the account reveals and changes nothing', async () => {
  const taken = [422, 'user_already_exists', 'User already registered'] as const;
  const foreign = await createExternalUser({ confirmed: false, phone: '4917000002', email: newEmail() });
  const tables = await sql_api.changes(async () => {
    assert.equal((await signUp({ email: foreign.address })).identities, []);
    assert.equal(await sql_api.call('request_magic_link', { email: foreign.address, settings: settings() }), {});
  });
  assert.equal(tables, ['attempts', 'audit_log']);
  // Under autoconfirm no mail shows who owns the address, so the sign-up is rejected.
  await sql_api.refused('sign_up', { email: foreign.address, password: PASSWORD, settings: AUTO }, taken, [
    'audit_log',
  ]);
});

test('the address of a soft-deleted user is free', async () => {
  const person = await createConfirmedPerson(sql_api);
  await sql_api.db.sql`delete from auth.addresses where user_id = ${person.id}`;
  await sql_api.db.sql`update auth.users set deleted_at = now(), email = 'a digest' where id = ${person.id}`;
  const answer = await signUp({ email: person.email });
  assert.is.not(answer.id, person.id);
  assert.is((answer.identities as unknown[]).length, 1);
});

test('the same address under another audience counts as existing, in the audience of the request', async () => {
  const person = await createConfirmedPerson(sql_api);
  const fake = await signUp({ email: person.email, audience: 'elsewhere' });
  assert.equal(fake.identities, []);
  assert.is(fake.aud, 'elsewhere');
  const created = await signUp({ email: newEmail(), audience: 'elsewhere' });
  assert.is(created.aud, 'elsewhere');
});

test.run();
