// Attacks over HTTP by a provider with a linking domain of its own, which asserts the addresses of other people
// (docs/account-ownership.md#linking-domains). The attacker controls this provider, and also has identities at an
// honest provider.
import { randomBytes } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { claimsOf } from '../support/clients/client.ts';
import { createHookSchema, functionHookSettings } from '../support/database/hooks.ts';
import {
  type Answer,
  bearer,
  newEmail,
  readRedirectFragment,
  startStack,
  type TestGateway,
} from '../support/processes/stack.ts';
import {
  type AssertedAccount,
  consentPath,
  OWN_DOMAIN,
  SHARED,
  startTwoDomains,
} from '../support/providers/two_domains.ts';

const PASSWORD = 'chosen by the attacker';

const providers = await startTwoDomains();
const env = {
  ...providers.env,
  SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
  SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true',
  SVC_SECURITY_ACCOUNT_MERGING_ENABLED: 'true',
  SVC_EXPERIMENTAL_CREATE_EMAIL_IDENTITY_ON_PASSWORD_SET_ENABLED: 'true',
  ...functionHookSettings('merge_users'),
};
const stack = await startStack({ env });
await createHookSchema(stack.db);
test.after(async () => {
  await stack.close();
  await providers.close();
});
const { sql } = stack.db;

interface SignedInUser {
  access_token: string;
  id: string;
}
const heldBy = (token: unknown): SignedInUser => ({
  access_token: String(token),
  id: String(claimsOf(String(token)).sub),
});
const person = (email: string | null, verified = true): AssertedAccount => ({
  id: randomBytes(8).toString('hex'),
  email,
  verified,
});
const returning = (answer: Answer): SignedInUser => {
  const values = readRedirectFragment(answer);
  assert.ok(values.get('access_token'), String(values));
  return heldBy(values.get('access_token'));
};

/** Signs in at a provider. */
async function signInByProvider(
  provider: string,
  who: AssertedAccount,
  node: TestGateway = stack,
): Promise<SignedInUser> {
  const left = await node.get(`/authorize?provider=${provider}`);
  return returning(await node.get(consentPath(left.headers.get('location') ?? '', who)));
}

const VERIFIER = 'v'.repeat(43);

/** Links an identity with a PKCE challenge. Returns the response to the exchange. */
async function linkIdentity({ access_token }: SignedInUser, provider: string, who: AssertedAccount): Promise<Answer> {
  const query = `provider=${provider}&code_challenge=${VERIFIER}&code_challenge_method=plain`;
  const left = await stack.get(`/user/identities/authorize?${query}`, bearer(access_token));
  const back = await stack.get(consentPath(left.headers.get('location') ?? '', who));
  const auth_code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? '';
  return stack.post('/token?grant_type=pkce', { auth_code, code_verifier: VERIFIER });
}

interface Identity {
  identity_id: string;
  provider: string;
}
const userOf = async ({ access_token }: SignedInUser) => (await stack.get('/user', bearer(access_token))).body;

async function unlinkIdentity(held: SignedInUser, provider: string): Promise<Answer> {
  const identities = (await userOf(held)).identities as Identity[];
  const found = identities.find((one) => one.provider === provider);
  return stack.request('DELETE', `/user/identities/${found?.identity_id}`, undefined, bearer(held.access_token));
}

const merge = (kept: SignedInUser, merged: SignedInUser): Promise<Answer> =>
  stack.post('/user/merge', { access_token: merged.access_token }, bearer(kept.access_token));

/** Requests a link as the owner of the mailbox, and follows it. */
async function signInByMailbox(email: string, path: '/otp' | '/recover' = '/otp'): Promise<SignedInUser> {
  assert.is((await stack.post(path, { email })).status, 200);
  return returning(await stack.get((await stack.mail(email)).path));
}

/**
 * Signs the owner of the address in by a provider and by a recovery link. Asserts that both lead to one account that
 * has the address and is not `account`.
 */
async function assertAccountUnreachable(email: string, account: string): Promise<void> {
  const hers = await signInByProvider(SHARED, person(email));
  assert.is.not(hers.id, account, 'a provider of the other domain');
  assert.is((await userOf(hers)).email, email);
  assert.is((await signInByMailbox(email, '/recover')).id, hers.id, 'the mailbox');
}

