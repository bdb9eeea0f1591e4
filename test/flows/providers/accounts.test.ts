// The account of a user who returns from a provider, and users who are rejected.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { claimsOf } from '../../support/clients/client.ts';
import { bearer, confirmedUser, newEmail, readRedirectFragment } from '../../support/processes/stack.ts';
import { providerFlows, redirectErrors } from './journey.ts';
import { newPerson, type Person, startServerWithGitHub } from './mock.ts';

const { github, stack } = await startServerWithGitHub();

const { arrive, signedIn, userOf } = providerFlows(stack, github);

test('an address verified on both sides links; the other identity stays, and metadata is merged', async () => {
  const { email, id, access_token } = await confirmedUser(stack);
  await stack.request('PUT', '/user', { data: { theme: 'dark' } }, bearer(access_token));
  const arrived = await signedIn(newPerson({ email: email.toUpperCase() }));
  assert.is(arrived.id, id);
  const user = await userOf(arrived.access_token);
  assert.equal(user.app_metadata, { provider: 'email', providers: ['email', 'github'] });
  assert.is((user.user_metadata as Record<string, unknown>).theme, 'dark');
  const [entry] = await stack.db.sql<{ actions: string[] }[]>`
    select l.actions from auth.audit_log as l where l.actor_id = ${id} order by l.created_at desc limit 1`;
  assert.equal(entry?.actions, ['identity_linked', 'login']);
});

test('T103: an address that the provider has not verified links to no account, and finds no second one', async () => {
  const { email, id } = await confirmedUser(stack);
  for (const round of [1, 2]) {
    const answer = await arrive({ ...newPerson({ email, verified: false }), id: 4_000_000_000 });
    assert.equal(
      redirectErrors(answer),
      {
        error: 'access_denied',
        error_code: 'provider_email_needs_verification',
        error_description: 'Unverified email with github. Verify the email with github in order to sign in',
      },
      String(round),
    );
  }
  const [stranger] = await stack.db.sql`
    select u.id, u.email from auth.identities as i join auth.users as u on u.id = i.user_id where i.subject = '4000000000'`;
  assert.is(stranger?.email, null);
  assert.is.not(stranger?.id, id);
});

test('an unverified address gets a mail; its link confirms it, and the provider signs in from then on', async () => {
  const email = newEmail();
  const person = newPerson({ email, verified: false });
  assert.equal(redirectErrors(await arrive(person)), {
    error: 'access_denied',
    error_code: 'provider_email_needs_verification',
    error_description: 'Unverified email with github. A confirmation email has been sent to your github email',
  });
  assert.is(
    redirectErrors(await arrive(person)).error_code,
    'over_email_send_rate_limit',
    'a mail per address and time, here too',
  );
  const { path } = await stack.mail(email);
  assert.ok(readRedirectFragment(await stack.get(path)).get('access_token'));
  assert.is((await userOf((await signedIn(person)).access_token)).email, email);
});

test('T102: an unconfirmed account passes to the owner of the address: its password, sessions, links and metadata are removed', async () => {
  const email = newEmail();
  const password = 'attackers choice 1';
  const signedUp = await stack.post('/signup', { email, password, data: { theme: 'evil' } });
  const { path } = await stack.mail(email);
  await stack.db.sql`
    insert into auth.sessions (user_id, id, amr, created_at)
    values (${String(signedUp.body.id)}, gen_random_uuid(), '[]', auth_lib.clock())`;
  const { id, access_token } = await signedIn(newPerson({ email }));
  assert.is(id, signedUp.body.id);
  const user = await userOf(access_token);
  assert.equal(
    (user.identities as { provider: string }[]).map(({ provider }) => provider),
    ['github'],
  );
  assert.is((user.user_metadata as Record<string, unknown>).theme, undefined);
  const live = await stack.db.sql`select id from auth.sessions where user_id = ${id} and revoked_at is null`;
  assert.equal(
    live.map((session) => session.id),
    [claimsOf(access_token).session_id],
  );
  const again = await stack.post('/token?grant_type=password', { email, password });
  assert.equal([again.status, again.body.error_code], [400, 'invalid_credentials']);
  assert.is(readRedirectFragment(await stack.get(path)).get('error_code'), 'otp_expired');
});

test('a provider that verified another address does not confirm the one of the account', async () => {
  const victim = newEmail();
  const person = newPerson({ email: victim, verified: false });
  redirectErrors(await arrive(person));
  const { path } = await stack.mail(victim);
  const own = newEmail();
  const { access_token } = await signedIn({ ...person, emails: [{ email: own, verified: true, primary: true }] });
  assert.is((await userOf(access_token)).email, own);
  assert.is(readRedirectFragment(await stack.get(path)).get('error_code'), 'otp_expired');
  const rows = await stack.db.sql`select from auth.addresses as a where a.value = ${victim}`;
  assert.is(rows.length, 0, 'the other address is free');
});

test('several verified addresses of several accounts: none is chosen', async () => {
  const [one, other] = [await confirmedUser(stack), await confirmedUser(stack)];
  const person = newPerson({ email: one.email });
  person.emails.push({ email: other.email, verified: true, primary: false });
  assert.equal(redirectErrors(await arrive(person)), {
    error: 'server_error',
    error_code: 'unexpected_failure',
    error_description: 'Multiple accounts with the same email address in the same linking domain detected: default',
  });
});

test('a banned user can neither sign in nor link; a disabled sign-up creates no account', async () => {
  const person = newPerson();
  const { id } = await signedIn(person);
  await stack.request('PUT', `/admin/users/${id}`, { ban_duration: '1h' }, SERVICE);
  assert.equal(redirectErrors(await arrive(person)), {
    error: 'access_denied',
    error_code: 'user_banned',
    error_description: 'User is banned',
  });
  const closed = await stack.another({ SVC_DISABLE_SIGNUP: 'true' });
  const stranger = newPerson();
  assert.equal(redirectErrors(await arrive(stranger, closed)), {
    error: 'access_denied',
    error_code: 'signup_disabled',
    error_description: 'Signups not allowed for this instance',
  });
  const known = newPerson();
  await signedIn(known);
  assert.ok(readRedirectFragment(await arrive(known, closed)).get('access_token'));
});

test('no sign-in without an address, unless EMAIL_OPTIONAL allows it', async () => {
  const person: Person = { ...newPerson(), emails: [] };
  assert.equal(redirectErrors(await arrive(person)), {
    error: 'server_error',
    error_code: 'unexpected_failure',
    error_description: 'Error getting user email from external provider',
  });
  const lenient = await stack.another({ SVC_EXTERNAL_GITHUB_EMAIL_OPTIONAL: 'true' });
  const access_token = readRedirectFragment(await arrive(person, lenient)).get('access_token') ?? '';
  const user = await userOf(access_token);
  assert.equal([user.email, user.email_confirmed_at], ['', undefined]);
  assert.is(claimsOf(readRedirectFragment(await arrive(person, lenient)).get('access_token') ?? '').sub, user.id);
});

test("a recovery of an account created with an unverified address removes the provider's identity", async () => {
  const email = newEmail();
  const person = newPerson({ email, verified: false });
  redirectErrors(await arrive(person));
  await stack.mail(email);
  await stack.post('/recover', { email });
  const { path } = await stack.mail(email, 2);
  const access_token = readRedirectFragment(await stack.get(path)).get('access_token') ?? '';
  assert.equal((await userOf(access_token)).identities, []);
  assert.is(redirectErrors(await arrive(person)).error_code, 'provider_email_needs_verification');
});

test.run();
