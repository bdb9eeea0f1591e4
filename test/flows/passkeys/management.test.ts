// Passkeys with auth-js and a software authenticator: registration, sign-in, management by the owner and by an
// administrator, /settings, and captcha.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAdmin } from '../../support/clients/admin.ts';
import type { AuthenticatorModel } from '../../support/clients/authenticator.ts';
import { claimsOf } from '../../support/clients/client.ts';
import { countSignIns, METRICS_SETTINGS } from '../../support/clients/scrape.ts';
import { startThirdParty } from '../../support/providers/third_party.ts';
import {
  assertPasskeyError,
  castCredential,
  createSignedInUser,
  expectData,
  PASSKEY_SETTINGS,
  passkeyClient,
  registerPasskey,
  startPasskeyStack,
} from './passkey_stack.ts';

const provider = await startThirdParty();
const stack = await startPasskeyStack({ env: { ...METRICS_SETTINGS, SVC_PASSKEY_MAX_PASSKEYS_PER_USER: '2' } });
test.after(async () => {
  await stack.close();
  await provider.close();
});

const MODELS: Record<string, AuthenticatorModel> = {
  'ES256 without a statement': {},
  'RS256 without a statement': { kind: 'RS256' },
  'EdDSA without a statement': { kind: 'EdDSA' },
  'ES256, packed': { attestation: 'packed' },
  'RS256, packed': { kind: 'RS256', attestation: 'packed' },
  'ES256, packed with the certificate of its model': { attestation: 'packed with x5c' },
  'a touch without a PIN': { verifies: false },
  'one that does not count': { counts: false },
  'from a domain below': { origin: 'http://app.localhost:3000' },
};

for (const [name, model] of Object.entries(MODELS)) {
  test(`${name}: registers, and signs in`, async () => {
    const person = await createSignedInUser(stack);
    const { authenticator, passkey } = await registerPasskey(person.auth, model);
    assert.is(passkey.friendly_name, 'Passkey');
    const auth = passkeyClient(stack);
    const { challenge_id, options } = expectData(await auth.passkey.startAuthentication());
    const credential = castCredential<never>(authenticator.get(options as never));
    const { session, user } = expectData(
      await auth.passkey.verifyAuthentication({ challengeId: challenge_id, credential }),
    );
    assert.is(user?.id, person.id);
    const claims = claimsOf(session?.access_token ?? '');
    assert.equal([claims.aal, (claims.amr as { method: string }[])[0]?.method], ['aal1', 'passkey']);
  });
}

test('/settings shows whether passkeys are enabled', async () => {
  assert.is((await stack.get('/settings')).body.passkeys_enabled, true);
  const off = await stack.another({ SVC_PASSKEY_ENABLED: 'false' });
  assert.is((await off.get('/settings')).body.passkeys_enabled, false);
});

test('listed, renamed, deleted; excludes a device that has one; a third exceeds the limit', async () => {
  const { auth } = await createSignedInUser(stack);
  assert.equal(expectData(await auth.passkey.list()), []);
  const first = await registerPasskey(auth, { aaguid: 'bada5566-a7aa-401f-bd96-45619a55120d' });
  assert.is(first.passkey.friendly_name, '1Password');
  const { options } = expectData(await auth.passkey.startRegistration());
  assert.throws(() => first.authenticator.create(options as never), /previously registered/);
  const second = await registerPasskey(auth);
  const enough = [422, 'too_many_passkeys', 'Maximum number of passkeys reached'] as const;
  assertPasskeyError(await auth.passkey.startRegistration(), enough);

  const passkeyId = second.passkey.id;
  const renamed = expectData(await auth.passkey.update({ passkeyId, friendlyName: 'Key ring' }));
  assert.equal(renamed, { ...second.passkey, friendly_name: 'Key ring' });
  const nameless = [400, 'validation_failed', 'friendly_name is required'] as const;
  assertPasskeyError(await auth.passkey.update({ passkeyId, friendlyName: '' }), nameless);
  assert.equal(expectData(await auth.passkey.list()), [first.passkey, renamed]);
  expectData(await auth.passkey.delete({ passkeyId }));
  assert.equal(expectData(await auth.passkey.list()), [first.passkey]);
});

test('an administrator lists and deletes them', async () => {
  const { auth, id: userId } = await createSignedInUser(stack);
  const { passkey, authenticator } = await registerPasskey(auth);
  const admin = createAdmin(stack.url);
  assert.equal(expectData(await admin.passkey.listPasskeys({ userId })), [passkey]);
  expectData(await admin.passkey.deletePasskey({ userId, passkeyId: passkey.id }));
  assert.equal(expectData(await admin.passkey.listPasskeys({ userId })), []);
  const unknown = [404, 'validation_failed', 'Passkey not found'] as const;
  assertPasskeyError(await admin.passkey.deletePasskey({ userId, passkeyId: passkey.id }), unknown);
  const nobody = passkeyClient(stack);
  const { challenge_id, options } = expectData(await nobody.passkey.startAuthentication());
  const credential = authenticator.get(options as never) as never;
  const refused = [400, 'webauthn_verification_failed', 'Credential verification failed'] as const;
  assertPasskeyError(await nobody.passkey.verifyAuthentication({ challengeId: challenge_id, credential }), refused);
});

test('starting a sign-in requires a captcha if enabled; finishing it does not', async () => {
  const guarded = await stack.another({
    ...PASSKEY_SETTINGS,
    SVC_SECURITY_CAPTCHA_ENABLED: 'true',
    SVC_SECURITY_CAPTCHA_SECRET: 'x',
    SVC_SECURITY_CAPTCHA_URL: provider.url,
  });
  provider.behaviour = () => ({ body: { success: true } });
  const auth = passkeyClient(guarded);
  assertPasskeyError(await auth.passkey.startAuthentication(), [400, 'captcha_failed', /no captcha_token found/]);
  expectData(await auth.passkey.startAuthentication({ options: { captchaToken: 't' } }));
  const missing = [400, 'validation_failed', 'challenge_id is required'] as const;
  assertPasskeyError(await auth.passkey.verifyAuthentication({ challengeId: '', credential: {} as never }), missing);
});

test('counts sign-ins by passkey, by outcome', async () => {
  const before = await countSignIns(stack, 'passkey');
  assert.ok(before.ok > 0);
  await stack.post('/passkeys/authentication/verify', { challenge_id: crypto.randomUUID(), credential: {} });
  assert.equal(await countSignIns(stack, 'passkey'), { ...before, refused: before.refused + 1 });
});

test.run();