test('a link to the victim’s mailbox does not sign in to an account whose address only a provider of another linking domain has verified', async () => {
  const email = newEmail();
  const his = await signInByProvider(OWN_DOMAIN, person(email));
  const hers = await signInByMailbox(email);
  assert.is.not(hers.id, his.id);
  assert.is((await userOf(hers)).email, email);
  assert.is((await signInByProvider(SHARED, person(email))).id, hers.id);
});

test('a provider in another linking domain and the victim lead to two accounts, of which only the victim’s has the address', async () => {
  const email = newEmail();
  const his = await signInByProvider(OWN_DOMAIN, person(email));
  await assertAccountUnreachable(email, his.id);
});

test('the victim signs up with the address, and a password in the attacker’s account signs in to neither', async () => {
  const email = newEmail();
  const who = person(email);
  const his = await signInByProvider(OWN_DOMAIN, who);
  const byPassword = (password: string) => stack.post('/token?grant_type=password', { email, password });
  const set = await stack.request('PUT', '/user', { password: PASSWORD }, bearer(his.access_token));
  assert.is(set.status, 200, set.text);
  assert.is((await byPassword(PASSWORD)).body.error_code, 'invalid_credentials');
  assert.is((await stack.post('/signup', { email, password: 'chosen by its owner' })).status, 200);
  const hers = returning(await stack.get((await stack.mail(email)).path));
  assert.is.not(hers.id, his.id);
  assert.is((await byPassword(PASSWORD)).body.error_code, 'invalid_credentials');
  assert.is(heldBy((await byPassword('chosen by its owner')).body.access_token).id, hers.id);
  assert.is((await signInByProvider(OWN_DOMAIN, who)).id, his.id, 'his provider opens his account as before');
});

test('the address does not stay with an unverified identity of the other domain', async () => {
  const email = newEmail();
  const his = await signInByProvider(OWN_DOMAIN, person(email));
  assert.is((await linkIdentity(his, SHARED, person(email, false))).status, 200);
  assert.is((await unlinkIdentity(his, OWN_DOMAIN)).body.error_code, 'email_conflict_identity_not_deletable');
  await assertAccountUnreachable(email, his.id);
});

test('the address does not stay after the provider has asserted another one and the identity is unlinked', async () => {
  const email = newEmail();
  const who = person(email);
  const his = await signInByProvider(OWN_DOMAIN, who);
  await signInByProvider(OWN_DOMAIN, { ...who, email: newEmail() });
  assert.is((await linkIdentity(his, SHARED, person(null))).status, 200);
  assert.is((await unlinkIdentity(his, OWN_DOMAIN)).status, 200);
  assert.is((await userOf(his)).email, '');
  await assertAccountUnreachable(email, his.id);
});

test('a merge does not carry the address into an account of the other domain', async () => {
  const email = newEmail();
  const his = await signInByProvider(SHARED, person(null));
  const prepared = await signInByProvider(OWN_DOMAIN, person(email));
  const merged = await merge(his, prepared);
  assert.is(merged.status, 200, merged.text);
  assert.is((await userOf(his)).email, '');
  await assertAccountUnreachable(email, his.id);
});

test('a token names the provider that has verified its address first, also after a merge with an older identity', async () => {
  const email = newEmail();
  const older = await signInByProvider(SHARED, person(null));
  const asserted = person(email);
  const his = await signInByProvider(OWN_DOMAIN, asserted);
  assert.is((await merge(his, older)).status, 200);
  const other = { ...asserted, email: newEmail() };
  for (const held of [
    await signInByProvider(OWN_DOMAIN, asserted),
    await signInByProvider(OWN_DOMAIN, other),
    await signInByMailbox(email),
  ]) {
    const { email: shown, app_metadata } = claimsOf(held.access_token) as {
      email: string;
      app_metadata: { provider: string; providers: string[] };
    };
    assert.is(shown, email);
    const [provider, providers] = held.id === his.id ? [OWN_DOMAIN, [OWN_DOMAIN, SHARED]] : ['email', ['email']];
    assert.equal([app_metadata.provider, app_metadata.providers], [provider, providers]);
  }
});

