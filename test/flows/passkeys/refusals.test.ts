// Errors of passkeys over HTTP with auth-js: forged and repeated responses, and missing rights.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Authenticator, type AuthenticatorModel, type ResponseDeviation } from '../../support/clients/authenticator.ts';
import { bearer, confirmedUser, newEmail } from '../../support/processes/stack.ts';
import {
  assertPasskeyError,
  castCredential,
  createSignedInUser,
  expectData,
  passkeyClient,
  registerPasskey,
  startPasskeyStack,
} from './passkey_stack.ts';

const stack = await startPasskeyStack({ env: { SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true' } });
test.after(() => stack.close());

const REFUSED = [400, 'webauthn_verification_failed', 'Credential verification failed'] as const;
const UNREADABLE = [400, 'webauthn_verification_failed', 'Invalid credential response'] as const;
const USED = [400, 'webauthn_challenge_not_found', 'Challenge not found or already used'] as const;

const LIES: Record<string, ResponseDeviation> = {
  'another origin': { origin: 'https://evil.example' },
  'an origin that begins like ours': { origin: 'http://localhost:3000.evil.example' },
  'another site': { rp_id: 'evil.example' },
  'another challenge': { challenge: Buffer.alloc(32).toString('base64url') },
  'an answer to the other ceremony': { type: 'webauthn.x' },
  'nobody who touched it': { present: false },
};

const person = await createSignedInUser(stack);
const { authenticator } = await registerPasskey(person.auth);
const nobody = passkeyClient(stack);

const asked = async () => expectData(await nobody.passkey.startAuthentication());
const answer = (challengeId: string, credential: object) =>
  nobody.passkey.verifyAuthentication({ challengeId, credential: credential as never });

for (const [name, lie] of Object.entries(LIES)) {
  test(`${name}: registers nothing and signs nobody in`, async () => {
    const models: AuthenticatorModel[] = [{}, { attestation: 'packed' }];
    for (const model of models) {
      const { challenge_id, options } = expectData(await person.auth.passkey.startRegistration());
      const credential = new Authenticator(model).create(options as never, lie);
      const sent = { challengeId: challenge_id, credential: castCredential<never>(credential) };
      assertPasskeyError(await person.auth.passkey.verifyRegistration(sent), REFUSED);
      assertPasskeyError(await person.auth.passkey.verifyRegistration(sent), USED);
    }
    const { challenge_id, options } = await asked();
    assertPasskeyError(await answer(challenge_id, authenticator.get(options as never, lie)), REFUSED);
    assertPasskeyError(await answer(challenge_id, authenticator.get(options as never)), USED);
    assert.is(expectData(await person.auth.passkey.list()).length, 1);
  });
}

test('rejects a wrong signature: of the statement, of the sign-in', async () => {
  const signature = Buffer.from('3006020101020101', 'hex');
  for (const attestation of ['packed', 'packed with x5c'] as const) {
    const { challenge_id, options } = expectData(await person.auth.passkey.startRegistration());
    const credential = new Authenticator({ attestation }).create(options as never, { signature });
    const sent = { challengeId: challenge_id, credential: castCredential<never>(credential) };
    assertPasskeyError(await person.auth.passkey.verifyRegistration(sent), REFUSED);
  }
  const { challenge_id, options } = await asked();
  assertPasskeyError(await answer(challenge_id, authenticator.get(options as never, { signature })), REFUSED);
});

test('a page framed by another site does not sign in', async () => {
  const { challenge_id, options } = await asked();
  const framed = authenticator.get(options as never, { top_origin: 'https://evil.example' });
  assertPasskeyError(await answer(challenge_id, framed), REFUSED);
});

test('a recorded answer is invalid for a new challenge', async () => {
  const first = await asked();
  const recorded = authenticator.get(first.options as never);
  expectData(await answer(first.challenge_id, recorded));
  assertPasskeyError(await answer(first.challenge_id, recorded), USED);
  assertPasskeyError(await answer((await asked()).challenge_id, recorded), REFUSED);
});

test('rejects an invalid, another user’s, or missing user handle', async () => {
  const handle = [400, 'validation_failed', 'Invalid user handle in assertion'] as const;
  const other = await confirmedUser(stack);
  for (const [user_handle, refused] of [
    [null, handle],
    ['x', handle],
    ['a\u0000b', handle],
    [other.id, REFUSED],
  ] as const) {
    const { challenge_id, options } = await asked();
    assertPasskeyError(await answer(challenge_id, authenticator.get(options as never, { user_handle })), refused);
  }
});

test('an unknown credential gets exactly the error of a wrong signature', async () => {
  const stranger = new Authenticator();
  const { options } = expectData(await person.auth.passkey.startRegistration());
  stranger.create(options as never);
  const { challenge_id, options: request } = await asked();
  assertPasskeyError(await answer(challenge_id, stranger.get(request as never)), REFUSED);
});

test('malformed input is a 400 that names it, never a 500', async () => {
  const whole = authenticator.get((await asked()).options as never);
  const { response } = whole;
  const nonsense: object[] = [
    {},
    { ...whole, type: 'password' },
    { ...whole, id: '' },
    { ...whole, id: 1 },
    { ...whole, rawId: 'eHh4' },
    { ...whole, id: 'x'.repeat(3000), rawId: 'x'.repeat(3000) },
    { ...whole, response: null },
    { ...whole, response: [] },
    { ...whole, response: { ...response, signature: '+/' } },
    { ...whole, response: { ...response, signature: 'A'.repeat(70_000) } },
    { ...whole, response: { ...response, clientDataJSON: undefined } },
  ];
  for (const credential of nonsense) {
    const { challenge_id } = await asked();
    assertPasskeyError(await answer(challenge_id, credential), UNREADABLE);
  }
  // Only the WebAuthn library detects these faults.
  const text = (value: string) => Buffer.from(value).toString('base64url');
  const odd: Record<string, string>[] = [
    { clientDataJSON: text('null') },
    { clientDataJSON: text('{') },
    { authenticatorData: 'AAAA' },
    { authenticatorData: Buffer.alloc(37, 255).toString('base64url') },
  ];
  for (const parts of odd) {
    const { challenge_id } = await asked();
    assertPasskeyError(await answer(challenge_id, { ...whole, response: { ...response, ...parts } }), REFUSED);
  }
  for (const attestationObject of ['AAAA', Buffer.from('a0', 'hex'), Buffer.alloc(20_000, 0x81)].map((one) =>
    Buffer.from(one as string).toString('base64url'),
  )) {
    const { challenge_id, options } = expectData(await person.auth.passkey.startRegistration());
    const credential = new Authenticator().create(options as never);
    const spoiled = { ...credential, response: { ...credential.response, attestationObject } };
    const sent = { challengeId: challenge_id, credential: castCredential<never>(spoiled) };
    assertPasskeyError(await person.auth.passkey.verifyRegistration(sent), REFUSED);
  }
});

test('an oversized key does not register, and one of 8192 bits does', async () => {
  const { auth, id } = await createSignedInUser(stack);
  const sized = async (modulus: number) => {
    const { challenge_id, options } = expectData(await auth.passkey.startRegistration());
    const credential = castCredential<never>(new Authenticator().create(options as never, { modulus }));
    return auth.passkey.verifyRegistration({ challengeId: challenge_id, credential });
  };
  for (const modulus of [2_048, 15_000]) assertPasskeyError(await sized(modulus), REFUSED);
  assertPasskeyError(await sized(40_000), UNREADABLE);
  expectData(await sized(1_024));
  const [row] = await stack.db.sql`select octet_length(public_key) as size from auth.passkeys where user_id = ${id}`;
  assert.ok(Number(row?.size) > 1_024);
});

test('limits each part of an answer to the length that authenticators write', async () => {
  const long = Buffer.alloc(33_000).toString('base64url');
  const whole = authenticator.get((await asked()).options as never);
  const parts = ['clientDataJSON', 'authenticatorData', 'signature'];
  for (const changed of parts.map((name) => ({ response: { ...whole.response, [name]: long } }))) {
    assertPasskeyError(await answer((await asked()).challenge_id, { ...whole, ...changed }), UNREADABLE);
  }
  const id = Buffer.alloc(1_024).toString('base64url');
  assertPasskeyError(await answer((await asked()).challenge_id, { ...whole, id, rawId: id }), UNREADABLE);
  const longest = Buffer.alloc(1_023).toString('base64url');
  assertPasskeyError(await answer((await asked()).challenge_id, { ...whole, id: longest, rawId: longest }), REFUSED);
});

test('the statement of an Android key counts as none, and nothing is fetched for it', async () => {
  await registerPasskey((await createSignedInUser(stack)).auth, { attestation: 'android-key' });
  const [row] = await stack.db.sql`select attestation_type from auth.passkeys order by created_at desc limit 1`;
  assert.is(row?.attestation_type, 'none');
});

test('of 100 parallel answers to one challenge one signs in; to one registration, one registers', async () => {
  const { challenge_id, options } = await asked();
  const credential = authenticator.get(options as never);
  const body = { challenge_id, credential };
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => stack.post('/passkeys/authentication/verify', body)),
  );
  assert.is(answers.filter(({ status }) => status === 200).length, 1);
  const codes = new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error_code));
  assert.equal([...codes], ['webauthn_challenge_not_found']);

  const { id, access_token, auth } = await createSignedInUser(stack);
  const begun = expectData(await auth.passkey.startRegistration());
  const made = { challenge_id: begun.challenge_id, credential: new Authenticator().create(begun.options as never) };
  const tries = await Promise.all(
    Array.from({ length: 100 }, () => stack.post('/passkeys/registration/verify', made, bearer(access_token))),
  );
  assert.is(tries.filter(({ status }) => status === 200).length, 1);
  assert.is((await stack.db.sql`select from auth.passkeys where user_id = ${id}`).length, 1);
});

