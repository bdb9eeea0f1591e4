// Tests of invite_user.
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
  type ExpectedError,
  findSentToken,
  newEmail,
  openSqlApi,
  readMemberAt,
  readSession,
  resultOrError,
  settings,
  toUnsealedLink,
} from '../../../support/database/sql_api.ts';
import { insertExternalUser } from '../../external_user.ts';
import { newPhone, phoneSettings } from '../../phone.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const ADMIN = { role: 'service_role' };
const invite = (args: CallArguments) =>
  sql_api.call('invite_user', {
    claims: ADMIN,
    base_url: 'http://b',
    redirect_to: 'http://r',
    settings: settings(),
    client,
    ...args,
  });
const refused = (args: CallArguments, expected: ExpectedError, changes: string[] = []) =>
  sql_api.refused('invite_user', { claims: ADMIN, settings: settings(), ...args }, expected, changes);
const EXISTS: ExpectedError = [422, 'email_exists', 'A user with this email address has already been registered'];
const signIn = (email: string, password: string) =>
  sql_api.call('sign_in_with_password', { email, password, settings: settings() });
const pending = async (id: unknown) => (await sql_api.rows('auth.pending_passwords', `t.user_id = '${id}'`))[0];

test('the checks answer in order, and write nothing', async () => {
  const closed = settings({ rate_limit_email_sent: { count: 0 } });
  for (const claims of [{}, { role: 'authenticated' }, { role: '' }]) {
    await refused({ claims, email: 'x' }, [403, 'not_admin', 'User not allowed']);
  }
  for (const email of [null, '']) await refused({ email }, [400, 'validation_failed', 'An email address is required']);
  await refused({ email: 'nobody', settings: closed }, [
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ]);
  await refused({ email: `${'a'.repeat(250)}@b.com` }, [400, 'validation_failed', 'An email address is too long']);
  const person = await createConfirmedPerson(sql_api);
  await refused({ email: person.email.toUpperCase(), settings: closed }, EXISTS);
});

test('a new user: no password, data unchanged, one mail; independent of the switches of sign-up and e-mail', async () => {
  const email = newEmail();
  const closed = settings({ disable_signup: true, external_email_enabled: false, mailer_autoconfirm: true });
  let user: CallResult = {};
  const tables = await sql_api.changes(async () => {
    user = await invite({
      email: email.toUpperCase(),
      data: { team: 'a', sub: 'x', email_verified: true },
      settings: closed,
    });
  });
  assert.equal(tables, [
    'addresses',
    'attempts',
    'audit_log',
    'identities',
    'messages',
    'one_time_tokens',
    'queue',
    'quotas',
    'users',
  ]);
  const now = sql_api.now();
  const [identity] = user.identities as CallArguments[];
  assert.equal(user, {
    id: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    invited_at: now,
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { team: 'a', sub: 'x', email_verified: true },
    identities: [identity],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  });
  assert.equal(identity?.identity_data, { sub: user.id, email, email_verified: false, phone_verified: false });
  const [message] = await sql_api.rows('auth.messages', `t.to_address = '${email}'`);
  assert.equal(
    [message?.kind, message?.channel, message?.base_url, message?.redirect_to],
    ['invite', 'mail', 'http://b', 'http://r'],
  );
  const token = await findSentToken(sql_api, user.id);
  assert.equal([token.carries_password, token.flow_id], [false, null]);
  const [audit] = await sql_api.rows('auth.audit_log', `t.traits ->> 'user_id' = '${user.id}'`);
  assert.equal(
    [audit?.actor_id, audit?.actor_username, audit?.actions, audit?.traits],
    ['00000000-0000-0000-0000-000000000000', 'service_role', ['user_invited'], { user_id: user.id, user_email: email }],
  );
});

