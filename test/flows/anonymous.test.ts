// Anonymous users with auth-js: sign-in, metadata, and conversion to a regular user by e-mail or phone.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertClientError, claimsOf, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { countSignIns, METRICS_SETTINGS } from '../support/clients/scrape.ts';
import { newEmail, readRedirectFragment, SITE_URL, startStack } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const CODE = '424242';
const [PHONE, OTHER] = ['4915300000001', '4915300000002'];
const stack = await startStack({
  env: {
    ...METRICS_SETTINGS,
    SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
    SVC_SMS_TEST_OTP: `${PHONE}:${CODE},${OTHER}:${CODE}`,
  },
});
test.after(() => stack.close());

async function signInAnonymously(url = stack.url, flowType: 'implicit' | 'pkce' = 'implicit') {
  const client = createClient(url, { flowType });
  const session = sessionOf(await client.auth.signInAnonymously({ options: { data: { cart: [1] } } }));
  return { ...client, session, id: session.user.id };
}

test('signInAnonymously: a session of a user without address or identity; it refreshes, and changes its data', async () => {
  const { auth, session, id } = await signInAnonymously();
  const { user } = session;
  assert.equal(
    [user.is_anonymous, user.email, user.phone, user.identities, user.app_metadata, user.user_metadata],
    [true, '', '', [], {}, { cart: [1] }],
  );
  const claims = claimsOf(session.access_token);
  assert.equal([claims.is_anonymous, claims.role, claims.aud], [true, 'authenticated', 'authenticated']);
  assert.equal((claims.amr as { method: string }[])[0]?.method, 'anonymous');
  const refreshed = sessionOf(await auth.refreshSession());
  assert.equal([refreshed.user.id, claimsOf(refreshed.access_token).is_anonymous], [id, true]);
  assert.is(expectData(await auth.updateUser({ data: { cart: null, color: 'red' } })).user.user_metadata.color, 'red');
  assert.is(expectData(await auth.getUser()).user.id, id);
  assertClientError(await auth.updateUser({ password: PASSWORD }), [
    422,
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
  ]);
  assertClientError(await auth.reauthenticate(), [
    400,
    'validation_failed',
    'Reauthentication requires the user to have an email or a phone number',
  ]);
  assert.is((await auth.signOut()).error, null);
});

test('anonymous sign-in switched off, and with sign-ups closed', async () => {
  const off = await stack.another({ SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'false', SVC_DISABLE_SIGNUP: 'true' });
  const closed = await stack.another({ SVC_DISABLE_SIGNUP: 'true' });
  assertClientError(await createClient(off.url).auth.signInAnonymously(), [
    422,
    'anonymous_provider_disabled',
    'Anonymous sign-ins are disabled',
  ]);
  assertClientError(await createClient(closed.url).auth.signInAnonymously(), [
    422,
    'signup_disabled',
    'Signups not allowed for this instance',
  ]);
});

test('conversion by e-mail: one mail, the same user, the password chosen meanwhile, claims from the confirmation on', async () => {
  const { auth, id } = await signInAnonymously();
  const email = newEmail();
  const asked = expectData(
    await auth.updateUser({ email, password: PASSWORD }, { emailRedirectTo: `${SITE_URL}/done` }),
  ).user;
  assert.equal([asked.id, asked.email, asked.new_email, asked.is_anonymous], [id, '', email, true]);
  const signIn = () => createClient(stack.url).auth.signInWithPassword({ email, password: PASSWORD });
  assertClientError(await signIn(), [400, 'invalid_credentials', 'Invalid login credentials']);
  const mail = await stack.mail(email);
  assert.match(mail.path, /type=email_change/);
  const values = readRedirectFragment(await stack.get(mail.path));
  const claims = claimsOf(values.get('access_token') ?? '');
  assert.equal([claims.sub, claims.is_anonymous, claims.email], [id, false, email]);
  const { user } = expectData(await signIn());
  assert.equal([user.id, user.is_anonymous, user.user_metadata], [id, false, { cart: [1] }]);
  assert.equal(user.app_metadata, { provider: 'email', providers: ['email'] });
  assert.is(user.identities?.[0]?.identity_data?.email, email);
  const own = sessionOf(await auth.refreshSession());
  assert.equal([own.user.id, claimsOf(own.access_token).is_anonymous], [id, false], 'its first session goes on');
});

