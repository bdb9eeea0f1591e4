// The account to which an identity is linked, if settings or earlier requests matter: provider domains, sign-ins before
// the address is confirmed, and attackers with an earlier account.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { claimsOf, createClient, expectData } from '../../support/clients/client.ts';
import {
  type Answer,
  bearer,
  confirmedUser,
  newEmail,
  readRedirectFragment,
  startStack,
} from '../../support/processes/stack.ts';
import { providerFlows, redirectErrors, redirectTarget } from './journey.ts';
import { newPerson, type Person, startGitHubMock } from './mock.ts';

const github = await startGitHubMock();
const env = {
  ...github.env,
  SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
  SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true',
};
const stack = await startStack({ env });
const open = await stack.another({ ...env, SVC_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: 'true' });
test.after(async () => {
  await stack.close();
  await github.close();
});

const { arrive, userOf } = providerFlows(stack, github);
const tokenOf = (answer: Answer): string => readRedirectFragment(answer).get('access_token') ?? '';
const PASSWORD = 'attackers choice 1';
const VERIFIER = 'v'.repeat(43);

/** Links an identity with a PKCE challenge, and exchanges the code. */
async function linkIdentity(access_token: string, person: Person): Promise<Answer> {
  const query = `provider=github&code_challenge=${VERIFIER}&code_challenge_method=plain`;
  const left = await stack.get(`/user/identities/authorize?${query}`, bearer(access_token));
  const back = await stack.get(github.consent(left.headers.get('location') ?? '', person));
  const auth_code = redirectTarget(back).searchParams.get('code') ?? '';
  return stack.post('/token?grant_type=pkce', { auth_code, code_verifier: VERIFIER });
}

/**
 * Recovers the account as the owner of the mailbox. Asserts that the former user's identities, refresh token, access
 * token and password no longer work.
 */
async function recoverAccount(email: string, before: { access_token: string; refresh_token: string }, mails: number) {
  assert.is((await stack.post('/recover', { email })).status, 200);
  const victim = tokenOf(await stack.get((await stack.mail(email, mails)).path));
  assert.ok(victim);
  assert.equal((await userOf(victim)).identities, []);
  const { refresh_token } = before;
  assert.is((await stack.post('/token?grant_type=refresh_token', { refresh_token })).status, 400);
  const changed = await stack.request('PUT', '/user', { password: PASSWORD }, bearer(before.access_token));
  assert.is(changed.status, 403, 'nor does the access token change anything');
  const again = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  assert.equal([again.status, again.body.error_code], [400, 'invalid_credentials']);
}

test('a sign-up under autoconfirm that takes over an account sends the notification of a new device', async () => {
  const email = newEmail();
  const before = String((await userOf(tokenOf(await arrive(newPerson({ email, verified: false }), open)))).id);
  const node = await stack.another({
    ...env,
    SVC_MAILER_AUTOCONFIRM: 'true',
    SVC_MAILER_NOTIFICATIONS_NEW_DEVICE_ENABLED: 'true',
  });
  const { body } = await node.post('/signup', { email, password: PASSWORD }, { 'User-Agent': 'a phone' });
  assert.is((body.user as { id: string }).id, before);
  const kinds = await stack.db.sql`
    select kind from auth.messages where user_id = ${before} and kind = 'new_device_notification'`;
  assert.is(kinds.length, 1);
});

test('if unconfirmed addresses may sign in they do, and the mail is sent; its link confirms them', async () => {
  const email = newEmail();
  const person = newPerson({ email, verified: false });
  const first = tokenOf(await arrive(person, open));
  const user = await userOf(first);
  assert.equal(
    [user.email, user.email_confirmed_at, user.app_metadata],
    [email, undefined, { provider: 'github', providers: ['github'] }],
  );
  const second = tokenOf(await arrive(person, open));
  assert.is((await userOf(second)).id, user.id, 'and again, though no second mail may go out yet');
  assert.ok(tokenOf(await stack.get((await stack.mail(email)).path)));
  assert.ok((await userOf(second)).email_confirmed_at, 'its session goes on');
});

test('an unconfirmed address of another account signs in without it', async () => {
  const { email, id } = await confirmedUser(stack);
  const user = await userOf(tokenOf(await arrive(newPerson({ email, verified: false }), open)));
  assert.equal([user.email, user.id === id], ['', false]);
});

test('a user with an unverified address loses password, sessions and identities once the mailbox’s owner confirms it', async () => {
  for (const way of ['recovery', 'provider', 'magic link'] as const) {
    const email = newEmail();
    const values = readRedirectFragment(await arrive(newPerson({ email, verified: false }), open));
    const before = { access_token: values.get('access_token') ?? '', refresh_token: values.get('refresh_token') ?? '' };
    await stack.mail(email);
    const set = await stack.request('PUT', '/user', { password: PASSWORD }, bearer(before.access_token));
    assert.equal([set.status, set.body.error_code], [422, 'email_not_confirmed']);
    if (way === 'recovery') {
      await recoverAccount(email, before, 2);
      continue;
    }
    let victim = '';
    if (way === 'provider') victim = tokenOf(await arrive(newPerson({ email }), open));
    else {
      await stack.db.sql`delete from auth.attempts`;
      await stack.post('/otp', { email });
      victim = tokenOf(await stack.get((await stack.mail(email, 2)).path));
    }
    assert.ok(victim, way);
    const user = await userOf(victim);
    assert.equal([user.email, (user.identities as unknown[]).length], [email, 1], way);
    const refreshed = await stack.post('/token?grant_type=refresh_token', { refresh_token: before.refresh_token });
    assert.is(refreshed.status, 400, way);
  }
});