test('T93 an unconfirmed user again, at once and without spacing: another link, its data unchanged', async () => {
  const email = newEmail();
  const first = await invite({ email, data: { team: 'a' } });
  const before = await findSentToken(sql_api, first.id);
  await sql_api.advance(1);
  const second = await invite({ email, data: { team: 'b' } });
  assert.equal([second.id, second.user_metadata, second.invited_at], [first.id, { team: 'a' }, sql_api.now()]);
  const after = await findSentToken(sql_api, first.id);
  assert.is.not(after.id, before.id);
  await sql_api.refused('verify_token', { type: 'invite', link: toUnsealedLink(before), settings: settings() }, [
    403,
    'otp_expired',
    'Email link is invalid or has expired',
  ]);
  const answer = await sql_api.call('verify_token', {
    type: 'invite',
    link: toUnsealedLink(after),
    settings: settings(),
    client,
  });
  assert.is(readMemberAt(answer, 'body.type'), 'invite');
  assert.is(readMemberAt(answer, 'body.user.user_metadata.email_verified'), true);
  assert.equal(await sql_api.audited(), {
    actions: ['user_signedup'],
    traits: { provider: 'email' },
    actor_id: first.id,
  });
  await refused({ email }, EXISTS);
});

test('T94 no earlier password works after an invitation; the code of the mail signs in too', async () => {
  const email = newEmail();
  const user = await invite({ email });
  const code = codeOf(await findSentToken(sql_api, user.id));
  const answer = await sql_api.call('verify_token', {
    type: 'invite',
    email,
    code,
    code_keys,
    settings: settings(),
    client,
  });
  const claims = answer.claims as CallArguments;
  for (const password of ['', 'correct horse battery']) assert.ok((await signIn(email, password)).refused);
  await sql_api.call('update_user', { claims, password: 'set afterwards', settings: settings(), client });
  assert.ok((await signIn(email, 'set afterwards')).body);
});

test('an invitation verified as type signup needs a password, and stores it', async () => {
  const email = newEmail();
  const user = await invite({ email });
  const bare = {
    type: 'signup',
    link: toUnsealedLink(await findSentToken(sql_api, user.id)),
    needs_password: true,
    settings: settings(),
  };
  await sql_api.refused('verify_token', bare, [422, 'validation_failed', 'Invited users must specify a password']);
  assert.ok((await sql_api.call('verify_token', { ...bare, password: 'chosen at once' })).body);
  assert.ok((await signIn(email, 'chosen at once')).body);
});

test('an accepted invitation cancels pending changes and keeps the sessions of an account with an owner', async () => {
  for (const [by, has] of [
    ['invite', false],
    ['resend', false],
    ['invite', true],
  ] as const) {
    const email = newEmail();
    const number = newPhone();
    const made = { claims: ADMIN, email, phone: number, phone_confirm: true, password: has ? 'a password' : null };
    const { id } = await sql_api.call('create_user', { ...made, settings: phoneSettings() });
    await sql_api.call('request_otp', { phone: number, settings: phoneSettings() });
    const code = codeOf(await findSentToken(sql_api, id, 'sms'));
    const typed = { type: 'sms', phone: number, code, code_keys, settings: phoneSettings() };
    const former = readSession(await sql_api.call('verify_token', typed));
    await invite({ email });
    if (by === 'resend') await sql_api.call('resend', { type: 'signup', email, settings: settings() });
    const change = { claims: former.claims, phone: newPhone(), settings: phoneSettings() };
    assert.is((await sql_api.call('update_user', change)).refused, undefined);

    const proof = {
      type: 'invite',
      link: toUnsealedLink(await findSentToken(sql_api, id)),
      settings: settings(),
      client,
    };
    const answer = await sql_api.call('verify_token', proof);
    const live = (await sql_api.rows('auth.sessions', `t.user_id = '${id}' and t.revoked_at is null`)).map(
      (session) => session.id,
    );
    const own = readSession(answer).session_id;
    assert.equal(live.sort(), [former.session_id, own].sort(), `${by}, ${has}`);
    assert.equal(await sql_api.rows('auth.one_time_tokens', `t.user_id = '${id}'`), []);
    for (const gone of ['new_phone', 'phone_change_sent_at'])
      assert.is(readMemberAt(answer, `body.user.${gone}`), undefined, gone);
    const again = await resultOrError(sql_api.call('update_user', { ...change, claims: readSession(answer).claims }));
    assert.is('refused' in again, true, 'its spacing stays: the code went to a number that is not the user’s');
  }
});

