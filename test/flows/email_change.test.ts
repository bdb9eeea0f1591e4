// Change of e-mail address with auth-js: with two confirmations or one, with PKCE, with codes, repeated, and to an
// address that another user takes meanwhile.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  assertClientError,
  type Client,
  claimsOf,
  createClient,
  expectData,
  sessionOf,
} from '../support/clients/client.ts';
import { shiftClock } from '../support/database/clock.ts';
import {
  confirmedUser,
  newEmail,
  readRedirectFragment,
  type SentMail,
  SITE_URL,
  startStack,
} from '../support/processes/stack.ts';

const stack = await startStack();
const single = await stack.another({ SVC_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false' });
const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const HALF = 'Confirmation link accepted. Please proceed to confirm link sent to the other email';
const EXPIRED = [403, 'otp_expired', 'Token has expired or is invalid'] as const;

type Person = Client & { email: string; next: string; id: string };
async function createSignedInPerson(url = stack.url, flowType: 'implicit' | 'pkce' = 'implicit'): Promise<Person> {
  const { email, id } = await confirmedUser(stack);
  const client = createClient(url, { flowType });
  expectData(await client.auth.signInWithPassword({ email, password: PASSWORD }));
  return { ...client, email, id, next: newEmail() };
}

/** Requests a change of address. Returns the two mails. */
async function requestChange(person: Person): Promise<{ current: SentMail; fresh: SentMail }> {
  const options = { emailRedirectTo: `${SITE_URL}/changed` };
  const { user } = expectData(await person.auth.updateUser({ email: person.next }, options));
  assert.equal([user.email, user.new_email], [person.email, person.next]);
  assert.ok(user.email_change_sent_at);
  return { current: await stack.mail(person.email, 2), fresh: await stack.mail(person.next) };
}

async function assertEmailChanged(person: Person): Promise<void> {
  const { user } = expectData(await person.auth.getUser());
  assert.equal([user.email, user.new_email], [person.next, undefined]);
  assert.equal(
    user.identities?.map((identity) => identity.identity_data?.email),
    [person.next],
  );
  const old = await createClient(stack.url).auth.signInWithPassword({ email: person.email, password: PASSWORD });
  assertClientError(old, [400, 'invalid_credentials', 'Invalid login credentials']);
  expectData(await createClient(stack.url).auth.signInWithPassword({ email: person.next, password: PASSWORD }));
  sessionOf(await person.auth.refreshSession());
}

/** Returns the number of messages queued for an address, sent or not. */
const queued = async (to: string) => (await stack.db.sql`select 1 from auth.messages where to_address = ${to}`).length;

test('both links, in either order: first a message, then a session of the new address', async () => {
  for (const order of [0, 1]) {
    const person = await createSignedInPerson();
    const { current, fresh } = await requestChange(person);
    assert.is(current.parsed.subject, 'Confirm Email Change');
    assert.match(fresh.path, /^\/verify\?token=[0-9a-f]{56}&type=email_change&redirect_to=/);
    assert.is.not(current.token, fresh.token);
    const [first, second] = order ? [fresh, current] : [current, fresh];
    const half = await stack.get(first.path);
    assert.is(half.status, 303);
    assert.equal(Object.fromEntries(readRedirectFragment(half)), { message: HALF, sb: '' });
    assert.ok(half.headers.get('location')?.startsWith(`${SITE_URL}/changed#`));
    assert.is(readRedirectFragment(await stack.get(first.path)).get('error_code'), 'otp_expired', 'not twice');
    const still = expectData(await person.auth.getUser()).user;
    assert.equal([still.email, still.new_email], [person.email, person.next]);
    const done = readRedirectFragment(await stack.get(second.path));
    assert.is(done.get('type'), 'email_change');
    assert.is(claimsOf(done.get('access_token') ?? '').email, person.next);
    await assertEmailChanged(person);
  }
});

test('both codes, typed with the address they were sent to; neither works twice, nor for the other address', async () => {
  for (const order of [0, 1]) {
    const person = await createSignedInPerson();
    const { current, fresh } = await requestChange(person);
    const pairs = [
      { email: person.email, token: current.code, type: 'email_change' },
      { email: person.next, token: fresh.code, type: 'email_change' },
    ] as const;
    const [first, second] = order ? [pairs[1], pairs[0]] : pairs;
    const verify = (params: (typeof pairs)[number]) => createClient(stack.url).auth.verifyOtp(params);
    assertClientError(await verify({ ...first, email: second.email }), EXPIRED);
    const half = await stack.post('/verify', first);
    assert.equal([half.status, half.body], [200, { code: '200', msg: HALF }]);
    assertClientError(await verify(first), EXPIRED);
    assert.is(sessionOf(await verify(second)).user.email, person.next);
    await assertEmailChanged(person);
  }
});

test('the client reads the first confirmation as a response without a session', async () => {
  const person = await createSignedInPerson();
  const { current } = await requestChange(person);
  const half = expectData(
    await createClient(stack.url).auth.verifyOtp({ token_hash: current.token, type: 'email_change' }),
  );
  assert.is(half.session, null);
});

test('not secure: one mail, one confirmation', async () => {
  const person = await createSignedInPerson(single.url);
  expectData(await person.auth.updateUser({ email: person.next }));
  const { path } = await stack.mail(person.next);
  assert.is(await queued(person.email), 1, 'that of the sign-up');
  assert.ok(readRedirectFragment(await single.get(path)).get('access_token'));
  await assertEmailChanged(person);
});

test('requested again: the confirmed half is discarded, the old links are invalid', async () => {
  const person = await createSignedInPerson();
  const { current, fresh } = await requestChange(person);
  await stack.get(current.path);
  assertClientError(await person.auth.updateUser({ email: person.next }), [
    429,
    'over_email_send_rate_limit',
    /^For security purposes, you can only request this after \d+ seconds\.$/,
  ]);
  await shiftClock(stack.db, 61);
  expectData(await person.auth.updateUser({ email: person.next }));
  const again = { current: await stack.mail(person.email, 3), fresh: await stack.mail(person.next, 2) };
  for (const old of [current, fresh])
    assert.is(readRedirectFragment(await stack.get(old.path)).get('error_code'), 'otp_expired');
  assert.is(readRedirectFragment(await stack.get(again.fresh.path)).get('message'), HALF);
  assert.ok(readRedirectFragment(await stack.get(again.current.path)).get('access_token'));
  await shiftClock(stack.db);
  await assertEmailChanged(person);
});

test('resend, by the current address: both mails again; nothing for others, who get the same response', async () => {
  const person = await createSignedInPerson();
  await requestChange(person);
  const resend = (email: string) => createClient(stack.url).auth.resend({ type: 'email_change', email });
  expectData(await resend(person.email)); // succeeds, but sends nothing so soon after the request
  assertClientError(await resend(person.email), [429, 'over_email_send_rate_limit', /after \d+ seconds\.$/]);
  await shiftClock(stack.db, 61);
  for (const email of [person.email, person.next, newEmail()]) {
    expectData(await resend(email));
  }
  await stack.get((await stack.mail(person.email, 3)).path);
  await stack.get((await stack.mail(person.next, 2)).path);
  await shiftClock(stack.db);
  await assertEmailChanged(person);
});

test('PKCE: the redirect of the first half has query and fragment, the second link gives a code for the client’s verifier', async () => {
  const person = await createSignedInPerson(stack.url, 'pkce');
  const { current, fresh } = await requestChange(person);
  assert.match(fresh.token, /^pkce_[0-9a-f]{56}$/);
  const half = new URL((await stack.get(current.path)).headers.get('location') ?? '');
  assert.is(half.searchParams.get('message'), HALF);
  const location = new URL((await stack.get(fresh.path)).headers.get('location') ?? '');
  const code = location.searchParams.get('code') ?? '';
  const stranger = createClient(stack.url, { flowType: 'pkce' });
  assert.ok((await stranger.auth.exchangeCodeForSession(code)).error);
  const session = sessionOf(await person.auth.exchangeCodeForSession(code));
  assert.is(session.user.email, person.next);
  assert.equal((claimsOf(session.access_token).amr as { method: string }[])[0]?.method, 'email_change');
  await assertEmailChanged(person);
});

test('address used meanwhile: the redirect says so, the link stays valid', async () => {
  const person = await createSignedInPerson(single.url);
  expectData(await person.auth.updateUser({ email: person.next }));
  const { path, code } = await stack.mail(person.next);
  const thief = expectData(await createClient(auto.url).auth.signUp({ email: person.next, password: PASSWORD })).user
    ?.id;
  assert.is(readRedirectFragment(await single.get(path)).get('error_code'), 'email_exists');
  const typed = { email: person.next, token: code, type: 'email_change' } as const;
  assertClientError(await createClient(single.url).auth.verifyOtp(typed), [
    422,
    'email_exists',
    'A user with this email address has already been registered',
  ]);
  await stack.db.sql`delete from auth.users where id = ${String(thief)}`;
  assert.ok(readRedirectFragment(await single.get(path)).get('access_token'));
  await assertEmailChanged(person);
});

test('autoconfirm: the change still needs mails; access to the current mailbox alone does not give another address', async () => {
  const person = await createSignedInPerson(auto.url);
  const { current, fresh } = await requestChange(person);
  assert.is(readRedirectFragment(await auto.get(current.path)).get('message'), HALF);
  assert.is(expectData(await person.auth.getUser()).user.email, person.email);
  assert.ok(readRedirectFragment(await auto.get(fresh.path)).get('access_token'));
  await assertEmailChanged(person);
});

test('an anonymous user: one mail, a regular user after it; under autoconfirm at once', async () => {
  const anonymous = async (url: string): Promise<Person> => {
    const person = await createSignedInPerson(url);
    await stack.db.sql`delete from auth.addresses where user_id = ${person.id}`;
    await stack.db.sql`delete from auth.identities where user_id = ${person.id}`;
    await stack.db.sql`delete from auth.passwords where user_id = ${person.id}`;
    await stack.db.sql`
      update auth.users set email = null, email_confirmed_at = null, is_anonymous = true, raw_app_meta_data = '{}'
      where id = ${person.id}`;
    assert.is(claimsOf(sessionOf(await person.auth.refreshSession()).access_token).is_anonymous, true);
    return person;
  };
  const person = await anonymous(stack.url);
  assertClientError(await person.auth.updateUser({ password: PASSWORD }), [
    422,
    'validation_failed',
    'Updating password of an anonymous user without an email or phone is not allowed',
  ]);
  expectData(await person.auth.updateUser({ email: person.next, password: PASSWORD }));
  const done = readRedirectFragment(await stack.get((await stack.mail(person.next)).path));
  assert.is(claimsOf(done.get('access_token') ?? '').is_anonymous, false);
  await assertEmailChanged(person);

  const second = await anonymous(auto.url);
  const { user } = expectData(await second.auth.updateUser({ email: second.next, password: PASSWORD }));
  assert.equal([user.email, user.new_email, user.is_anonymous], [second.next, undefined, false]);
  await assertEmailChanged(second);
  assert.is(await queued(second.next), 0);
});

test.run();
