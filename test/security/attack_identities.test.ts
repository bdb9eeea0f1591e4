// Attacks with identities of an account whose address the owner has not confirmed yet. The identity is unlinked, its
// address changes, or an administrator adds an address to the account of a wallet.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newPerson, type Person, startGitHubMock } from '../flows/providers/mock.ts';
import { SERVICE } from '../support/clients/admin.ts';
import { claimsOf } from '../support/clients/client.ts';
import { ethereumWallet } from '../support/clients/wallet.ts';
import { createMovableClock } from '../support/database/clock.ts';
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

const PHONE = '491700000001';
const CODE = '424242';
const PASSWORD = 'the password of a wallet';

const github = await startGitHubMock();
const env = {
  ...github.env,
  ...WEB3,
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_TEST_OTP: `${PHONE}:${CODE}`,
  SVC_SECURITY_MANUAL_LINKING_ENABLED: 'true',
};
const stack = await startStack({ env });
const open = await stack.another({ ...env, SVC_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: 'true' });
const optional = await stack.another({ ...env, SVC_EXTERNAL_GITHUB_EMAIL_OPTIONAL: 'true' });
const forward = await createMovableClock(stack.db.sql);
test.after(async () => {
  await stack.close();
  await github.close();
});

const { sql } = stack.db;

interface AttackerAccount {
  access_token: string;
  refresh_token: string;
}
const heldOf = (answer: Answer): AttackerAccount => {
  const values = readRedirectFragment(answer);
  return { access_token: values.get('access_token') ?? '', refresh_token: values.get('refresh_token') ?? '' };
};
const subOf = ({ access_token }: AttackerAccount): string => String(claimsOf(access_token).sub);
const admin = (id: string, body: object) => stack.request('PUT', `/admin/users/${id}`, body, SERVICE);
const refreshed = ({ refresh_token }: AttackerAccount) =>
  stack.post('/token?grant_type=refresh_token', { refresh_token });
const byPassword = (who: object) => stack.post('/token?grant_type=password', { ...who, password: PASSWORD });
const setPassword = ({ access_token }: AttackerAccount) =>
  stack.request('PUT', '/user', { password: PASSWORD }, bearer(access_token));
const follow = async (email: string, count?: number): Promise<Answer> =>
  stack.get((await stack.mail(email, count)).path);

async function returnFromProvider(person: Person, node: TestGateway): Promise<Answer> {
  const left = await node.get('/authorize?provider=github');
  return node.get(github.consent(left.headers.get('location') ?? '', person));
}

let nonces = 0;
async function signInByWallet(): Promise<AttackerAccount> {
  nonces += 1;
  const wallet = ethereumWallet();
  const message = wallet.write({ nonce: `nonce${String(nonces).padStart(8, '0')}` });
  const body = { chain: 'ethereum', message, signature: wallet.sign(message) };
  const answer = await stack.post('/token?grant_type=web3', body);
  assert.is(answer.status, 200, answer.text);
  return answer.body as unknown as AttackerAccount;
}

async function signInByRecovery(email: string): Promise<AttackerAccount> {
  assert.is((await stack.post('/recover', { email })).status, 200);
  return heldOf(await follow(email));
}

test('links and unlinks no identity in an account without an owner', async () => {
  const email = newEmail();
  const stranger = heldOf(await returnFromProvider(newPerson({ email, verified: false }), open));
  const link = await open.get('/user/identities/authorize?provider=github', bearer(stranger.access_token));
  assert.equal([link.status, link.body.error_code], [422, 'email_not_confirmed']);
  const [identity] = (await open.get('/user', bearer(stranger.access_token))).body.identities as object[];
  const path = `/user/identities/${(identity as { identity_id: string }).identity_id}`;
  const unlinked = await open.request('DELETE', path, undefined, bearer(stranger.access_token));
  assert.is(unlinked.body.error_code, 'email_not_confirmed');
});

/** Imports an unconfirmed account with several identities. */
async function importAccount(email: string, persons: Person[], wallet?: string): Promise<string> {
  const identities: { provider: string; id: string; identity_data: object }[] = persons.map(({ id }) => ({
    provider: 'github',
    id: String(id),
    identity_data: { sub: String(id), email, email_verified: false },
  }));
  if (wallet !== undefined) identities.push({ provider: 'gitlab', id: wallet, identity_data: { sub: wallet } });
  await sql`select auth_api.import_users('{"role": "service_role"}', ${JSON.stringify([{ email, identities }])}, false, '{}', '{}')`;
  const [row] = await sql`select user_id from auth.addresses where value = ${email}`;
  return String(row?.user_id);
}

