// Attacks on the guarantees of docs/account-ownership.md that use a change by an administrator, a provider, an
// invitation, or the end of a session.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redirectTarget } from '../flows/providers/journey.ts';
import { newPerson, type Person, startGitHubMock } from '../flows/providers/mock.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { claimsOf } from '../support/clients/client.ts';
import { computeTotp, decodeBase32, waitForFreshTimeStep } from '../support/clients/totp.ts';
import { ethereumWallet } from '../support/clients/wallet.ts';
import {
  type Answer,
  bearer,
  confirmedUser,
  newEmail,
  readRedirectFragment,
  startStack,
  type TestGateway,
} from '../support/processes/stack.ts';
import { WEB3 } from './web3_refusals.ts';

const github = await startGitHubMock();
const env = {
  ...github.env,
  ...WEB3,
  SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_TEST_OTP: '491700000001:424242',
  SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true',
  SVC_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false',
};
const stack = await startStack({ env });
const open = await stack.another({ ...env, SVC_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: 'true' });
test.after(async () => {
  await stack.close();
  await github.close();
});

const { sql } = stack.db;
const VERIFIER = 'v'.repeat(43);
const PKCE = `code_challenge=${VERIFIER}&code_challenge_method=plain`;

interface AttackerAccount {
  access_token: string;
  refresh_token: string;
}
const heldOf = (values: URLSearchParams): AttackerAccount => ({
  access_token: values.get('access_token') ?? '',
  refresh_token: values.get('refresh_token') ?? '',
});
const subOf = ({ access_token }: AttackerAccount): string => String(claimsOf(access_token).sub);
const admin = (method: string, id: string, body?: object) => stack.request(method, `/admin/users/${id}`, body, SERVICE);
const refreshed = ({ refresh_token }: AttackerAccount) =>
  stack.post('/token?grant_type=refresh_token', { refresh_token });
const exchange = (auth_code: string) => stack.post('/token?grant_type=pkce', { auth_code, code_verifier: VERIFIER });
const codeOf = (answer: Answer): string => redirectTarget(answer).searchParams.get('code') ?? '';
const factorOf = async (id: string): Promise<unknown> =>
  (await sql`select factor_status from auth.users where id = ${id}`)[0]?.factor_status;

async function returnFromProvider(person: Person, node: TestGateway, query = ''): Promise<Answer> {
  const left = await node.get(`/authorize?provider=github${query}`);
  return node.get(github.consent(left.headers.get('location') ?? '', person));
}
const signIn = async (person: Person, node: TestGateway = stack): Promise<AttackerAccount> =>
  heldOf(readRedirectFragment(await returnFromProvider(person, node)));

let nonces = 0;
async function signInByWallet(wallet = ethereumWallet()): Promise<AttackerAccount> {
  nonces += 1;
  const message = wallet.write({ nonce: `nonce${String(nonces).padStart(8, '0')}` });
  const signature = wallet.sign(message);
  const { status, body, text } = await stack.post('/token?grant_type=web3', { chain: 'ethereum', message, signature });
  assert.is(status, 200, text);
  return body as unknown as AttackerAccount;
}

/** Enrolls and verifies a TOTP factor. Returns the new tokens of the session. */
async function enrollTotp({ access_token }: AttackerAccount): Promise<AttackerAccount> {
  const factor = (await stack.post('/factors', { factor_type: 'totp' }, bearer(access_token))).body;
  const challenge = (await stack.post(`/factors/${factor.id}/challenge`, {}, bearer(access_token))).body;
  await waitForFreshTimeStep();
  const code = computeTotp(decodeBase32((factor.totp as { secret: string }).secret), Date.now());
  const body = { challenge_id: challenge.id, code };
  const verified = await stack.post(`/factors/${factor.id}/verify`, body, bearer(access_token));
  assert.is(verified.status, 200, verified.text);
  return verified.body as unknown as AttackerAccount;
}

test('a wallet owner keeps the account when an administrator sets an address', async () => {
  const wallet = ethereumWallet();
  const held = await signInByWallet(wallet);
  const id = subOf(held);
  assert.is((await admin('PUT', id, { email: newEmail(), email_confirm: true })).status, 200);
  assert.is((await refreshed(held)).status, 200);
  assert.is(subOf(await signInByWallet(wallet)), id);
});

test('an unconfirmed address from an administrator takes a wallet account from nobody, even after it is confirmed', async () => {
  const wallet = ethereumWallet();
  const held = await signInByWallet(wallet);
  const id = subOf(held);
  const email = newEmail();
  assert.is((await admin('PUT', id, { email })).status, 200);
  assert.is(claimsOf((await signInByWallet(wallet)).access_token).email, '', 'the address is unconfirmed');
  assert.is((await stack.post('/otp', { email })).status, 200);
  const reader = heldOf(readRedirectFragment(await stack.get((await stack.mail(email)).path)));
  assert.equal([subOf(reader), claimsOf(reader.access_token).email], [id, email]);
  assert.is((await refreshed(held)).status, 200);
  assert.is(subOf(await signInByWallet(wallet)), id);
});

