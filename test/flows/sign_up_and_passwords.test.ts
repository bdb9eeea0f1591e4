// Sign-up and passwords: responses, stored rows, and disclosure of accounts.
import { SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shiftClock } from '../support/database/clock.ts';
import {
  bearer,
  confirmedUser,
  JWT_SECRET,
  newEmail,
  readRedirectFragment,
  type Stack,
  startStack,
} from '../support/processes/stack.ts';

const PHONES = {
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_TEST_OTP: '491701234567:123456,491701234568:123456,491701234569:123456',
};
let stack: Stack;
let auto: Stack;
let admin: Record<string, string>;
test.before(async () => {
  stack = await startStack({ env: { ...PHONES, SVC_PASSWORD_REQUIRED_CHARACTERS: 'abc:123' } });
  auto = await startStack({
    env: {
      ...PHONES,
      SVC_MAILER_AUTOCONFIRM: 'true',
      SVC_SMS_AUTOCONFIRM: 'true',
      SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    },
  });
  const token = new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' });
  admin = bearer(await token.sign(new TextEncoder().encode(JWT_SECRET)));
});
test.after(async () => {
  await Promise.all([stack.close(), auto.close()]);
});

const GOOD = 'correct abc 123';
/** Returns the number of messages queued for an address, sent or not. */
const queued = async (to: string) => (await stack.db.sql`select 1 from auth.messages where to_address = ${to}`).length;
const signIn = (at: Stack, email: string, password: string) =>
  at.post('/token?grant_type=password', { email, password });

test('T26 sign-up answers the user itself, under autoconfirm a session with the user inside', async () => {
  const user = await stack.post('/signup', { email: newEmail(), password: GOOD });
  assert.type(user.body.id, 'string');
  assert.not.ok('user' in user.body || 'access_token' in user.body);
  const session = await auto.post('/signup', { email: newEmail(), password: GOOD });
  assert.type(session.body.access_token, 'string');
  assert.type((session.body.user as { id: unknown }).id, 'string');
});

test('T27 empty email and phone are an anonymous sign-up', async () => {
  const { status, body } = await auto.post('/signup', { email: '', phone: '' });
  assert.is(status, 200);
  assert.is((body.user as { is_anonymous: boolean }).is_anonymous, true);
});

test('T28 a phone number loses its plus and blanks', async () => {
  const { body } = await stack.post('/signup', { phone: '+49 170 1234567', password: GOOD });
  assert.is(body.phone, '491701234567');
});

test('T29 addresses are lower-cased and not trimmed', async () => {
  const email = newEmail();
  const { body } = await stack.post('/signup', { email: email.toUpperCase(), password: GOOD });
  assert.is(body.email, email);
  assert.is((await stack.post('/signup', { email: ` ${newEmail()}`, password: GOOD })).status, 400);
});

test('T30 a domain without a dot is an address', async () => {
  assert.is((await stack.post('/signup', { email: 'user@localhost', password: GOOD })).status, 200);
});

test('T31 the password limit counts bytes', async () => {
  const { status, body } = await auto.post('/signup', { email: newEmail(), password: '€'.repeat(25) });
  assert.is(status, 400);
  assert.is(body.msg, 'Password cannot be longer than 72 characters');
  assert.is((await auto.post('/signup', { email: newEmail(), password: '€'.repeat(24) })).status, 200);
});

test('T32 and T33 one message with both sentences, all sets listed', async () => {
  const { status, body } = await stack.post('/signup', { email: newEmail(), password: 'xyz1' });
  assert.is(status, 422);
  assert.is(
    body.msg,
    'Password should be at least 6 characters. Password should contain at least one character of each: abc, 123.',
  );
  assert.equal(body.weak_password, { reasons: ['length', 'characters'] });
});

test('T34 user_metadata holds sub, email and flags after a sign-up, and not after an admin creation', async () => {
  const email = newEmail();
  const made = await stack.post('/signup', { email, password: GOOD, data: { color: 'red' } });
  assert.equal(made.body.user_metadata, {
    color: 'red',
    email,
    email_verified: false,
    phone_verified: false,
    sub: made.body.id,
  });
  const byAdmin = await stack.post('/admin/users', { email: newEmail(), user_metadata: { color: 'red' } }, admin);
  assert.equal(byAdmin.body.user_metadata, { color: 'red' });
});

test('T35 data cannot set the identity or verification', async () => {
  const email = newEmail();
  const data = { sub: 'x', email: 'victim@example.com', email_verified: true, phone_verified: true, ok: 1 };
  const { body } = await stack.post('/signup', { email, password: GOOD, data });
  const own = { ok: 1, email, email_verified: false, phone_verified: false, sub: body.id };
  assert.equal(body.user_metadata, own);
  const [identity] = body.identities as { identity_data: object }[];
  assert.equal(identity?.identity_data, own);
  const mine = { phone: '+49 1', iss: 'me', provider_id: 7 };
  const other = await stack.post('/signup', { email: newEmail(), password: GOOD, data: mine });
  const kept = other.body.user_metadata as Record<string, unknown>;
  assert.equal({ phone: kept.phone, iss: kept.iss, provider_id: kept.provider_id }, mine, 'what is not reserved stays');
});

