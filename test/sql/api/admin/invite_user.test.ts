// invite_user: callers, its checks, a new user and an unconfirmed one, the quota, and passwords.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Answer,
  type Args,
  caught,
  client,
  code_keys,
  codeOf,
  confirmed,
  type Expected,
  link,
  member,
  newEmail,
  openSurface,
  sentToken,
  sessionOf,
  settings,
  unconfirmed,
} from '../../../support/database/surface.ts';
import { insertExternalUser } from '../../external_user.ts';
import { newPhone, phones } from '../../phone.ts';

const surface = await openSurface();
test.after(() => surface.db.drop());

const ADMIN = { role: 'service_role' };
const invite = (args: Args) =>
  surface.call('invite_user', {
    claims: ADMIN,
    base_url: 'http://b',
    redirect_to: 'http://r',
    settings: settings(),
    client,
    ...args,
  });
const refused = (args: Args, expected: Expected, changes: string[] = []) =>
  surface.refused('invite_user', { claims: ADMIN, settings: settings(), ...args }, expected, changes);
const EXISTS: Expected = [422, 'email_exists', 'A user with this email address has already been registered'];
const signIn = (email: string, password: string) =>
  surface.call('sign_in_with_password', { email, password, settings: settings() });
const pending = async (id: unknown) => (await surface.rows('auth.pending_passwords', `t.user_id = '${id}'`))[0];

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
  const person = await confirmed(surface);
  await refused({ email: person.email.toUpperCase(), settings: closed }, EXISTS);
});