test('an anonymous user whose address an administrator set stays the owner after linking an identity', async () => {
  const visitor = (await stack.post('/signup', {})).body as unknown as AttackerAccount;
  const id = subOf(visitor);
  const email = newEmail();
  assert.is((await admin('PUT', id, { email })).status, 200);
  const person = newPerson();
  const left = await stack.get(`/user/identities/authorize?provider=github&${PKCE}`, bearer(visitor.access_token));
  const back = await stack.get(github.consent(left.headers.get('location') ?? '', person));
  assert.is((await exchange(codeOf(back))).status, 200);
  assert.is((await stack.post('/otp', { email })).status, 200);
  const reader = heldOf(readRedirectFragment(await stack.get((await stack.mail(email)).path)));
  assert.is(subOf(reader), id);
  assert.is((await refreshed(visitor)).status, 200);
  assert.is(subOf(await signIn(person)), id);
});

test('rejects unlinking a wallet if only an unconfirmed address would remain', async () => {
  const held = await signInByWallet();
  const id = subOf(held);
  assert.is((await admin('PUT', id, { email: newEmail() })).status, 200);
  const { body } = await stack.get('/user', bearer(held.access_token));
  const { identity_id } = (body.identities as { identity_id: string; provider: string }[]).find(
    ({ provider }) => provider === 'web3',
  ) as { identity_id: string };
  const refused = await stack.request(
    'DELETE',
    `/user/identities/${identity_id}`,
    undefined,
    bearer(held.access_token),
  );
  assert.equal([refused.status, refused.body.error_code], [422, 'email_conflict_identity_not_deletable']);
  assert.is((await admin('PUT', id, { email_confirm: true })).status, 200);
  const gone = await stack.request('DELETE', `/user/identities/${identity_id}`, undefined, bearer(held.access_token));
  assert.is(gone.status, 200, gone.text);
});

test('a provider that verifies an address later voids nothing in a wallet account', async () => {
  const wallet = ethereumWallet();
  const first = await signInByWallet(wallet);
  const id = subOf(first);
  const email = newEmail();
  const person = newPerson({ email, verified: false });
  const left = await stack.get(`/user/identities/authorize?provider=github&${PKCE}`, bearer(first.access_token));
  const back = await stack.get(github.consent(left.headers.get('location') ?? '', person));
  assert.is((await exchange(codeOf(back))).body.error_code, 'email_not_confirmed', 'linked, and the address waits');
  await enrollTotp(first);
  person.emails = [{ email, verified: true, primary: true }];
  const held = await signIn(person);
  assert.equal([subOf(held), claimsOf(held.access_token).email, claimsOf(held.access_token).aal], [id, email, 'aal1']);
  assert.is(await factorOf(id), 'verified', 'one factor takes no other away');
  assert.is(subOf(await signInByWallet(wallet)), id);
});

test('accepting an invitation with a provider voids nothing in an account with an owner', async () => {
  const phone = '491700000001';
  await stack.post('/otp', { phone });
  const typed = await stack.post('/verify', { type: 'sms', phone, token: '424242' });
  const held = await enrollTotp(typed.body as unknown as AttackerAccount);
  const id = subOf(held);
  const email = newEmail();
  assert.is((await admin('PUT', id, { email })).status, 200);
  assert.is((await stack.post('/invite', { email }, SERVICE)).status, 200);
  const { token } = await stack.mail(email);
  const guest = await returnFromProvider(newPerson({ email }), stack, `&invite_token=${token}`);
  assert.is(subOf(heldOf(readRedirectFragment(guest))), id);
  assert.is(await factorOf(id), 'verified');
  assert.is((await refreshed(held)).status, 200);
});

test('an authorization code from before an invitation does not open the prepared account', async () => {
  const email = newEmail();
  const code = codeOf(await returnFromProvider(newPerson({ email, verified: false }), open, `&${PKCE}`));
  await stack.mail(email);
  assert.is((await stack.post('/invite', { email }, SERVICE)).status, 200);
  assert.is((await exchange(code)).body.error_code, 'flow_state_not_found');
});

test('a role from an administrator has no effect before the address is confirmed', async () => {
  const email = newEmail();
  const person = newPerson({ email, verified: false });
  const stranger = await signIn(person, open);
  await stack.mail(email);
  const id = subOf(stranger);
  assert.is((await admin('PUT', id, { role: 'editor' })).status, 200);
  assert.is((await refreshed(stranger)).status, 400);
  assert.is.not(subOf(await signIn(person, open)), id);
});