test('a cloned key signs in, and the log reports the clone', async () => {
  const clone = authenticator.clone();
  for (const device of [authenticator, clone]) {
    const { challenge_id, options } = await asked();
    expectData(await answer(challenge_id, device.get(options as never)));
  }
  const [row] = await stack.db.sql`
    select traits from auth.audit_log where actions = '{login}' and actor_id = ${person.id} order by created_at desc limit 1`;
  assert.is(row?.traits.clone_warning, true);
});

test('the log has the reason of an error and the passkey with a possible clone; the response does not', async () => {
  const lines = () =>
    stack
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const last = () => lines().findLast(({ path }) => path === '/passkeys/authentication/verify') ?? {};
  const origin = `https://evil.example/${'x/'.repeat(2_500)}`;
  const { challenge_id, options } = await asked();
  assertPasskeyError(await answer(challenge_id, authenticator.get(options as never, { origin })), REFUSED);
  assert.match(String(last().reason), /^Unexpected authentication response origin "https:\/\/evil.example\/(x\/)+x?$/);
  assert.is(String(last().reason).length, 300);
  const next = await asked();
  const unknown = authenticator.get(next.options as never, { id: 'eHh4' });
  assertPasskeyError(await answer(next.challenge_id, unknown), REFUSED);
  assert.is(last().reason, 'no such credential of the user whom it names');
  const clone = authenticator.clone();
  for (const device of [authenticator, clone]) {
    const again = await asked();
    expectData(await answer(again.challenge_id, device.get(again.options as never)));
  }
  const [passkey] = expectData(await person.auth.passkey.list());
  const { level, passkey_id, clone_warning, sign_count, last_sign_count } = last();
  assert.equal([level, passkey_id, clone_warning], ['warning', passkey?.id, true]);
  assert.is(sign_count, last_sign_count);
});

test('rejects anonymous users, and other users’ passkeys', async () => {
  const anonymous = passkeyClient(stack);
  expectData(await anonymous.signInAnonymously());
  const refused = [403, 'no_authorization', 'Anonymous user not allowed to perform these actions'] as const;
  assertPasskeyError(await anonymous.passkey.startRegistration(), refused);
  assert.equal(expectData(await anonymous.passkey.list()), []);
  const [passkey] = expectData(await person.auth.passkey.list());
  const passkeyId = passkey?.id ?? '';
  const other = await createSignedInUser(stack);
  const unknown = [404, 'validation_failed', 'Passkey not found'] as const;
  assertPasskeyError(await other.auth.passkey.update({ passkeyId, friendlyName: 'mine' }), unknown);
  assertPasskeyError(await other.auth.passkey.delete({ passkeyId }), unknown);
});

test('banned, soft-deleted: no passkey signs in', async () => {
  const banned = await createSignedInUser(stack);
  const theirs = await registerPasskey(banned.auth);
  await stack.db.sql`update auth.users set banned_until = now() + interval '1 day' where id = ${banned.id}`;
  const at = await asked();
  const expected = [403, 'user_banned', 'User is banned'] as const;
  assertPasskeyError(await answer(at.challenge_id, theirs.authenticator.get(at.options as never)), expected);

  const gone = await createSignedInUser(stack);
  const last = await registerPasskey(gone.auth);
  const { SERVICE } = await import('../../support/clients/admin.ts');
  await stack.request('DELETE', `/admin/users/${gone.id}`, { should_soft_delete: true }, SERVICE);
  const after = await asked();
  assertPasskeyError(await answer(after.challenge_id, last.authenticator.get(after.options as never)), REFUSED);
});

test('confirming an account that a stranger created removes the stranger’s passkeys', async () => {
  const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
  const email = newEmail();
  const stranger = passkeyClient(auto);
  expectData(await stranger.signUp({ email, password: 'the stranger knows it' }));
  const { authenticator: theirs } = await registerPasskey(stranger);
  // Makes the account unconfirmed, and deletes its password.
  await stack.db.sql`update auth.users set email_confirmed_at = null where email = ${email}`;
  await stack.db.sql`delete from auth.passwords where user_id = (select id from auth.users where email = ${email})`;
  expectData(await nobody.resetPasswordForEmail(email));
  const { token } = await stack.mail(email);
  expectData(await nobody.verifyOtp({ type: 'recovery', token_hash: token }));
  const { challenge_id, options } = await asked();
  assertPasskeyError(await answer(challenge_id, theirs.get(options as never)), REFUSED);
});

test('a new sign-up under autoconfirm removes the stranger’s passkeys from the account', async () => {
  const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
  const email = newEmail();
  const stranger = passkeyClient(auto);
  expectData(await stranger.signUp({ email, password: 'the stranger knows it' }));
  const { authenticator: theirs } = await registerPasskey(stranger);
  await stack.db.sql`update auth.users set email_confirmed_at = null where email = ${email}`;
  await stack.db.sql`delete from auth.passwords where user_id = (select id from auth.users where email = ${email})`;
  const owner = passkeyClient(auto);
  expectData(await owner.signUp({ email, password: 'the owner knows it' }));
  assert.equal(expectData(await owner.passkey.list()), []);
  const { challenge_id, options } = await asked();
  assertPasskeyError(await answer(challenge_id, theirs.get(options as never)), REFUSED);
});

test.run();