test('a new user: no password, data unchanged, one mail; independent of the switches of sign-up and e-mail', async () => {
  const email = newEmail();
  const closed = settings({ disable_signup: true, external_email_enabled: false, mailer_autoconfirm: true });
  let user: Answer = {};
  const tables = await surface.changes(async () => {
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
  const now = surface.now();
  const [identity] = user.identities as Args[];
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
  const [message] = await surface.rows('auth.messages', `t.to_address = '${email}'`);
  assert.equal(
    [message?.kind, message?.channel, message?.base_url, message?.redirect_to],
    ['invite', 'mail', 'http://b', 'http://r'],
  );
  const token = await sentToken(surface, user.id);
  assert.equal([token.carries_password, token.flow_id], [false, null]);
  const [audit] = await surface.rows('auth.audit_log', `t.traits ->> 'user_id' = '${user.id}'`);
  assert.equal(
    [audit?.actor_id, audit?.actor_username, audit?.actions, audit?.traits],
    ['00000000-0000-0000-0000-000000000000', 'service_role', ['user_invited'], { user_id: user.id, user_email: email }],
  );
});

test('T93 an unconfirmed user again, at once and without spacing: another link, its data unchanged', async () => {
  const email = newEmail();
  const first = await invite({ email, data: { team: 'a' } });
  const before = await sentToken(surface, first.id);
  await surface.advance(1);
  const second = await invite({ email, data: { team: 'b' } });
  assert.equal([second.id, second.user_metadata, second.invited_at], [first.id, { team: 'a' }, surface.now()]);
  const after = await sentToken(surface, first.id);
  assert.is.not(after.id, before.id);
  await surface.refused('verify_token', { type: 'invite', link: link(before), settings: settings() }, [
    403,
    'otp_expired',
    'Email link is invalid or has expired',
  ]);
  const answer = await surface.call('verify_token', {
    type: 'invite',
    link: link(after),
    settings: settings(),
    client,
  });
  assert.is(member(answer, 'body.type'), 'invite');
  assert.is(member(answer, 'body.user.user_metadata.email_verified'), true);
  assert.equal(await surface.audited(), {
    actions: ['user_signedup'],
    traits: { provider: 'email' },
    actor_id: first.id,
  });
  await refused({ email }, EXISTS);
});

test('T94 no earlier password works after an invitation; the code of the mail signs in too', async () => {
  const email = newEmail();
  const user = await invite({ email });
  const code = codeOf(await sentToken(surface, user.id));
  const answer = await surface.call('verify_token', {
    type: 'invite',
    email,
    code,
    code_keys,
    settings: settings(),
    client,
  });
  const claims = answer.claims as Args;
  for (const password of ['', 'correct horse battery']) assert.ok((await signIn(email, password)).refused);
  await surface.call('update_user', { claims, password: 'set afterwards', settings: settings(), client });
  assert.ok((await signIn(email, 'set afterwards')).body);
});

test('an invitation verified as type signup needs a password, and stores it', async () => {
  const email = newEmail();
  const user = await invite({ email });
  const bare = {
    type: 'signup',
    link: link(await sentToken(surface, user.id)),
    needs_password: true,
    settings: settings(),
  };
  await surface.refused('verify_token', bare, [422, 'validation_failed', 'Invited users must specify a password']);
  assert.ok((await surface.call('verify_token', { ...bare, password: 'chosen at once' })).body);
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
    const { id } = await surface.call('create_user', { ...made, settings: phones() });
    await surface.call('request_otp', { phone: number, settings: phones() });
    const code = codeOf(await sentToken(surface, id, 'sms'));
    const typed = { type: 'sms', phone: number, code, code_keys, settings: phones() };
    const former = sessionOf(await surface.call('verify_token', typed));
    await invite({ email });
    if (by === 'resend') await surface.call('resend', { type: 'signup', email, settings: settings() });
    const change = { claims: former.claims, phone: newPhone(), settings: phones() };
    assert.is((await surface.call('update_user', change)).refused, undefined);

    const proof = { type: 'invite', link: link(await sentToken(surface, id)), settings: settings(), client };
    const answer = await surface.call('verify_token', proof);
    const live = (await surface.rows('auth.sessions', `t.user_id = '${id}' and t.revoked_at is null`)).map(
      (session) => session.id,
    );
    const own = sessionOf(answer).session_id;
    assert.equal(live.sort(), [former.session_id, own].sort(), `${by}, ${has}`);
    assert.equal(await surface.rows('auth.one_time_tokens', `t.user_id = '${id}'`), []);
    for (const gone of ['new_phone', 'phone_change_sent_at'])
      assert.is(member(answer, `body.user.${gone}`), undefined, gone);
    const again = await caught(surface.call('update_user', { ...change, claims: sessionOf(answer).claims }));
    assert.is('refused' in again, true, 'its spacing stays: the code went to a number that is not the user’s');
  }
});

test('a password chosen for the address before the invitation is invalid, and so is one chosen after it', async () => {
  const person = await unconfirmed(surface);
  const spare = await invite({ email: person.email });
  assert.is(spare.id, person.id);
  assert.is(await pending(person.id), undefined);
  const token = await sentToken(surface, person.id);
  assert.is(token.carries_password, false);
  await surface.call('sign_up', { email: person.email, password: 'of somebody else', settings: settings() });
  await surface.call('resend', { type: 'signup', email: person.email, settings: settings() });
  const last = await sentToken(surface, person.id);
  assert.ok((await surface.call('verify_token', { type: 'signup', link: link(last), settings: settings() })).body);
  for (const password of [person.password, 'of somebody else'])
    assert.ok((await signIn(person.email, password)).refused);

  const email = newEmail();
  const invited = await invite({ email });
  await surface.call('sign_up', { email, password: 'of somebody else', settings: settings() });
  const carrier = await sentToken(surface, invited.id);
  assert.is(carrier.carries_password, false);
  await surface.call('verify_token', { type: 'signup', link: link(carrier), settings: settings() });
  assert.ok((await signIn(email, 'of somebody else')).refused);
});

test('the quota of mails counts, and nothing of a new user is stored; there is no spacing', async () => {
  await surface.db.sql`delete from auth.quotas`;
  const one = settings({ rate_limit_email_sent: { count: 1, per: null } });
  const quota: Expected = [429, 'over_email_send_rate_limit', 'email rate limit exceeded'];
  const person = await unconfirmed(surface);
  await surface.db.sql`delete from auth.quotas`;
  await invite({ email: newEmail(), settings: one });
  await refused({ email: newEmail(), settings: one }, quota);
  await refused({ email: person.email, settings: one }, quota);
  assert.ok((await pending(person.id))?.hash, 'undone with the rest');
  await surface.advance(3600);
  await invite({ email: person.email, settings: one });
});

test('an address that only finds an account of a provider is in use', async () => {
  for (const o of [{ confirmed: true }, { confirmed: false, email: null }, { confirmed: false, email: newEmail() }]) {
    const address = newEmail();
    await insertExternalUser(surface.db.sql, { address, ...o });
    await refused({ email: address }, EXISTS);
  }
  const address = newEmail();
  const id = await insertExternalUser(surface.db.sql, { address, confirmed: false });
  assert.is((await invite({ email: address })).id, id);
});

test('in the audience of the request; with an administrator’s session while it is live', async () => {
  const user = await invite({ email: newEmail(), audience: 'elsewhere' });
  assert.is(user.aud, 'elsewhere');
  const made = await surface.call('create_user', { claims: ADMIN, email: newEmail(), settings: settings(), client });
  for (const email of [(await confirmed(surface)).email, String(made.email)]) {
    await refused({ email, audience: 'elsewhere' }, EXISTS);
  }
  const waiting = await unconfirmed(surface);
  const invited = await invite({ email: waiting.email, audience: 'elsewhere' });
  assert.equal(
    [invited.id, invited.aud],
    [waiting.id, 'elsewhere'],
    'nobody’s account is the administrator’s to place',
  );
  const person = await confirmed(surface);
  const claims = { ...person.claims, role: 'service_role' };
  await surface.db.sql`update auth.users set role = 'service_role' where id = ${person.id}`;
  assert.type((await invite({ claims, email: newEmail() })).id, 'string');
  await surface.call('sign_out', { claims: person.claims, settings: settings(), client });
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
  assert.is((await surface.rows('auth.users', `t.email = '${email}'`)).length, 1);
});

test.run();