test('an anonymous user who links an identity with an unconfirmed address gets a pending change, and nothing of its mailbox', async () => {
  const email = newEmail();
  const { auth } = createClient(stack.url);
  const { session } = expectData(await auth.signInAnonymously());
  const before = session as NonNullable<typeof session>;
  const answer = await linkIdentity(before.access_token, newPerson({ email, verified: false }));
  assert.equal([answer.status, answer.body.error_code], [422, 'email_not_confirmed']);
  // Waits for the mail, because a new password cancels pending links, also those in mails that are not sent yet.
  await stack.mail(email);
  const set = await stack.request('PUT', '/user', { password: PASSWORD }, bearer(before.access_token));
  assert.is(set.status, 200, set.text);
  const refreshed = await stack.post('/token?grant_type=refresh_token', { refresh_token: before.refresh_token });
  const claims = claimsOf(String(refreshed.body.access_token));
  const user = await userOf(String(refreshed.body.access_token));
  assert.equal([claims.email, user.email], ['', '']);

  await stack.db.sql`delete from auth.attempts`;
  assert.is((await stack.post('/otp', { email })).status, 200);
  const owner = tokenOf(await stack.get((await stack.mail(email, 2)).path));
  const hers = await userOf(owner);
  assert.equal([hers.email, hers.id === user.id], [email, false], 'the mailbox has an account of its own');
  assert.is((await stack.post('/token?grant_type=password', { email, password: PASSWORD })).status, 400);
});

test('linking an identity whose address becomes the account’s invalidates every pending link and code', async () => {
  const { auth } = createClient(stack.url);
  const { session } = expectData(await auth.signInAnonymously());
  const asked = newEmail();
  await auth.updateUser({ email: asked });
  const { path } = await stack.mail(asked);
  const email = newEmail();
  const linked = String((await linkIdentity(session?.access_token ?? '', newPerson({ email }))).body.access_token);
  assert.is((await userOf(linked)).email, email);
  assert.is(readRedirectFragment(await stack.get(path)).get('error_code'), 'otp_expired');
  assert.is((await userOf(linked)).email, email);
});

test('an address finds accounts of its provider’s domain only; the account of another domain has none', async () => {
  const { email, id } = await confirmedUser(stack);
  for (const [setting, value] of [
    ['PROVIDER_LINKING_DOMAINS', 'google=work,github=work'],
    ['PROVIDERS_WITH_OWN_LINKING_DOMAIN', 'github'],
  ]) {
    const node = await stack.another({ ...env, [`SVC_EXPERIMENTAL_${setting}`]: value });
    const person = newPerson({ email });
    const first = await userOf(tokenOf(await arrive(person, node)));
    assert.equal([first.email, first.id === id], ['', false], value);
    assert.is((await userOf(tokenOf(await arrive(person, node)))).id, first.id);
  }
  const shared = await stack.another({ ...env, SVC_EXPERIMENTAL_PROVIDER_LINKING_DOMAINS: 'github=work,email=work' });
  const third = await confirmedUser(stack);
  assert.is((await userOf(tokenOf(await arrive(newPerson({ email: third.email }), shared)))).id, third.id);
});

test('within a configured domain a verified address links, and several accounts are distinguished by the domain', async () => {
  const node = await stack.another({ ...env, SVC_EXPERIMENTAL_PROVIDER_LINKING_DOMAINS: 'github=work,google=work' });
  const email = newEmail();
  const first = await userOf(tokenOf(await arrive(newPerson({ email }), node)));
  assert.is(first.email, email, 'a new address is the account’s');
  assert.is((await userOf(tokenOf(await arrive(newPerson({ email }), node)))).id, first.id);
  const other = newPerson();
  await arrive(other, node);
  const both = newPerson({ email });
  both.emails.push({ email: other.emails[0]?.email ?? '', verified: true, primary: false });
  const { error_description } = redirectErrors(await arrive(both, node));
  assert.is(
    error_description,
    'Multiple accounts with the same email address in the same linking domain detected: work',
  );
});

test('reports a missing right to link before errors of the provider', async () => {
  const { access_token, id } = await confirmedUser(stack);
  const ask = () => stack.get('/user/identities/authorize?provider=nobody', bearer(access_token));
  assert.is((await ask()).body.error_code, 'validation_failed');
  await stack.request('PUT', `/admin/users/${id}`, { ban_duration: '1h' }, SERVICE);
  const { status, body } = await ask();
  assert.equal([status, body.error_code], [403, 'user_banned']);
  const flows = await stack.db.sql`select from auth.flow_states as f where f.linking_user_id = ${id}`;
  assert.is(flows.length, 0);
});

test.run();
