// Tests of update_user.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  client,
  createConfirmedPerson,
  type ExpectedError,
  newEmail,
  openSqlApi,
  type SqlPerson,
  settings,
} from '../../../support/database/sql_api.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const update = (person: SqlPerson, args: CallArguments) =>
  sql_api.call('update_user', { claims: person.claims, settings: settings(), client, ...args });
const refused = (person: SqlPerson, args: CallArguments, expected: ExpectedError) =>
  sql_api.refused('update_user', { claims: person.claims, settings: settings(), ...args }, expected);
const row = async (id: string): Promise<CallArguments> => (await sql_api.rows('auth.users', `t.id = '${id}'`))[0] ?? {};

const BANNED: ExpectedError = [403, 'user_banned', 'User is banned'];
const WEAK: ExpectedError = [
  422,
  'weak_password',
  'Password should be at least 6 characters.',
  { weak_password: { reasons: ['length'] } },
];
const FORBIDDEN: ExpectedError = [403, 'not_admin', 'Updating app_metadata requires admin privileges'];

test('the checks answer in supabase/auth’s order, and write nothing', async () => {
  const [person, other] = [await createConfirmedPerson(sql_api), await createConfirmedPerson(sql_api)];
  await sql_api.db.sql`insert into auth.addresses values ('phone', '4917', ${other.id}, true, null, now())`;
  const args: CallArguments = {
    email: 'no address',
    phone: 'x',
    password: '',
    app_metadata: {},
    code_challenge: 'x',
    settings: settings({ security_update_password_require_reauthentication: true }),
  };
  const next = (change: CallArguments, expected: ExpectedError) =>
    refused(person, Object.assign(args, change), expected);
  await sql_api.db.sql`update auth.users set banned_until = '2099-01-01' where id = ${person.id}`;
  await next({}, BANNED);
  await sql_api.db.sql`update auth.users set banned_until = null, is_anonymous = true where id = ${person.id}`;
  await next({}, [400, 'validation_failed', 'Unable to validate email address: invalid format']);
  await next({ email: `${'a'.repeat(250)}@b.com` }, [400, 'validation_failed', 'An email address is too long']);
  await next({ email: null }, [400, 'validation_failed', 'Invalid phone number format (E.164 required)']);
  await next({ phone: '4930', channel: 'pigeon' }, [
    400,
    'validation_failed',
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  ]);
  await next({ phone: null, channel: null, password: 'x'.repeat(73) }, [
    400,
    'validation_failed',
    'Password cannot be longer than 72 characters',
  ]);
  await next({ password: '' }, WEAK);
  await next({ password: 'long enough' }, FORBIDDEN);
  await next({ app_metadata: null }, [
    422,
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
  ]);
  await next({ email: other.email.toUpperCase(), phone: '+49 17' }, [
    422,
    'email_exists',
    'A user with this email address has already been registered',
  ]);
  await next({ email: '' }, [422, 'phone_exists', 'A user with this phone number has already been registered']);
  await sql_api.db.sql`update auth.users set is_anonymous = false where id = ${person.id}`;
  await next({ phone: '' }, [400, 'reauthentication_needed', 'Password update requires reauthentication']);
  await next({ nonce: '123456' }, [
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ]);
});

test('nothing given, or only empty values: updated_at and one audit row', async () => {
  const person = await createConfirmedPerson(sql_api);
  for (const args of [{}, { email: '', phone: '', data: {}, nonce: 'ignored', email_same: true }]) {
    await sql_api.advance(1);
    const { email_same, ...rest } = args as CallArguments;
    const before = await row(person.id);
    const all = { ...rest, ...(email_same ? { email: person.email.toUpperCase() } : {}) };
    assert.equal(await sql_api.changes(() => update(person, all)), ['audit_log', 'users']);
    assert.equal({ ...(await row(person.id)), updated_at: 0 }, { ...before, updated_at: 0 });
    assert.equal(await sql_api.audited(), { actions: ['user_modified'], traits: null, actor_id: person.id });
  }
});