test('T36 a repeated sign-up of a confirmed address is a new fake each time, spaced, without mail', async () => {
  const { email, id } = await confirmedUser(stack, { password: GOOD });
  const fake = await stack.post('/signup', { email, password: GOOD });
  assert.is(fake.status, 200);
  assert.not.equal(fake.body.id, id);
  assert.equal(fake.body.identities, []);
  assert.not.ok('access_token' in fake.body);
  assert.is((await stack.post('/signup', { email, password: GOOD })).status, 429);
  await shiftClock(stack.db, 901);
  const second = await stack.post('/signup', { email, password: GOOD });
  await shiftClock(stack.db);
  assert.is(second.status, 200);
  assert.is(new Set([id, fake.body.id, second.body.id]).size, 3);
  assert.is(await queued(email), 1, 'the first confirmation, and nothing since');
});

test('T37 another password for an unconfirmed address leaves neither working', async () => {
  const email = newEmail();
  await stack.post('/signup', { email, password: GOOD, data: { a: 1 } });
  const again = await stack.post('/signup', { email, password: `${GOOD} other`, data: { a: 2 } });
  assert.is(again.status, 429);
  const metadata = async () => {
    const [row] = await stack.db.sql`select raw_user_meta_data ->> 'a' as a from auth.users where email = ${email}`;
    return row?.a;
  };
  assert.is(await metadata(), '1');
  await stack.mail(email);
  // The mail after the minimum interval also belongs to the account of the first sign-up.
  await shiftClock(stack.db, 901);
  const later = await stack.post('/signup', { email, password: `${GOOD} other`, data: { a: 3 } });
  await shiftClock(stack.db);
  assert.is(later.status, 200, later.text);
  assert.is((later.body.user_metadata as { a: number }).a, 1);
  assert.is(await metadata(), '1');
  const { path } = await stack.mail(email, 2);
  assert.ok(readRedirectFragment(await stack.get(path)).get('access_token'));
  assert.is((await signIn(stack, email, GOOD)).body.error_code, 'invalid_credentials');
  assert.is((await signIn(stack, email, `${GOOD} other`)).body.error_code, 'invalid_credentials');
});

test('T38 under autoconfirm a duplicate phone is 400 with integer code 400', async () => {
  const body = { phone: '491701234567', password: GOOD };
  assert.is((await auto.post('/signup', body)).status, 200);
  const again = await auto.post('/signup', body);
  assert.is(again.status, 400);
  assert.equal(again.body, { code: 400, error_code: 'user_already_exists', msg: 'User already registered' });
});

test('T39 a confirmed phone opens no session for a sign-up with the unconfirmed email, nor the reverse', async () => {
  const attack = { password: 'attacker abc 123' };
  // With autoconfirm, a sign-up with the address of an unconfirmed account signs in.
  for (const at of [stack, auto]) {
    const phone = at === stack ? '491701234568' : '491701234570';
    const email = newEmail();
    const { body: made } = await at.post('/admin/users', { email, phone, phone_confirm: true, password: GOOD }, admin);
    const byMail = await at.post('/signup', { email, ...attack });
    assert.not.ok('access_token' in byMail.body, byMail.text);
    assert.is((await signIn(at, email, attack.password)).status, 400);
    const other = at === stack ? '491701234571' : '491701234572';
    const owner = newEmail();
    const { body: mailed } = await at.post(
      '/admin/users',
      { email: owner, phone: other, email_confirm: true, password: GOOD },
      admin,
    );
    const byPhone = await at.post('/signup', { phone: other, ...attack });
    assert.not.ok('access_token' in byPhone.body, byPhone.text);
    const tried = await at.post('/token?grant_type=password', { phone: other, ...attack });
    assert.is(tried.status, 400, tried.text);
    assert.is((await signIn(at, owner, GOOD)).status, 200, 'the owner’s password is untouched');
    const [row] = await at.db.sql`
      select count(*)::integer as n from auth.users
      where (id = ${String(made.id)} and email_confirmed_at is not null)
        or (id = ${String(mailed.id)} and phone_confirmed_at is not null)`;
    assert.is(row?.n, 0, 'and nothing is confirmed');
  }
});

test("T40 the mail is queued in the user's transaction: one exists exactly when the other does", async () => {
  const email = newEmail();
  await stack.post('/signup', { email, password: GOOD });
  const rows = await stack.db.sql`
    select m.kind from auth.users as u join auth.messages as m on m.user_id = u.id where u.email = ${email}`;
  assert.equal(
    rows.map((row) => row.kind),
    ['confirmation'],
  );
  await stack.mail(email);

  // The commit of a sign-up fails, after all of its statements.
  await stack.db.sql.unsafe(`
    create function public.fail_commit() returns trigger language plpgsql as $$ begin raise 'commit fails'; end $$;
    create constraint trigger fail_commit after insert on auth.messages deferrable initially deferred
      for each row execute function public.fail_commit()`);
  const lost = newEmail();
  const answer = await stack.post('/signup', { email: lost, password: GOOD });
  await stack.db.sql.unsafe('drop trigger fail_commit on auth.messages; drop function public.fail_commit()');
  assert.ok(answer.status >= 500, answer.text);
  assert.equal([...(await stack.db.sql`select from auth.users where email = ${lost}`)], []);
  assert.is(await queued(lost), 0);
  const jobs = await stack.db.sql`
    select from auth_queue.job as j where j.name = 'mail'
      and not exists (select from auth.messages as m where m.id::text = j.data ->> 'message_id')`;
  assert.is(jobs.length, 0, 'no job without its message');
});