test('a linked identity of the other domain brings no address into the account, and stays unverified', async () => {
  const email = newEmail();
  const his = await signInByProvider(SHARED, person(null));
  assert.is((await linkIdentity(his, OWN_DOMAIN, person(email))).status, 200);
  assert.is((await userOf(his)).email, '');
  await assertAccountUnreachable(email, his.id);
  const other = newEmail();
  const prepared = await signInByProvider(OWN_DOMAIN, person(other));
  await linkIdentity(prepared, SHARED, person(other, false));
  const flags = await sql`
    select identity_data ->> 'email_verified' as flag from auth.identities
    where user_id = ${prepared.id} and provider = ${SHARED}`;
  assert.equal(
    flags.map(({ flag }) => flag),
    ['false'],
  );
});

test('an identity of another domain that is left after an unlink gives the account no address', async () => {
  const [own, email] = [newEmail(), newEmail()];
  const his = await signInByProvider(SHARED, person(own));
  await linkIdentity(his, OWN_DOMAIN, person(email));
  const gone = await unlinkIdentity(his, SHARED);
  assert.is(gone.status, 200, gone.text);
  assert.is((await userOf(his)).email, '');
  await assertAccountUnreachable(email, his.id);
});

test('a visitor gets no address by a provider of another domain', async () => {
  const email = newEmail();
  const visitor = heldBy((await stack.post('/signup', {})).body.access_token);
  await linkIdentity(visitor, OWN_DOMAIN, person(email));
  await assertAccountUnreachable(email, visitor.id);
});

test('an address of an account that a provider verifies later finds no account of another domain either', async () => {
  const email = newEmail();
  const who = person(email, false);
  const left = await stack.get(`/authorize?provider=${OWN_DOMAIN}`);
  const refused = await stack.get(consentPath(left.headers.get('location') ?? '', who));
  assert.is(readRedirectFragment(refused).get('error_code'), 'provider_email_needs_verification');
  // The next sign-in voids the link. The worker does not send a mail with a void link.
  const { path } = await stack.mail(email);
  const his = await signInByProvider(OWN_DOMAIN, { ...who, verified: true });
  assert.is((await userOf(his)).email, email);
  assert.is(readRedirectFragment(await stack.get(path)).get('error_code'), 'otp_expired');
  const hers = await signInByProvider(SHARED, person(email));
  assert.is.not(hers.id, his.id);
  assert.is((await userOf(hers)).email, email);
});

test('within its domain an identity finds its account and shows its address, but not an address of another account', async () => {
  const email = newEmail();
  const his = await signInByProvider(OWN_DOMAIN, person(email));
  const shown = await userOf(his);
  assert.equal([shown.email, shown.email_confirmed_at === undefined], [email, false]);
  assert.is((await signInByProvider(OWN_DOMAIN, person(email))).id, his.id);
  const hers = newEmail();
  await signInByMailbox(hers);
  assert.is((await userOf(await signInByProvider(OWN_DOMAIN, person(hers)))).email, '');
});

test('an administrator who confirms the address lets its mailbox in, unless another account has it', async () => {
  const [email, taken] = [newEmail(), newEmail()];
  const his = await signInByProvider(OWN_DOMAIN, person(email));
  const other = await signInByProvider(OWN_DOMAIN, person(taken));
  await signInByMailbox(taken);
  const confirm = ({ id }: SignedInUser) =>
    stack.request('PUT', `/admin/users/${id}`, { email_confirm: true }, SERVICE);
  assert.is((await confirm(his)).status, 200);
  assert.is((await signInByMailbox(email)).id, his.id);
  assert.is((await confirm(other)).body.error_code, 'email_exists');
});

test('an export omits an address that only a provider of another domain has verified', async () => {
  const email = newEmail();
  const his = await signInByProvider(OWN_DOMAIN, person(email));
  const [row] = await sql`
    select auth_lib.export_entry(u, false) as entry from auth.users as u where u.id = ${his.id}`;
  assert.equal([row?.entry.email, row?.entry.email_confirmed_at], [undefined, undefined]);
  assert.is(row?.entry.identities[0].identity_data.email, email);
});

test.run();
