// Challenges and keys in the wrong place: in another ceremony, for another user, as a second factor instead of a
// passkey, or on another site. Also the information that an unauthenticated client can get.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Authenticator, type CreationOptions, type RequestOptions } from '../../support/clients/authenticator.ts';
import { bearer, startStack } from '../../support/processes/stack.ts';
import {
  assertPasskeyError,
  createSignedInUser,
  expectData,
  passkeyClient,
  registerPasskey,
  WEBAUTHN_SETTINGS,
} from './passkey_stack.ts';

const stack = await startStack({ env: WEBAUTHN_SETTINGS });
test.after(() => stack.close());

const REFUSED = [400, 'webauthn_verification_failed', 'Credential verification failed'] as const;
const UNKNOWN = [400, 'webauthn_challenge_not_found', 'Challenge not found or already used'] as const;
const NO_CHALLENGE = [422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found'] as const;
const WRONG = [422, 'mfa_verification_failed', 'Invalid WebAuthn response'] as const;
type ExpectedError = readonly [status: number, code: string, text: string];

const nobody = passkeyClient(stack);
const signIn = async () => expectData(await nobody.passkey.startAuthentication());
const answer = (challengeId: string, credential: object) =>
  nobody.passkey.verifyAuthentication({ challengeId, credential: credential as never });

/** Creates a user with a passkey and, in a session at aal2, a WebAuthn second factor. */
async function createUserWithPasskeyAndFactor() {
  const person = await createSignedInUser(stack);
  const { authenticator } = await registerPasskey(person.auth);
  const { id: factor_id } = expectData(await person.auth.mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' }));
  const device = new Authenticator();
  const headers = () => bearer(access_token);
  let { access_token } = person;
  const ask = async () => {
    const { body } = await stack.post(`/factors/${factor_id}/challenge`, {}, headers());
    const { id, webauthn } = body as {
      id: string;
      webauthn: { credential_options: { publicKey: CreationOptions & RequestOptions } };
    };
    return { challenge_id: id, options: webauthn.credential_options.publicKey };
  };
  const prove = (challenge_id: string, type: 'create' | 'request', credential_response: object) =>
    stack.post(`/factors/${factor_id}/verify`, { challenge_id, webauthn: { type, credential_response } }, headers());
  const first = await ask();
  const { body } = await prove(first.challenge_id, 'create', device.create(first.options));
  access_token = String(body.access_token);
  return { ...person, authenticator, device, headers, ask, prove };
}

const refused = (
  { status, body }: { status: number; body: Record<string, unknown> },
  [code, name, text]: ExpectedError,
) => assert.equal([status, body.error_code ?? body.code, body.msg ?? body.message], [code, name, text]);

const person = await createUserWithPasskeyAndFactor();

test('the challenge of a registration does not sign in, and that of a sign-in does not register', async () => {
  const other = await createSignedInUser(stack);
  const { authenticator } = await registerPasskey(other.auth);
  const made = expectData(await other.auth.passkey.startRegistration());
  const request = { challenge: String(made.options.challenge), rpId: 'localhost' };
  assertPasskeyError(await answer(made.challenge_id, authenticator.get(request)), UNKNOWN);
  const { challenge_id, options } = await signIn();
  const creation = { ...made.options, challenge: String(options.challenge) };
  const credential = new Authenticator().create(creation as never);
  assertPasskeyError(
    await other.auth.passkey.verifyRegistration({ challengeId: challenge_id, credential: credential as never }),
    UNKNOWN,
  );
  const swapped = new Authenticator().create(creation as never);
  assertPasskeyError(
    await other.auth.passkey.verifyRegistration({ challengeId: made.challenge_id, credential: swapped as never }),
    REFUSED,
  );
});

test('the challenge of another user’s registration registers nothing, and stays valid for its owner', async () => {
  const [one, two] = [await createSignedInUser(stack), await createSignedInUser(stack)];
  const { challenge_id, options } = expectData(await one.auth.passkey.startRegistration());
  const credential = new Authenticator().create(options as never) as never;
  assertPasskeyError(await two.auth.passkey.verifyRegistration({ challengeId: challenge_id, credential }), UNKNOWN);
  expectData(await one.auth.passkey.verifyRegistration({ challengeId: challenge_id, credential }));
});

test('the challenge of a factor is not valid for a passkey, nor the reverse', async () => {
  const factor = await person.ask();
  const request = { challenge: factor.options.challenge, rpId: 'localhost' };
  assertPasskeyError(await answer(factor.challenge_id, person.authenticator.get(request)), UNKNOWN);
  const passkey = await signIn();
  assertPasskeyError(await answer(passkey.challenge_id, person.authenticator.get(request)), REFUSED);
  const next = await signIn();
  const signed = person.device.get({ ...factor.options, challenge: String(next.options.challenge) });
  refused(await person.prove(next.challenge_id, 'request', signed), NO_CHALLENGE);
  refused(await person.prove(factor.challenge_id, 'request', signed), WRONG);
});

test('the key of a factor does not sign in, and a passkey does not verify a factor', async () => {
  const { challenge_id, options } = await signIn();
  assertPasskeyError(await answer(challenge_id, person.device.get(options as never)), REFUSED);
  const { challenge_id: asked, options: request } = await person.ask();
  const { allowCredentials: _, ...any } = request;
  refused(await person.prove(asked, 'request', person.authenticator.get(any)), WRONG);
  const again = await person.ask();
  assert.is((await person.prove(again.challenge_id, 'request', person.device.get(again.options))).status, 200);
});

test('the challenge of another user’s factor verifies nothing, and stays valid for its owner', async () => {
  const other = await createUserWithPasskeyAndFactor();
  const { challenge_id, options } = await other.ask();
  const signed = other.device.get(options);
  refused(await person.prove(challenge_id, 'request', signed), NO_CHALLENGE);
  assert.is((await other.prove(challenge_id, 'request', signed)).status, 200);
});

test("a credential of the server's former site is rejected once the site has changed", async () => {
  const moved = await stack.another({
    ...WEBAUTHN_SETTINGS,
    SVC_WEBAUTHN_RP_ID: 'app.localhost',
    SVC_WEBAUTHN_RP_ORIGINS: 'http://app.localhost:3000',
  });
  const auth = passkeyClient(moved);
  const { challenge_id, options } = expectData(await auth.passkey.startAuthentication());
  assert.is(options.rpId, 'app.localhost');
  assert.throws(() => person.authenticator.get(options as never), /no passkey/);
  const origin = 'http://app.localhost:3000';
  const old = person.authenticator.get({ ...(options as RequestOptions), rpId: 'localhost' }, { origin });
  assertPasskeyError(
    await auth.passkey.verifyAuthentication({ challengeId: challenge_id, credential: old as never }),
    REFUSED,
  );
});

test('the options of a sign-in reveal nothing: no credentials, and the same members for all', async () => {
  const shown = ({ challenge_id, options, expires_at }: Awaited<ReturnType<typeof signIn>>) => {
    const { challenge, ...rest } = options;
    assert.is(Buffer.from(String(challenge), 'base64url').length, 32);
    assert.match(challenge_id, /^[0-9a-f-]{36}$/);
    assert.type(expires_at, 'number');
    return rest;
  };
  const public_key = { timeout: 300_000, rpId: 'localhost', userVerification: 'preferred' };
  assert.equal(shown(await signIn()), public_key);
  const asked = await Promise.all(
    ['{}', JSON.stringify({ email: person.email }), JSON.stringify({ user_id: person.id })].map((body) =>
      stack.post('/passkeys/authentication/options', JSON.parse(body)),
    ),
  );
  for (const { body } of asked) assert.equal(shown(body as never), public_key);
});

test.run();