test('T40a data.email of a phone sign-up reaches no identity, and need not be a string', async () => {
  const data = { email: 'victim@example.com', phone: '1', iss: 'x', provider_id: 'x', sub: 'x', phone_verified: true };
  const { body } = await stack.post('/signup', { phone: '491701234569', password: GOOD, data });
  const [identity] = body.identities as { identity_data: object; email?: string }[];
  const own = { sub: body.id, email_verified: false, phone_verified: false };
  assert.equal(identity?.identity_data, own);
  assert.not.ok('email' in (identity ?? {}));
  assert.equal(body.user_metadata, { ...data, ...own }, 'the metadata keep what is not reserved');
  const odd = await stack.post('/signup', { email: newEmail(), password: GOOD, data: { email: { a: [1] } } });
  assert.is(odd.status, 200);
});

test('T41 a wrong password of an unconfirmed account is invalid_credentials', async () => {
  const email = newEmail();
  await stack.post('/signup', { email, password: GOOD });
  assert.is((await signIn(stack, email, 'wrong')).body.error_code, 'invalid_credentials');
  assert.is((await signIn(stack, email, GOOD)).body.error_code, 'email_not_confirmed');
});

test('T42 reports a ban only after the right password', async () => {
  const { email, id } = await confirmedUser(stack, { password: GOOD });
  await stack.request('PUT', `/admin/users/${id}`, { ban_duration: '1h' }, admin);
  assert.is((await signIn(stack, email, 'wrong')).body.error_code, 'invalid_credentials');
  assert.is((await signIn(stack, email, GOOD)).body.error_code, 'user_banned');
});

test('T43 and T44 the statuses of disabled email and of an empty one differ by route', async () => {
  const off = await stack.another({ SVC_EXTERNAL_EMAIL_ENABLED: 'false' });
  const errorOf = async (path: string, body: object) => {
    const { status, body: error } = await off.post(path, body);
    return [status, error.msg];
  };
  const email = newEmail();
  assert.equal(await errorOf('/token?grant_type=password', { email, password: 'x' }), [
    422,
    'Email logins are disabled',
  ]);
  assert.equal(await errorOf('/magiclink', { email }), [422, 'Email logins are disabled']);
  assert.equal(await errorOf('/recover', { email }), [400, 'Email logins are disabled']);
  assert.equal(await errorOf('/resend', { type: 'signup', email }), [400, 'Email logins are disabled']);
  assert.equal(await errorOf('/signup', { email, password: GOOD }), [400, 'Email signups are disabled']);
  const empty = async (path: string) => {
    const { status, body } = await stack.post(path, { email: '' });
    return [status, body.msg];
  };
  assert.equal(await empty('/magiclink'), [422, 'Password recovery requires an email']);
  assert.equal(await empty('/recover'), [400, 'Password recovery requires an email']);
});

test('T45 rejects the current password as a new one', async () => {
  const { access_token } = await confirmedUser(stack, { password: GOOD });
  const { status, body } = await stack.request('PUT', '/user', { password: GOOD }, bearer(access_token));
  assert.is(status, 422);
  assert.is(body.error_code, 'same_password');
});

test('T46 a password change keeps this session and ends the others; by an administrator it ends all', async () => {
  const user = await confirmedUser(stack, { password: GOOD });
  const other = await signIn(stack, user.email, GOOD);
  await stack.request('PUT', '/user', { password: `${GOOD}!` }, bearer(user.access_token));
  const refresh = (refresh_token: unknown) => stack.post('/token?grant_type=refresh_token', { refresh_token });
  const mine = await refresh(user.refresh_token);
  assert.is(mine.status, 200);
  assert.is((await refresh(other.body.refresh_token)).status, 400);
  await stack.request('PUT', `/admin/users/${user.id}`, { password: `${GOOD}?` }, admin);
  assert.is((await refresh(mine.body.refresh_token)).status, 400);
});

test('T47 a weak password never blocks the sign-in it is right for', async () => {
  const { email } = await confirmedUser(stack, { password: GOOD });
  const strict = await stack.another({ SVC_PASSWORD_MIN_LENGTH: '40' });
  const { status, body } = await strict.post('/token?grant_type=password', { email, password: GOOD });
  assert.is(status, 200);
  assert.equal((body.weak_password as { reasons: string[] }).reasons, ['length']);
});

test.run();