test('a session continues if an administrator sets a role and confirms the address', async () => {
  const email = newEmail();
  const person = newPerson({ email, verified: false });
  const held = await signIn(person, open);
  assert.is((await admin('PUT', subOf(held), { role: 'editor', email_confirm: true })).status, 200);
  const { body } = await refreshed(held);
  assert.is(claimsOf(String(body.access_token)).role, 'editor');
});

test('revoking all sessions cancels a change requested in an ended session', async () => {
  const user = await confirmedUser(stack);
  const email = newEmail();
  assert.is((await stack.request('PUT', '/user', { email }, bearer(user.access_token))).status, 200);
  const { path } = await stack.mail(email);
  await stack.post('/logout?scope=local', undefined, bearer(user.access_token));
  await sql`select auth_api.end_every_session('{"role": "service_role", "exp": 9999999999}', null, null, null, 10000, '{}', '{}')`;
  assert.is(readRedirectFragment(await stack.get(path)).get('error_code'), 'otp_expired');
});

test('a link answers no new tokens to a session past its time box or its inactivity timeout', async () => {
  const limits = { SVC_SESSIONS_TIMEBOX: '1h', SVC_SESSIONS_INACTIVITY_TIMEOUT: '1h' };
  const strict = await stack.another({ ...env, ...limits });
  for (const age of ['created_at', 'refreshed_at'] as const) {
    const user = await confirmedUser(stack);
    const begin = (query: string) =>
      strict.get(`/user/identities/authorize?provider=github&${query}`, bearer(user.access_token));
    const comeBack = (left: Answer) => strict.get(github.consent(left.headers.get('location') ?? '', newPerson()));
    const auth_code = codeOf(await comeBack(await begin(PKCE)));
    const away = [await begin(''), await begin(PKCE)];
    await sql`update auth.sessions set ${sql(age)} = now() - interval '2 hours' where user_id = ${user.id}`;
    const { status, body } = await strict.post('/token?grant_type=pkce', { auth_code, code_verifier: VERIFIER });
    assert.equal([status, body.error_code], [404, 'flow_state_not_found'], age);
    for (const left of away)
      assert.is(redirectTarget(await comeBack(left)).searchParams.get('error_code'), 'session_not_found', age);
    const more = await begin(PKCE);
    assert.equal([more.status, more.body.error_code], [403, 'session_not_found'], age);
    assert.is((await sql`select from auth.identities where user_id = ${user.id}`).length, 1);
  }
});

const sessionOf = ({ access_token }: AttackerAccount): string => String(claimsOf(access_token).session_id);
const ENDINGS: Record<string, (user: { id: string }, own: AttackerAccount, thief: AttackerAccount) => Promise<Answer>> =
  {
    'its user': (_, own, thief) =>
      stack.request('DELETE', `/sessions/${sessionOf(thief)}`, undefined, bearer(own.access_token)),
    'an administrator': ({ id }, _, thief) => admin('DELETE', `${id}/sessions/${sessionOf(thief)}`),
  };
for (const [by, end] of Object.entries(ENDINGS)) {
  test(`ending another session by ${by} cancels its pending flows and keeps the current session`, async () => {
    const user = await confirmedUser(stack);
    const password = { email: user.email, password: user.password };
    const own = (await stack.post('/token?grant_type=password', password)).body as unknown as AttackerAccount;
    const email = newEmail();
    assert.is((await stack.request('PUT', '/user', { email }, bearer(user.access_token))).status, 200);
    const { path } = await stack.mail(email);
    assert.is((await end(user, own, user)).status, 204);
    assert.is(readRedirectFragment(await stack.get(path)).get('error_code'), 'otp_expired');
    assert.is((await stack.get('/user', bearer(own.access_token))).body.new_email, undefined);
    assert.is((await refreshed(own)).status, 200);
  });
}

test('unlinking never leaves an unconfirmed phone number as the only address', async () => {
  const user = await confirmedUser(stack);
  assert.is((await admin('PUT', user.id, { phone: '491700000009' })).status, 200);
  const { body } = await stack.get('/user', bearer(user.access_token));
  const identities = body.identities as { identity_id: string; provider: string }[];
  const { identity_id } = identities.find(({ provider }) => provider === 'email') as { identity_id: string };
  const answer = await stack.request('DELETE', `/user/identities/${identity_id}`, undefined, bearer(user.access_token));
  assert.equal([answer.status, answer.body.error_code], [422, 'email_conflict_identity_not_deletable']);
});

test.run();