test('data is merged: null deletes, nested objects are replaced whole, keys that mean something elsewhere do not', async () => {
  const person = await createConfirmedPerson(sql_api);
  await update(person, { data: { a: 1, b: { c: 1 }, list: [1] } });
  const forged = { sub: 'x', email: 'victim@example.com', role: 'service_role', app_metadata: { x: 1 }, id: 'x' };
  const user = await update(person, { data: { a: null, b: { d: null }, never: null, ...forged } });
  assert.equal(user.user_metadata, {
    sub: 'x',
    email: 'victim@example.com',
    email_verified: true,
    phone_verified: false,
    b: { d: null },
    list: [1],
    role: 'service_role',
    app_metadata: { x: 1 },
    id: 'x',
  });
  assert.is(user.email, person.email);
  assert.is(user.role, 'authenticated');
  assert.equal(user.app_metadata, { provider: 'email', providers: ['email'] });
  const [identity] = user.identities as { identity_data: CallArguments }[];
  assert.equal([identity?.identity_data.sub, identity?.identity_data.email], [person.id, person.email]);
});

test('only a user with the default audience and the role of the administrators’ group may set app_metadata', async () => {
  const person = await createConfirmedPerson(sql_api);
  const app_metadata = { plan: 'gold' };
  for (const claim of ['admin', 'service_role']) {
    await refused({ ...person, claims: { ...person.claims, role: claim } }, { app_metadata }, FORBIDDEN);
  }
  await sql_api.db.sql`update auth.users set role = 'admin', aud = 'elsewhere' where id = ${person.id}`;
  await refused(person, { app_metadata }, FORBIDDEN);
  await sql_api.db.sql`update auth.users set aud = 'authenticated' where id = ${person.id}`;
  await refused(person, { app_metadata, settings: settings({ jwt_admin_group_name: 'bosses' }) }, FORBIDDEN);
  const user = await update(person, { app_metadata: { ...app_metadata, provider: null } });
  assert.equal(user.app_metadata, { providers: ['email'], plan: 'gold' });
  await sql_api.db.sql`update auth.users set role = 'bosses' where id = ${person.id}`;
  await update(person, { app_metadata: {}, settings: settings({ jwt_admin_group_name: 'bosses' }) });
  await refused(person, { app_metadata: {} }, FORBIDDEN);
});

test('an address that cannot be requested rolls back the whole update, including the password', async () => {
  const person = await createConfirmedPerson(sql_api);
  const full = settings({ rate_limit_email_sent: { count: 0 } });
  const args = { email: newEmail(), password: 'quite another one', data: { a: 1 } };
  await refused(person, { ...args, settings: full }, [429, 'over_email_send_rate_limit', 'email rate limit exceeded']);
  await update(person, { email: newEmail() });
  await sql_api.advance(59);
  await refused(person, args, [
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 1 seconds.',
  ]);
  await sql_api.advance(1);
  assert.is((await update(person, args)).new_email, args.email);
});

test('a token without a session, of a user signed out, and under strict sessions', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { session_id, ...plain } = person.claims;
  await update({ ...person, claims: plain }, { data: {} });
  await sql_api.call('sign_out', { claims: person.claims, settings: settings(), client });
  await update(person, { data: {} });
  await refused(person, { data: {}, settings: settings({ security_strict_sessions: true }) }, [
    403,
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
  ]);
  assert.is(typeof session_id, 'string');
});

test('a token of an ended session changes neither address nor password', async () => {
  const gone: ExpectedError = [403, 'session_not_found', 'Session from session_id claim in JWT does not exist'];
  for (const change of [{ email: newEmail() }, { phone: '15550123' }, { password: 'the thief knows it' }]) {
    const person = await createConfirmedPerson(sql_api);
    const phones = settings({ external_phone_enabled: true, sms_ready: true });
    await sql_api.db
      .sql`update auth.sessions set revoked_at = now(), revoked_reason = 'password' where user_id = ${person.id}`;
    await refused(person, { ...change, settings: phones }, gone);
    await sql_api.db.sql`delete from auth.sessions where user_id = ${person.id}`; // as if purged after its end
    await refused(person, { ...change, settings: phones }, gone);
    await update(person, { data: { still: 'mine' } });
    const { new_email, new_phone } = await row(person.id);
    assert.equal([new_email, new_phone], [null, null]);
  }
});

test.run();
