// Installations with one changed setting: sign-ups disabled, rotation off, mail quotas, disabled features.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAdmin, SERVICE } from '../support/clients/admin.ts';
import { assertClientError, claimsOf, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { send } from '../support/clients/send.ts';
import { shiftClock } from '../support/database/clock.ts';
import { bearer, confirmedUser, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({ env: { SVC_CUSTOM_OAUTH_ENABLED: 'false', SVC_MFA_TOTP_ENROLL_ENABLED: 'false' } });
const closed = await stack.another({ SVC_DISABLE_SIGNUP: 'true' });
const still = await stack.another({ SVC_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: 'false' });
test.after(() => stack.close());
test.after.each(() => shiftClock(stack.db));

const PASSWORD = 'correct horse battery';
const CLOSED = [422, 'signup_disabled', 'Signups not allowed for this instance'] as const;

test('sign-ups closed: only an administrator creates users; existing users sign in as before', async () => {
  const known = await confirmedUser(stack);
  const waiting = newEmail();
  expectData(await createClient(stack.url).auth.signUp({ email: waiting, password: PASSWORD }));
  const { auth } = createClient(closed.url);
  assertClientError(await auth.signUp({ email: newEmail(), password: PASSWORD }), CLOSED);
  assertClientError(await auth.signUp({ email: waiting, password: PASSWORD }), CLOSED);
  assertClientError(await auth.signInWithOtp({ email: newEmail() }), CLOSED);
  assertClientError(await auth.signInWithOtp({ email: waiting }), CLOSED);
  expectData(await auth.signInWithOtp({ email: known.email }));
  expectData(await auth.resetPasswordForEmail(waiting));
  const { code } = await stack.mail(known.email, 2);
  assert.is(sessionOf(await auth.verifyOtp({ email: known.email, token: code, type: 'email' })).user.id, known.id);
  expectData(await auth.signInWithPassword({ email: known.email, password: PASSWORD }));
  const { path } = await stack.mail(waiting);
  assert.match(
    (await closed.get(path)).headers.get('location') ?? '',
    /#access_token=/,
    'a link that was mailed before counts',
  );
  expectData(await createAdmin(closed.url).inviteUserByEmail(newEmail()));
  expectData(await createAdmin(closed.url).createUser({ email: newEmail() }));
  assert.is((await closed.get('/settings')).body.disable_signup, true);
});

test('rotation off: each refresh gives a new pair, two tabs with one token continue, an older one is rejected without revocation', async () => {
  const { email } = await confirmedUser(stack);
  const { auth } = createClient(still.url);
  const first = expectData(await auth.signInWithPassword({ email, password: PASSWORD })).session;
  const refresh = (refresh_token: string) => createClient(still.url).auth.refreshSession({ refresh_token });
  const second = sessionOf(await refresh(first.refresh_token));
  await shiftClock(stack.db, 600);
  const tab = sessionOf(await refresh(first.refresh_token));
  assert.is(tab.refresh_token, second.refresh_token, 'the parent gives the child again, at any time');
  const third = sessionOf(await refresh(second.refresh_token));
  assert.is(claimsOf(third.access_token).session_id, claimsOf(first.access_token).session_id);
  assertClientError(await refresh(first.refresh_token), [
    400,
    'refresh_token_already_used',
    'Invalid Refresh Token: Already Used',
  ]);
  sessionOf(await refresh(third.refresh_token));
  assert.is(expectData(await createClient(still.url).auth.getUser(third.access_token)).user.email, email);
});

test('all routes that send share the quota of mails, and an hour later there is room again', async () => {
  const known = await Promise.all([confirmedUser(stack), confirmedUser(stack), confirmedUser(stack)]);
  await stack.db.sql`delete from auth.quotas`;
  const few = await stack.another({ SVC_RATE_LIMIT_EMAIL_SENT: '3' });
  const full = [429, 'over_email_send_rate_limit', 'email rate limit exceeded'] as const;
  const [one, two, three] = known as [(typeof known)[0], (typeof known)[0], (typeof known)[0]];
  const signedIn = createClient(few.url).auth;
  expectData(await signedIn.signInWithPassword({ email: three.email, password: PASSWORD }));
  const { auth } = createClient(few.url);
  expectData(await auth.signUp({ email: newEmail(), password: PASSWORD }));
  expectData(await auth.signInWithOtp({ email: one.email }));
  expectData(await createAdmin(few.url).inviteUserByEmail(newEmail()));
  assertClientError(await auth.signUp({ email: newEmail(), password: PASSWORD }), full);
  assertClientError(await auth.signInWithOtp({ email: two.email }), full);
  assertClientError(await auth.signInWithOtp({ email: newEmail() }), full);
  assertClientError(await auth.resetPasswordForEmail(two.email), full);
  assertClientError(await createAdmin(few.url).inviteUserByEmail(newEmail()), full);
  assertClientError(await signedIn.updateUser({ email: newEmail() }), full);
  assertClientError(await signedIn.reauthenticate(), full);
  expectData(await createAdmin(few.url).generateLink({ type: 'invite', email: newEmail() }));
  await shiftClock(stack.db, 3600);
  expectData(await auth.resetPasswordForEmail(two.email));
});

test('mail logins switched off: reported before errors of the body', async () => {
  const off = await stack.another({ SVC_EXTERNAL_EMAIL_ENABLED: 'false' });
  const dull = await stack.another({ SVC_EXTERNAL_EMAIL_MAGIC_LINK_ENABLED: 'false' });
  const answerOf = async (at: typeof off, path: string, body: unknown) => {
    const { status, body: answer } = await at.request('POST', path, body);
    return [status, answer.error_code, answer.msg];
  };
  for (const body of [{}, { email: 1 }, [], { email: newEmail() }, { email: newEmail(), code_challenge: 'x' }]) {
    const text = JSON.stringify(body);
    const logins = 'Email logins are disabled';
    assert.equal(await answerOf(off, '/magiclink', body), [422, 'email_provider_disabled', logins], text);
    assert.equal(await answerOf(off, '/recover', body), [400, 'email_provider_disabled', logins], text);
    const link = 'Login with magic link is disabled';
    assert.equal(await answerOf(dull, '/magiclink', body), [422, 'email_provider_disabled', link], text);
  }
  assert.is((await answerOf(dull, '/recover', { email: 1 }))[1], 'bad_json');
  assert.is(
    (await answerOf(stack, '/magiclink', { email: 1 }))[2],
    'Could not read verification params: "email" must be a string',
  );
});

// Responses by which clients detect a disabled feature: kind of token, method, path, factor type if any, status, code
// and message. Also the response to an unknown factor type.
const OFF = [
  ['none', 'POST', '/sso', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  ['none', 'GET', '/sso/saml/metadata', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  ['none', 'POST', '/sso/saml/acs', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  ['none', 'POST', '/token?grant_type=web3', 422, 'web3_provider_disabled', 'Web3 provider is disabled'],
  ['none', 'POST', '/passkeys/authentication/options', 404, 'passkey_disabled', 'Passkeys are disabled'],
  ['none', 'GET', '/oauth/authorize', 404, 'feature_disabled', 'OAuth server is disabled'],
  ['none', 'POST', '/oauth/token', 404, 'feature_disabled', 'OAuth server is disabled'],
  ['user', 'POST', '/factors totp', 422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP'],
  ['user', 'POST', '/factors phone', 422, 'mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'],
  ['user', 'POST', '/factors webauthn', 422, 'mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'],
  ['user', 'POST', '/factors x', 400, 'validation_failed', 'factor_type needs to be totp, phone, or webauthn'],
  [
    'none',
    'GET',
    '/authorize?provider=GitHub',
    400,
    'validation_failed',
    'Unsupported provider: provider is not enabled',
  ],
  [
    'none',
    'GET',
    '/authorize?provider=nothing',
    400,
    'validation_failed',
    'Unsupported provider: Provider nothing could not be found',
  ],
  ['none', 'POST', '/passkeys/authentication/verify', 404, 'passkey_disabled', 'Passkeys are disabled'],
  ['user', 'POST', '/passkeys/registration/verify', 404, 'passkey_disabled', 'Passkeys are disabled'],
  ['user', 'PATCH', '/passkeys/x', 404, 'passkey_disabled', 'Passkeys are disabled'],
  ['user', 'DELETE', '/passkeys/x', 404, 'passkey_disabled', 'Passkeys are disabled'],
  ['admin', 'GET', '/admin/users/x/passkeys', 404, 'passkey_disabled', 'Passkeys are disabled'],
  ['none', 'GET', '/.well-known/oauth-authorization-server', 404, 'feature_disabled', 'OAuth server is disabled'],
  ['none', 'GET', '/oauth/userinfo', 404, 'feature_disabled', 'OAuth server is disabled'],
  ['admin', 'POST', '/admin/oauth/clients/x/regenerate_secret', 404, 'feature_disabled', 'OAuth server is disabled'],
  ['none', 'GET', '/scim/v2/ServiceProviderConfig', 404, 'feature_disabled', 'SCIM server is disabled'],
  ['none', 'PATCH', '/scim/v2/Users/x', 404, 'feature_disabled', 'SCIM server is disabled'],
  ['user', 'GET', '/oauth/authorizations/x', 404, 'feature_disabled', 'OAuth server is disabled'],
  ['user', 'GET', '/user/oauth/grants', 404, 'feature_disabled', 'OAuth server is disabled'],
  ['none', 'POST', '/oauth/clients/register', 404, 'feature_disabled', 'OAuth server is disabled'],
  ['admin', 'GET', '/admin/oauth/clients/x', 404, 'feature_disabled', 'OAuth server is disabled'],
  ['admin', 'DELETE', '/admin/custom-providers/x', 404, 'feature_disabled', 'Custom OAuth providers are disabled'],
  [
    'user',
    'GET',
    '/user/identities/authorize?provider=github',
    404,
    'manual_linking_disabled',
    'Manual linking is disabled',
  ],
  ['user', 'DELETE', '/user/identities/x', 404, 'manual_linking_disabled', 'Manual linking is disabled'],
  ['user', 'POST', '/passkeys/registration/options', 404, 'passkey_disabled', 'Passkeys are disabled'],
  ['user', 'GET', '/passkeys', 404, 'passkey_disabled', 'Passkeys are disabled'],
  ['admin', 'POST', '/admin/sso/providers', 404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  ['admin', 'GET', '/admin/oauth/clients', 404, 'feature_disabled', 'OAuth server is disabled'],
  ['admin', 'GET', '/admin/custom-providers', 404, 'feature_disabled', 'Custom OAuth providers are disabled'],
] as const;

test('disabled features say so to authorized callers; without a token 401', async () => {
  const user = bearer((await confirmedUser(stack)).access_token);
  for (const [auth, method, target, status, error_code, msg] of OFF) {
    const [path = '', factor_type] = target.split(' ');
    const headers = { none: {}, user, admin: SERVICE }[auth];
    const body = method === 'GET' ? undefined : { factor_type };
    const answer = await stack.request(method, path, body, headers);
    assert.equal([answer.status, answer.body], [status, { code: status, error_code, msg }], path);
    if (auth === 'none') continue;
    const bare = await stack.request(method, path, body);
    assert.equal([bare.status, bare.body.error_code], [401, 'no_authorization'], path);
    if (auth === 'admin') assert.is((await stack.request(method, path, body, user)).status, 403, path);
  }
});

test('a disabled feature says so for any body', async () => {
  for (const path of ['/token?grant_type=web3', '/passkeys/authentication/verify', '/sso']) {
    const { body: answer } = await stack.request('POST', path, {});
    for (const body of ['{', '[]', '{"chain": 1, "message": {}, "signature": {"0": 1}}', '']) {
      const { text } = await send(stack.url + path, { method: 'POST', headers: {}, body });
      assert.equal(JSON.parse(text), answer, `${path} ${body}`);
    }
  }
});

test('an administrator gets no factors of a user, and an error for an unknown user', async () => {
  const { id } = await confirmedUser(stack);
  const { mfa } = createAdmin(stack.url);
  assert.equal(expectData(await mfa.listFactors({ userId: id })).factors, []);
  const nobody = await stack.get('/admin/users/00000000-0000-4000-8000-000000000000/factors', SERVICE);
  assert.equal([nobody.status, nobody.body.error_code], [404, 'user_not_found']);
});

test('the client handles the errors: linkIdentity, signInWithSSO, enroll', async () => {
  const { email } = await confirmedUser(stack);
  const { auth } = createClient(stack.url);
  expectData(await auth.signInWithPassword({ email, password: PASSWORD }));
  assertClientError(await auth.linkIdentity({ provider: 'github', options: { skipBrowserRedirect: true } }), [
    404,
    'manual_linking_disabled',
    'Manual linking is disabled',
  ]);
  assertClientError(await auth.signInWithSSO({ domain: 'example.com' }), [
    404,
    'saml_provider_disabled',
    'SAML 2.0 is disabled',
  ]);
  const enrolled = await auth.mfa.enroll({ factorType: 'totp' });
  assert.equal([enrolled.error?.status, enrolled.error?.code], [422, 'mfa_totp_enroll_not_enabled']);
});

test.run();