test('a password chosen for the address before the invitation is invalid, and so is one chosen after it', async () => {
  const person = await createUnconfirmedPerson(sql_api);
  const spare = await invite({ email: person.email });
  assert.is(spare.id, person.id);
  assert.is(await pending(person.id), undefined);
  const token = await findSentToken(sql_api, person.id);
  assert.is(token.carries_password, false);
  await sql_api.call('sign_up', { email: person.email, password: 'of somebody else', settings: settings() });
  await sql_api.call('resend', { type: 'signup', email: person.email, settings: settings() });
  const last = await findSentToken(sql_api, person.id);
  assert.ok(
    (await sql_api.call('verify_token', { type: 'signup', link: toUnsealedLink(last), settings: settings() })).body,
  );
  for (const password of [person.password, 'of somebody else'])
    assert.ok((await signIn(person.email, password)).refused);

  const email = newEmail();
  const invited = await invite({ email });
  await sql_api.call('sign_up', { email, password: 'of somebody else', settings: settings() });
  const carrier = await findSentToken(sql_api, invited.id);
  assert.is(carrier.carries_password, false);
  await sql_api.call('verify_token', { type: 'signup', link: toUnsealedLink(carrier), settings: settings() });
  assert.ok((await signIn(email, 'of somebody else')).refused);
});

test('the quota of mails counts, and nothing of a new user is stored; there is no spacing', async () => {
  await sql_api.db.sql`delete from auth.quotas`;
  const one = settings({ rate_limit_email_sent: { count: 1, per: null } });
  const quota: ExpectedError = [429, 'over_email_send_rate_limit', 'email rate limit exceeded'];
  const person = await createUnconfirmedPerson(sql_api);
  await sql_api.db.sql`delete from auth.quotas`;
  await invite({ email: newEmail(), settings: one });
  await refused({ email: newEmail(), settings: one }, quota);
  await refused({ email: person.email, settings: one }, quota);
  assert.ok((await pending(person.id))?.hash, 'undone with the rest');
  await sql_api.advance(3600);
  await invite({ email: person.email, settings: one });
});

test('an address that only finds an account of a provider is in use', async () => {
  for (const o of [{ confirmed: true }, { confirmed: false, email: null }, { confirmed: false, email: newEmail() }]) {
    const address = newEmail();
    await insertExternalUser(sql_api.db.sql, { address, ...o });
    await refused({ email: address }, EXISTS);
  }
  const address = newEmail();
  const id = await insertExternalUser(sql_api.db.sql, { address, confirmed: false });
  assert.is((await invite({ email: address })).id, id);
});

test('in the audience of the request; with an administrator’s session while it is live', async () => {
  const user = await invite({ email: newEmail(), audience: 'elsewhere' });
  assert.is(user.aud, 'elsewhere');
  const made = await sql_api.call('create_user', { claims: ADMIN, email: newEmail(), settings: settings(), client });
  for (const email of [(await createConfirmedPerson(sql_api)).email, String(made.email)]) {
    await refused({ email, audience: 'elsewhere' }, EXISTS);
  }
  const waiting = await createUnconfirmedPerson(sql_api);
  const invited = await invite({ email: waiting.email, audience: 'elsewhere' });
  assert.equal(
    [invited.id, invited.aud],
    [waiting.id, 'elsewhere'],
    'nobody’s account is the administrator’s to place',
  );
  const person = await createConfirmedPerson(sql_api);
  const claims = { ...person.claims, role: 'service_role' };
  await sql_api.db.sql`update auth.users set role = 'service_role' where id = ${person.id}`;
  assert.type((await invite({ claims, email: newEmail() })).id, 'string');
  await sql_api.call('sign_out', { claims: person.claims, settings: settings(), client });
  await refused({ claims, email: newEmail() }, [
    403,
    'session_not_found',
    'Session from session_id claim in JWT does not exist',
  ]);
});

test('of parallel invitations of one address one creates the user, and all return it', async () => {
  const email = newEmail();
  const users = await Promise.all(Array.from({ length: 6 }, () => invite({ email })));
  assert.is(new Set(users.map((user) => user.id)).size, 1);
  assert.is((await sql_api.rows('auth.users', `t.email = '${email}'`)).length, 1);
});

test.run();
