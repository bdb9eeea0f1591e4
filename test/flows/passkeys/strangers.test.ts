// An attacker creates an account with another person's address, and adds a passkey, a second factor, an identity and a
// session. The owner then confirms the address in one of several ways (PROOFS). Afterwards no credential of the
// attacker works.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../../support/clients/admin.ts';
import { Authenticator } from '../../support/clients/authenticator.ts';
import { claimsOf } from '../../support/clients/client.ts';
import { bearer, newEmail, readRedirectFragment, startStack } from '../../support/processes/stack.ts';
import { providerFlows } from '../providers/journey.ts';
import { newPerson, type Person, startGitHubMock } from '../providers/mock.ts';
import { assertPasskeyError, expectData, passkeyClient, registerPasskey, WEBAUTHN_SETTINGS } from './passkey_stack.ts';

const github = await startGitHubMock();
const stack = await startStack({
  env: { ...WEBAUTHN_SETTINGS, ...github.env, SVC_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS: 'true' },
});
test.after(async () => {
  await stack.close();
  await github.close();
});
const { depart, arrive } = providerFlows(stack, github);
const REFUSED = [400, 'webauthn_verification_failed', 'Credential verification failed'] as const;
const UNPROVEN = [
  422,
  'email_not_confirmed',
  'A password can be set once the email address or phone number is confirmed',
] as const;
const PASSWORD = 'the stranger knows it';
const RP = { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] };

/**
 * Creates the account of a GitHub user who has another person's address unverified, with a passkey and a WebAuthn
 * factor.
 */
async function createAttackerAccount(email: string) {
  const person = newPerson({ email, verified: false });
  const values = readRedirectFragment(await arrive(person));
  const session = {
    access_token: values.get('access_token') ?? '',
    refresh_token: values.get('refresh_token') ?? '',
  };
  const auth = passkeyClient(stack);
  expectData(await auth.setSession(session));
  assertPasskeyError(await auth.updateUser({ password: PASSWORD }), UNPROVEN);
  const { authenticator } = await registerPasskey(auth);
  const factor = expectData(await auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' }));
  const { id: challenge_id } = expectData(await auth.mfa.challenge({ factorId: factor.id, webauthn: RP }));
  const [asked] = await stack.db.sql`select ceremony from auth.challenges where id = ${challenge_id}`;
  const made = new Authenticator().create({
    challenge: String(asked?.ceremony.challenge),
    rp: { id: 'localhost' },
    user: { id: '' },
    pubKeyCredParams: [{ alg: -7 }],
  });
  const { access_token } = expectData(await auth.getSession()).session ?? {};
  const proven = await stack.post(
    `/factors/${factor.id}/verify`,
    { challenge_id, webauthn: { type: 'create', credential_response: made } },
    bearer(String(access_token)),
  );
  assert.is(proven.status, 200, proven.text);
  const id = String(claimsOf(session.access_token).sub);
  return {
    person,
    id,
    authenticator,
    access_token: String(proven.body.access_token),
    refresh_token: String(proven.body.refresh_token),
  };
}

const follow = async (email: string, mails: number): Promise<string> => {
  const { path } = await stack.mail(email, mails);
  return readRedirectFragment(await stack.get(path)).get('access_token') ?? '';
};

/** Ways in which the owner confirms the address. The first mail belongs to the attacker's sign-in and is not used. */
const PROOFS: Record<string, (email: string, access_token: string) => Promise<string>> = {
  async 'accepts an invitation by its link'(email, access_token) {
    assert.is((await stack.post('/invite', { email }, SERVICE)).status, 200);
    const late = await stack.request('PUT', '/user', { password: PASSWORD }, bearer(access_token));
    assert.equal([late.status, late.body.error_code], [403, 'session_not_found'], 'the invitation ends the session');
    return follow(email, 2);
  },
  async 'accepts an invitation with a provider'(email) {
    assert.is((await stack.post('/invite', { email }, SERVICE)).status, 200);
    const { token } = await stack.mail(email, 2);
    const back = github.consent(await depart(`&invite_token=${token}`), newPerson({ email }));
    return readRedirectFragment(await stack.get(back)).get('access_token') ?? '';
  },
  async 'arrives by a provider that has verified the address'(email) {
    return readRedirectFragment(await arrive(newPerson({ email }))).get('access_token') ?? '';
  },
  async 'recovers the account'(email) {
    assert.is((await stack.post('/recover', { email })).status, 200);
    return follow(email, 2);
  },
  async 'asks for a link'(email) {
    await stack.db.sql`delete from auth.attempts`;
    assert.is((await stack.post('/otp', { email })).status, 200);
    return follow(email, 2);
  },
};

const loginOf = async (person: Person) => readRedirectFragment(await arrive(person)).get('access_token');

for (const [how, prove] of Object.entries(PROOFS)) {
  test(`the owner ${how}: of a stranger's passkey, factor, identity and session none opens the account`, async () => {
    const email = newEmail();
    const theirs = await createAttackerAccount(email);
    await stack.mail(email);
    const access_token = await prove(email, theirs.access_token);
    const owner = claimsOf(access_token);
    assert.is(owner.email, email);
    assert.is(owner.aal, 'aal1', 'no factor is asked for that the owner does not have');
    const [left] = await stack.db.sql`
      select (select count(*) from auth.factors where user_id = ${theirs.id}) as factors,
        (select count(*) from auth.passkeys where user_id = ${theirs.id}) as passkeys,
        (select count(*) from auth.challenges where user_id = ${theirs.id}) as challenges,
        (select count(*) from auth.identities where user_id = ${theirs.id} and subject = ${String(theirs.person.id)}) as identities`;
    assert.equal(left, { factors: '0', passkeys: '0', challenges: '0', identities: '0' });
    const nobody = passkeyClient(stack);
    const { challenge_id, options } = expectData(await nobody.passkey.startAuthentication());
    const credential = theirs.authenticator.get(options as never) as never;
    assertPasskeyError(await nobody.passkey.verifyAuthentication({ challengeId: challenge_id, credential }), REFUSED);
    const again = await stack.post('/token?grant_type=refresh_token', { refresh_token: theirs.refresh_token });
    assert.is(again.status, 400, again.text);
    const password = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
    assert.is(password.status, 400, password.text);
    const back = await loginOf(theirs.person);
    assert.ok(back === null || claimsOf(back).sub !== owner.sub, 'the stranger comes to another account, if to any');
  });
}

test.run();
