// Examples for the guarantees of docs/account-ownership.md. takeover_model.test.ts runs random sequences of the same
// requests.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redirectTarget } from '../flows/providers/journey.ts';
import { newPerson, type Person, startGitHubMock } from '../flows/providers/mock.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { claimsOf } from '../support/clients/client.ts';
import { computeTotp, decodeBase32, waitForFreshTimeStep } from '../support/clients/totp.ts';
import { runBehindLock } from '../support/database/run_behind_lock.ts';
import {
  type Answer,
  bearer,
  confirmedUser,
  newEmail,
  readRedirectFragment,
  startStack,
  type TestGateway,
} from '../support/processes/stack.ts';

const github = await startGitHubMock();
const env = {
  ...github.env,
  SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_TEST_OTP: '491700000001:424242',
  SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true',
  SVC_MAILER_SECURE_EMAIL_CHANGE_ENABLED: 'false',
  SVC_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED: 'true',
  SVC_JWT_ADMIN_GROUP_NAME: 'editors',
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
const PASSWORD = 'correct horse battery';

interface SignedInAccount {
  access_token: string;
  refresh_token: string;
}
const heldOf = (values: URLSearchParams): SignedInAccount => ({
  access_token: values.get('access_token') ?? '',
  refresh_token: values.get('refresh_token') ?? '',
});
const userOf = async (token: string) => (await stack.get('/user', bearer(token))).body;
const put = (token: string, body: object) => stack.request('PUT', '/user', body, bearer(token));
const admin = (method: string, id: unknown, body?: object, path = '') =>
  stack.request(method, `/admin/users/${id}${path}`, body, SERVICE);
const refreshed = ({ refresh_token }: SignedInAccount) =>
  stack.post('/token?grant_type=refresh_token', { refresh_token });
const exchange = (auth_code: string, code_verifier = VERIFIER) =>
  stack.post('/token?grant_type=pkce', { auth_code, code_verifier });
const rest = () => sql`delete from auth.attempts`;

/** Starts to link an identity. Returns the URL to which the browser is redirected. */
async function beginLink(token: string, query = PKCE, node: TestGateway = stack): Promise<string> {
  const left = await node.get(`/user/identities/authorize?provider=github&${query}`, bearer(token));
  assert.is(left.status, 302, left.text);
  return left.headers.get('location') ?? '';
}
const comeBack = (location: string, person: Person): Promise<Answer> => stack.get(github.consent(location, person));
const codeOf = (answer: Answer): string => redirectTarget(answer).searchParams.get('code') ?? '';
const errorOf = (answer: Answer): string => redirectTarget(answer).searchParams.get('error_code') ?? '';

async function signInWithProvider(person: Person, node: TestGateway = stack): Promise<SignedInAccount> {
  const left = await node.get('/authorize?provider=github');
  return heldOf(readRedirectFragment(await node.get(github.consent(left.headers.get('location') ?? '', person))));
}
async function signInByPassword(email: string, password = PASSWORD): Promise<SignedInAccount> {
  const { status, body, text } = await stack.post('/token?grant_type=password', { email, password });
  assert.is(status, 200, text);
  return body as unknown as SignedInAccount;
}
/** Signs in as the mailbox owner, by a link. */
async function signInByMail(email: string, mails: number): Promise<SignedInAccount> {
  await rest();
  assert.is((await stack.post('/otp', { email })).status, 200);
  return heldOf(readRedirectFragment(await stack.get((await stack.mail(email, mails)).path)));
}
/** Enrolls and verifies a TOTP factor. Returns the new tokens of the session. */
async function enrollTotp({ access_token }: SignedInAccount, friendly_name = ''): Promise<SignedInAccount> {
  const factor = (await stack.post('/factors', { factor_type: 'totp', friendly_name }, bearer(access_token))).body;
  const challenge = (await stack.post(`/factors/${factor.id}/challenge`, {}, bearer(access_token))).body;
  await waitForFreshTimeStep();
  const secret = decodeBase32((factor.totp as { secret: string }).secret);
  const code = computeTotp(secret, Date.now());
  const verified = await stack.post(
    `/factors/${factor.id}/verify`,
    { challenge_id: challenge.id, code },
    bearer(access_token),
  );
  assert.is(verified.status, 200, verified.text);
  return verified.body as unknown as SignedInAccount;
}

type User = Awaited<ReturnType<typeof confirmedUser>>;

/**
 * Events that revoke access to an account. `other` is a second session of the user, who has received one confirmation
 * mail and one mail from /otp.
 */
const CUTS: Record<string, (user: User, other: SignedInAccount) => Promise<Answer>> = {
  'a new password': (user) => put(user.access_token, { password: 'quite another one' }),
  'a new password by an administrator': (user) => admin('PUT', user.id, { password: 'quite another one' }),
  'a followed recovery link': async ({ email }) => {
    await rest();
    await stack.post('/recover', { email });
    return stack.get((await stack.mail(email, 3)).path);
  },
  'a sign-out everywhere': (_, other) => stack.post('/logout?scope=global', undefined, bearer(other.access_token)),
  'a sign-out of the others': (user) => stack.post('/logout?scope=others', undefined, bearer(user.access_token)),
  'an administrator who ends the sessions': (user) => admin('DELETE', user.id, undefined, '/sessions'),
  'a ban': async (user) => {
    await admin('PUT', user.id, { ban_duration: '1h' });
    return admin('PUT', user.id, { ban_duration: 'none' });
  },
  'another address of one’s own': async (user) => {
    const email = newEmail();
    await put(user.access_token, { email });
    return stack.get((await stack.mail(email)).path);
  },
  'another address from an administrator': (user) => admin('PUT', user.id, { email: newEmail() }),
  'a first factor': async (user, other) => {
    await enrollTotp(other);
    return stack.get('/user', bearer(user.access_token));
  },
  'an unlinked identity': async (user) => {
    const { auth_code } = { auth_code: codeOf(await comeBack(await beginLink(user.access_token), newPerson())) };
    await exchange(auth_code);
    const identities = (await userOf(user.access_token)).identities as { identity_id: string; provider: string }[];
    const { identity_id } = identities.find(({ provider }) => provider === 'github') as { identity_id: string };
    return stack.request('DELETE', `/user/identities/${identity_id}`, undefined, bearer(user.access_token));
  },
};

for (const [name, cut] of Object.entries(CUTS)) {
  test(`voids earlier links and authorization codes: ${name}`, async () => {
    const user = await confirmedUser(stack);
    const other = await signInByPassword(user.email);
    const away = await beginLink(user.access_token);
    const linked = codeOf(await comeBack(await beginLink(user.access_token), newPerson()));
    const implicit = await beginLink(user.access_token, '');
    await rest();
    await stack.post('/otp', { email: user.email, code_challenge: VERIFIER, code_challenge_method: 'plain' });
    const signIn = codeOf(await stack.get((await stack.mail(user.email, 2)).path));
    assert.ok(linked && signIn);

    const { status, text } = await cut(user, other);
    assert.ok(status < 400, text);
    const identities = await sql`select provider, subject from auth.identities where user_id = ${user.id}`;
    for (const location of [away, implicit]) {
      const answer = await comeBack(location, newPerson());
      assert.is(errorOf(answer), 'session_not_found', String(answer.headers.get('location')));
    }
    for (const code of [linked, signIn]) assert.is((await exchange(code)).body.error_code, 'flow_state_not_found');
    assert.equal(await sql`select provider, subject from auth.identities where user_id = ${user.id}`, identities);
  });
}

test('a link ends with the session that started it, and a link of another session continues', async () => {
  const user = await confirmedUser(stack);
  const other = await signInByPassword(user.email);
  const [ended, going] = [await beginLink(user.access_token), await beginLink(other.access_token)];
  const code = codeOf(await comeBack(await beginLink(user.access_token), newPerson()));
  assert.is((await stack.post('/logout?scope=local', undefined, bearer(user.access_token))).status, 204);
  assert.is(errorOf(await comeBack(ended, newPerson())), 'session_not_found');
  assert.is((await exchange(code)).body.error_code, 'flow_state_not_found');
  assert.is((await exchange(codeOf(await comeBack(going, newPerson())))).status, 200);
});

test('links an identity at the exchange, and only for the holder of the verifier', async () => {
  const attacker = await confirmedUser(stack);
  const victim = newPerson();
  const code = codeOf(await comeBack(await beginLink(attacker.access_token), victim));
  const identities = async () => ((await userOf(attacker.access_token)).identities as unknown[]).length;
  assert.is(await identities(), 1, 'the callback alone links nothing');
  assert.is((await exchange(code, 'w'.repeat(43))).body.error_code, 'bad_code_verifier');
  assert.is(await identities(), 1);
  const hers = await signInWithProvider(victim);
  assert.is.not(claimsOf(hers.access_token).sub, attacker.id, 'the victim comes to an account of her own');
  assert.is((await exchange(code)).body.error_code, 'identity_already_exists');
  assert.is(await identities(), 1);

  const own = newPerson();
  assert.is((await exchange(codeOf(await comeBack(await beginLink(attacker.access_token), own)))).status, 200);
  assert.is(await identities(), 2);
  assert.is(claimsOf((await signInWithProvider(own)).access_token).sub, attacker.id);
});

test('rejects a link without a challenge for users without an e-mail address, and for all users if a setting says so', async () => {
  const authorize = (token: string, node: TestGateway) =>
    node.get('/user/identities/authorize?provider=github', bearer(token));
  const visitor = (await stack.post('/signup', {})).body as unknown as SignedInAccount;
  const refused = await authorize(visitor.access_token, stack);
  assert.equal([refused.status, refused.body.error_code], [400, 'validation_failed']);
  assert.match(String(refused.body.msg), /PKCE/);
  await beginLink(visitor.access_token);

  const user = await confirmedUser(stack);
  await beginLink(user.access_token, '');
  const strict = await stack.another({ ...env, SVC_SECURITY_MANUAL_LINKING_REQUIRE_PKCE: 'true' });
  assert.is((await authorize(user.access_token, strict)).status, 400);
  await beginLink(user.access_token, PKCE, strict);
});

test('unlinking never makes an unconfirmed address the account’s, and never leaves an account without a confirmed one', async () => {
  const victim = newEmail();
  const attacker = await confirmedUser(stack);
  const code = codeOf(
    await comeBack(await beginLink(attacker.access_token), newPerson({ email: victim, verified: false })),
  );
  assert.is((await exchange(code)).status, 200);
  const identities = (await userOf(attacker.access_token)).identities as { identity_id: string; provider: string }[];
  const own = identities.find(({ provider }) => provider === 'email');
  const refused = await stack.request(
    'DELETE',
    `/user/identities/${own?.identity_id}`,
    undefined,
    bearer(attacker.access_token),
  );
  assert.equal([refused.status, refused.body.error_code], [422, 'email_conflict_identity_not_deletable']);
  const { body } = await refreshed(attacker);
  assert.equal(
    [claimsOf(String(body.access_token)).email, (body.user as { email: string }).email],
    [attacker.email, attacker.email],
  );

  // Another verified address becomes the account's address.
  const verified = newPerson();
  await exchange(codeOf(await comeBack(await beginLink(attacker.access_token), verified)));
  const gone = await stack.request(
    'DELETE',
    `/user/identities/${own?.identity_id}`,
    undefined,
    bearer(attacker.access_token),
  );
  assert.is(gone.status, 200, gone.text);
  assert.is((await userOf(attacker.access_token)).email, verified.emails[0]?.email);
  assert.is(claimsOf((await signInByMail(victim, 1)).access_token).sub === attacker.id, false);
});

test('releases the unconfirmed address of an account whose owner confirms a phone number', async () => {
  const email = newEmail();
  const stranger = await signInWithProvider(newPerson({ email, verified: false }), open);
  assert.equal([claimsOf(stranger.access_token).email, (await userOf(stranger.access_token)).email], ['', email]);
  await stack.mail(email);
  const phone = '491700000001';
  assert.is((await put(stranger.access_token, { phone })).status, 200);
  const typed = await stack.post('/verify', { type: 'phone_change', phone, token: '424242' });
  assert.is(typed.status, 200, typed.text);
  const user = typed.body.user as { id: string; email: string; phone: string };
  assert.equal([user.email, user.phone], ['', phone]);
  const owner = await signInByMail(email, 2);
  assert.is.not(claimsOf(owner.access_token).sub, user.id);
});

/**
 * Changes by an administrator to an account that an attacker has prepared. None of them confirms the account's address.
 */
const HANDLED: Record<string, (id: string, email: string) => Promise<unknown>> = {
  'by nothing': async () => undefined,
  'by metadata': (id) => admin('PUT', id, { app_metadata: { plan: 'gold' } }),
  'by a ban that was lifted': async (id) => {
    await admin('PUT', id, { ban_duration: '1h' });
    await admin('PUT', id, { ban_duration: 'none' });
  },
  'by the address that it has': (id, email) => admin('PUT', id, { email }),
  'by a role': (id) => admin('PUT', id, { role: 'reader' }),
  'by an invitation': async (_, email) => stack.post('/invite', { email }, SERVICE),
  'by a generated link': async (_, email) => stack.post('/admin/generate_link', { type: 'invite', email }, SERVICE),
};
for (const [name, handle] of Object.entries(HANDLED)) {
  test(`the mailbox owner gets a prepared account without the stranger’s credentials, changed by an administrator ${name}`, async () => {
    const email = newEmail();
    const person = newPerson({ email, verified: false });
    const stranger = await signInWithProvider(person, open);
    const id = String(claimsOf(stranger.access_token).sub);
    await stack.mail(email);
    await handle(id, email);
    if (name === 'by an invitation') await stack.mail(email, 2);
    const owner = await signInByMail(email, name === 'by an invitation' ? 3 : 2);
    assert.is(claimsOf(owner.access_token).sub, id);
    assert.is((await refreshed(stranger)).status, 400);
    assert.equal([...(await sql`select from auth.identities where user_id = ${id} and provider = 'github'`)], []);
    const back = await signInWithProvider(person, open);
    assert.is.not(claimsOf(back.access_token).sub, id, 'the stranger comes to another account');
  });
}

test('an address from an administrator voids nothing in an account without one', async () => {
  const visitor = (await stack.post('/signup', {})).body as unknown as SignedInAccount;
  const person = newPerson({ email: newEmail(), verified: false });
  const linked = await exchange(codeOf(await comeBack(await beginLink(visitor.access_token), person)));
  assert.is(linked.body.error_code, 'email_not_confirmed');
  const id = String(claimsOf(visitor.access_token).sub);
  assert.is((await admin('PUT', id, { email: newEmail() })).status, 200);
  assert.is((await refreshed(visitor)).status, 200);
  assert.is((await sql`select from auth.identities where user_id = ${id} and provider = 'github'`).length, 1);
});

test('names the provider in the mail of its sign-in; confirming that mail keeps the account as it is', async () => {
  for (const again of [false, true]) {
    const email = newEmail();
    const person = newPerson({ email, verified: false });
    const holder = await signInWithProvider(person, open);
    let mail = await stack.mail(email);
    if (again) {
      await rest();
      assert.is((await stack.post('/resend', { type: 'signup', email })).status, 200);
      mail = await stack.mail(email, 2);
    }
    assert.match(String(mail.parsed.text), /signed in with github/);
    const confirmed = heldOf(readRedirectFragment(await stack.get(mail.path)));
    assert.is(claimsOf(confirmed.access_token).sub, claimsOf(holder.access_token).sub);
    assert.is((await refreshed(holder)).status, 200, 'its session goes on');
    assert.is(claimsOf((await signInWithProvider(person)).access_token).sub, claimsOf(holder.access_token).sub);
  }
});

test('confirming a mail that names one provider keeps no identity of another, and no passkey', async () => {
  const email = newEmail();
  const holder = await signInWithProvider(newPerson({ email, verified: false }), open);
  const id = String(claimsOf(holder.access_token).sub);
  await sql`insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    values (${id}, 'google', gen_random_uuid(), ${`g-${id}`}, '{}', now(), now())`;
  await stack.get((await stack.mail(email)).path);
  const left = await sql`select provider from auth.identities where user_id = ${id} order by provider`;
  assert.equal(
    left.map(({ provider }) => provider),
    ['github'],
  );
});

test('a mail that another person requested takes the account over, even with another mail that names the provider', async () => {
  const email = newEmail();
  const person = newPerson({ email, verified: false });
  const stranger = await signInWithProvider(person, open);
  await stack.mail(email);
  await rest();
  await stack.post('/recover', { email });
  await stack.mail(email, 2);
  await rest();
  await signInWithProvider(person, open); // sends a mail of its own, which the mailbox owner may confuse with the other
  const mail = await stack.mail(email, 3);
  assert.not.match(String(mail.parsed.text), /github/);
  await stack.get(mail.path);
  assert.is((await refreshed(stranger)).status, 400);
});

test('POST /verify with a second factor sets no password at aal1, and the token stays valid', async () => {
  const email = newEmail();
  await stack.post('/otp', { email });
  const held = heldOf(readRedirectFragment(await stack.get((await stack.mail(email)).path)));
  await enrollTotp(held);
  await rest();
  await stack.post('/recover', { email });
  const { token } = await stack.mail(email, 2);
  const proof = { type: 'recovery', token_hash: token };
  const refused = await stack.post('/verify', { ...proof, password: 'the thief knows it' });
  assert.equal([refused.status, refused.body.error_code], [401, 'insufficient_aal']);
  assert.is((await stack.post('/verify', proof)).status, 200);
  assert.is((await stack.post('/token?grant_type=password', { email, password: 'the thief knows it' })).status, 400);
});

test('a password set with POST /verify is recorded, and notified to an account with an owner', async () => {
  const email = newEmail();
  await stack.post('/otp', { email });
  await stack.get((await stack.mail(email)).path);
  await rest();
  await stack.post('/recover', { email });
  const { token } = await stack.mail(email, 2);
  const { status, body } = await stack.post('/verify', { type: 'recovery', token_hash: token, password: PASSWORD });
  assert.is(status, 200);
  const { id } = body.user as { id: string };
  const [entry] =
    await sql`select actions from auth.audit_log where actor_id = ${id} order by made_in desc, id desc limit 1`;
  assert.ok(entry?.actions.includes('user_updated_password'), String(entry?.actions));
  assert.match(String((await stack.mail(email, 3)).parsed.text), /password/);
});

test('refuses a password at aal1 if a factor was verified while it was hashed', async () => {
  const user = await confirmedUser(stack);
  const lock = `update auth.users set factor_status = 'verified' where id = '${user.id}'`;
  const [answer] = await runBehindLock(stack.db, lock, [
    () => put(user.access_token, { password: 'quite another one' }),
  ]);
  assert.equal([answer?.status, answer?.body.error_code], [401, 'insufficient_aal']);
  await sql`update auth.users set factor_status = null where id = ${user.id}`;
  await signInByPassword(user.email);
});

test('setting app_metadata as a group administrator needs a live session, and aal2 if there is a second factor', async () => {
  const user = await confirmedUser(stack);
  await sql`update auth.users set role = 'editors' where id = ${user.id}`;
  const held = await signInByPassword(user.email);
  const change = (token: string) => put(token, { app_metadata: { plan: 'gold' } });
  assert.is((await change(held.access_token)).status, 200);
  const other = await signInByPassword(user.email);
  await stack.post('/logout?scope=local', undefined, bearer(other.access_token));
  assert.equal((await change(other.access_token)).body.error_code, 'session_not_found');
  const raised = await enrollTotp(held);
  assert.is((await change(raised.access_token)).status, 200);
  assert.is((await change(held.access_token)).body.error_code, 'insufficient_aal', 'a token of aal1');
});

test('a pending change of address ends with a new factor, the first or a further one, and with a sign-out of the others', async () => {
  const ends: ((user: User, other: SignedInAccount) => Promise<unknown>)[] = [
    (_, other) => enrollTotp(other),
    async (user, other) => {
      const raised = await enrollTotp(other);
      const email = newEmail();
      await rest();
      assert.is((await put(raised.access_token, { email })).status, 200);
      assert.is((await sql`select new_email from auth.users where id = ${user.id}`)[0]?.new_email, email);
      await enrollTotp(raised, 'another one');
    },
    (_, other) => stack.post('/logout?scope=others', undefined, bearer(other.access_token)),
  ];
  for (const end of ends) {
    const user = await confirmedUser(stack);
    const other = await signInByPassword(user.email);
    const email = newEmail();
    assert.is((await put(user.access_token, { email })).status, 200);
    const { path } = await stack.mail(email);
    await end(user, other);
    assert.is(readRedirectFragment(await stack.get(path)).get('error_code'), 'otp_expired');
    assert.is((await sql`select new_email from auth.users where id = ${user.id}`)[0]?.new_email, null);
  }
});

test('the token of an ended session ends no session and requests no nonce', async () => {
  const user = await confirmedUser(stack);
  const other = await signInByPassword(user.email);
  await stack.post('/logout?scope=others', undefined, bearer(other.access_token));
  for (const scope of ['global', 'others', 'local']) {
    const answer = await stack.post(`/logout?scope=${scope}`, undefined, bearer(user.access_token));
    assert.equal([answer.status, answer.body.error_code], [403, 'session_not_found']);
  }
  assert.is((await stack.get('/reauthenticate', bearer(user.access_token))).body.error_code, 'session_not_found');
  assert.is((await refreshed(other)).status, 200);
});

test.run();
