// Passkeys in the hands of their owner and of an administrator, by the real client's calls; what /settings says of them; captcha.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAdmin } from '../../support/admin.ts';
import { createThirdParty } from '../../support/third_party.ts';
import { failed, good, PASSKEYS, passkeyClient, registered, signedIn, startPasskeys } from './stage.ts';

const provider = await createThirdParty();
const stack = await startPasskeys({ env: { SVC_PASSKEY_MAX_PASSKEYS_PER_USER: '2' } });
test.after(async () => {
  await stack.close();
  await provider.close();
});

test('a client learns from /settings whether there are passkeys', async () => {
  assert.is((await stack.get('/settings')).body.passkeys_enabled, true);
  const off = await stack.another({ SVC_PASSKEY_ENABLED: 'false' });
  assert.is((await off.get('/settings')).body.passkeys_enabled, false);
});

test('listed, renamed, deleted; a device that has one is not asked for a second; the third is one too many', async () => {
  const { auth } = await signedIn(stack);
  assert.equal(good(await auth.passkey.list()), []);
  const first = await registered(auth, { aaguid: 'bada5566-a7aa-401f-bd96-45619a55120d' });
  assert.is(first.passkey.friendly_name, '1Password');
  const { options } = good(await auth.passkey.startRegistration());
  assert.throws(() => first.authenticator.create(options as never), /previously registered/);
  const second = await registered(auth);
  const enough = [422, 'too_many_passkeys', 'Maximum number of passkeys reached'] as const;
  failed(await auth.passkey.startRegistration(), enough);

  const passkeyId = second.passkey.id;
  const renamed = good(await auth.passkey.update({ passkeyId, friendlyName: 'Key ring' }));
  assert.equal(renamed, { ...second.passkey, friendly_name: 'Key ring' });
  const nameless = [400, 'validation_failed', 'friendly_name is required'] as const;
  failed(await auth.passkey.update({ passkeyId, friendlyName: '' }), nameless);
  assert.equal(good(await auth.passkey.list()), [first.passkey, renamed]);
  good(await auth.passkey.delete({ passkeyId }));
  assert.equal(good(await auth.passkey.list()), [first.passkey]);
});

test('an administrator lists and deletes them', async () => {
  const { auth, id: userId } = await signedIn(stack);
  const { passkey, authenticator } = await registered(auth);
  const admin = createAdmin(stack.url);
  assert.equal(good(await admin.passkey.listPasskeys({ userId })), [passkey]);
  good(await admin.passkey.deletePasskey({ userId, passkeyId: passkey.id }));
  assert.equal(good(await admin.passkey.listPasskeys({ userId })), []);
  const unknown = [404, 'validation_failed', 'Passkey not found'] as const;
  failed(await admin.passkey.deletePasskey({ userId, passkeyId: passkey.id }), unknown);
  const nobody = passkeyClient(stack);
  const { challenge_id, options } = good(await nobody.passkey.startAuthentication());
  const credential = authenticator.get(options as never) as never;
  const refused = [400, 'webauthn_verification_failed', 'Credential verification failed'] as const;
  failed(await nobody.passkey.verifyAuthentication({ challengeId: challenge_id, credential }), refused);
});

test('asking to sign in needs a captcha where one is asked for; answering does not', async () => {
  const guarded = await stack.another({
    ...PASSKEYS,
    SVC_SECURITY_CAPTCHA_ENABLED: 'true',
    SVC_SECURITY_CAPTCHA_SECRET: 'x',
    SVC_SECURITY_CAPTCHA_URL: provider.url,
  });
  provider.behaviour = () => ({ body: { success: true } });
  const auth = passkeyClient(guarded);
  failed(await auth.passkey.startAuthentication(), [400, 'captcha_failed', /no captcha_token found/]);
  good(await auth.passkey.startAuthentication({ options: { captchaToken: 't' } }));
  const missing = [400, 'validation_failed', 'challenge_id is required'] as const;
  failed(await auth.passkey.verifyAuthentication({ challengeId: '', credential: {} as never }), missing);
});

test.run();