test('a mail that names a provider keeps no session that another identity may have opened', async () => {
  const email = newEmail();
  const person = newPerson({ email, verified: false });
  const id = await importAccount(email, [person], `of ${email}`);
  const stranger = heldOf(await returnFromProvider(person, open));
  assert.is(subOf(stranger), id);
  assert.is(subOf(heldOf(await follow(email))), id);
  assert.is((await refreshed(stranger)).status, 400);
  assert.is(subOf(heldOf(await returnFromProvider(person, stack))), id, 'the reader confirmed this identity');
  const [left] = await sql`select count(*)::int from auth.identities where user_id = ${id} and provider = 'gitlab'`;
  assert.is(left?.count, 0);
});

test('a mail that names a provider keeps neither of two identities of that provider', async () => {
  const email = newEmail();
  const [stranger, person] = [newPerson({ email, verified: false }), newPerson({ email, verified: false })];
  const id = await importAccount(email, [stranger, person]);
  const held = heldOf(await returnFromProvider(stranger, open));
  assert.is(subOf(heldOf(await follow(email))), id);
  assert.is((await refreshed(held)).status, 400);
  assert.is.not(readRedirectFragment(await returnFromProvider(stranger, open)).get('access_token'), null);
  assert.is.not(subOf(heldOf(await returnFromProvider(stranger, open))), id);
});

test('rejects an identity that no longer has the account’s address until the address is confirmed', async () => {
  const email = newEmail();
  const person = newPerson({ email, verified: false });
  assert.is(
    readRedirectFragment(await returnFromProvider(person, optional)).get('error_code'),
    'provider_email_needs_verification',
  );
  const { path } = await stack.mail(email);
  person.emails = [];
  const again = readRedirectFragment(await returnFromProvider(person, optional));
  assert.equal([again.get('access_token'), again.has('error_code')], [null, true]);
  assert.is.not(readRedirectFragment(await stack.get(path)).get('access_token'), null);
  assert.is.not(
    readRedirectFragment(await returnFromProvider(person, optional)).get('access_token'),
    null,
    'its reader confirmed the identity',
  );
});

test('a wallet owner keeps account and password when an administrator sets a phone number, and shares the account with its owner', async () => {
  const held = await signInByWallet();
  assert.is((await admin(subOf(held), { phone: PHONE })).status, 200);
  assert.is((await setPassword(held)).status, 200);
  await stack.post('/otp', { phone: PHONE });
  const typed = await stack.post('/verify', { type: 'sms', phone: PHONE, token: CODE });
  assert.is(subOf(typed.body as unknown as AttackerAccount), subOf(held));
  assert.is((await byPassword({ phone: PHONE })).status, 200);
});

test('a password stays if an administrator sets it with the address or confirms the address', async () => {
  const [given, vouched] = [await signInByWallet(), await signInByWallet()];
  const [email, confirmed] = [newEmail(), newEmail()];
  assert.is((await admin(subOf(given), { email, password: PASSWORD })).status, 200);
  await signInByRecovery(email);
  assert.is((await byPassword({ email })).status, 200);
  assert.is((await setPassword(vouched)).status, 200);
  assert.is((await admin(subOf(vouched), { email: confirmed, email_confirm: true })).status, 200);
  assert.is((await byPassword({ email: confirmed })).status, 200);
});

test('an identity with another person’s address does not change the address of its account', async () => {
  const owner = await confirmedUser(stack);
  const email = newEmail();
  const person = newPerson({ email, verified: false });
  const id = subOf(heldOf(await returnFromProvider(person, open)));
  await stack.mail(email);
  person.emails = [{ email: owner.email, verified: true, primary: true }];
  await returnFromProvider(person, open);
  const [row] = await sql`select user_id from auth.addresses where value = ${email}`;
  assert.is(row?.user_id, id);
  await forward('901 seconds');
  assert.is((await stack.post('/signup', { email, password: PASSWORD })).body.id, id, 'the address has one account');
  await follow(email, 2);
  assert.is.not(subOf(heldOf(await returnFromProvider(person, open))), id, 'the sign-up has replaced the identity');
});

test.run();