test('conversion by e-mail with PKCE, and by the typed code', async () => {
  const pkce = await signInAnonymously(stack.url, 'pkce');
  const email = newEmail();
  expectData(await pkce.auth.updateUser({ email }));
  const answer = await stack.get((await stack.mail(email)).path);
  const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const session = sessionOf(await pkce.auth.exchangeCodeForSession(code));
  assert.equal([session.user.id, session.user.is_anonymous, session.user.email], [pkce.id, false, email]);
  const [entry] = await stack.db.sql`
    select actor_username from auth.audit_log where actor_id = ${pkce.id} and 'user_modified' = any (actions)
    order by created_at desc limit 1`;
  assert.is(entry?.actor_username, email, 'the address that the click has proven');

  const typed = await signInAnonymously();
  const other = newEmail();
  expectData(await typed.auth.updateUser({ email: other }));
  const token = (await stack.mail(other)).code;
  const verified = sessionOf(await typed.auth.verifyOtp({ email: other, token, type: 'email_change' }));
  assert.equal([verified.user.id, verified.user.is_anonymous], [typed.id, false]);
});

test('conversion by phone: the same user, found by its number', async () => {
  const { auth, id } = await signInAnonymously();
  const asked = expectData(await auth.updateUser({ phone: `+${PHONE}`, password: PASSWORD })).user;
  assert.equal([asked.phone, asked.new_phone, asked.is_anonymous], ['', PHONE, true]);
  const session = sessionOf(await auth.verifyOtp({ phone: PHONE, token: CODE, type: 'phone_change' }));
  assert.equal([session.user.id, session.user.is_anonymous, session.user.phone], [id, false, PHONE]);
  assert.equal(session.user.app_metadata, { provider: 'phone', providers: ['phone'] });
  assert.is(claimsOf(session.access_token).is_anonymous, false);
  const signedIn = await createClient(stack.url).auth.signInWithPassword({ phone: PHONE, password: PASSWORD });
  assert.is(expectData(signedIn).user.id, id);
});

test('under autoconfirm both kinds of address convert at once', async () => {
  const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true', SVC_SMS_AUTOCONFIRM: 'true' });
  const byMail = await signInAnonymously(auto.url);
  const email = newEmail();
  const { user } = expectData(await byMail.auth.updateUser({ email, password: PASSWORD }));
  assert.equal([user.id, user.email, user.is_anonymous, user.new_email], [byMail.id, email, false, undefined]);
  expectData(await createClient(auto.url).auth.signInWithPassword({ email, password: PASSWORD }));
  const byPhone = await signInAnonymously(auto.url);
  const changed = expectData(await byPhone.auth.updateUser({ phone: OTHER })).user;
  assert.equal([changed.id, changed.phone, changed.is_anonymous], [byPhone.id, OTHER, false]);
  assertClientError(await (await signInAnonymously(auto.url)).auth.updateUser({ email }), [
    422,
    'email_exists',
    'A user with this email address has already been registered',
  ]);
});

test('an anonymous user who signs up is another user: nothing is linked', async () => {
  const { auth, id } = await signInAnonymously();
  const { user } = expectData(await auth.signUp({ email: newEmail(), password: PASSWORD }));
  assert.is.not(user?.id, id);
  const [row] = await stack.db.sql`select is_anonymous from auth.users where id = ${id}`;
  assert.is(row?.is_anonymous, true);
});

test('email and phone as empty strings are an anonymous sign-up (T27), a plus alone is an invalid number', async () => {
  const answer = await stack.post('/signup', { email: '', phone: '' });
  assert.is((answer.body.user as Record<string, unknown>).is_anonymous, true);
  const wrong = await stack.post('/signup', { phone: '+', password: PASSWORD });
  assert.equal([wrong.status, wrong.body.msg], [400, 'Invalid phone number format (E.164 required)']);
});

test('counts anonymous sign-ins as a method of their own', async () => {
  const before = await countSignIns(stack, 'anonymous');
  assert.ok(before.ok > 0);
  const sign_ups = await countSignIns(stack, 'sign_up');
  await stack.post('/signup', {});
  assert.equal(await countSignIns(stack, 'anonymous'), { ...before, ok: before.ok + 1 });
  assert.equal(await countSignIns(stack, 'sign_up'), sign_ups);
});

test.run();
