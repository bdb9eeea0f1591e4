// TOTP factors with auth-js: enrolled, verified, required at the next sign-in, unenrolled.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { assertClientError, claimsOf, expectData } from '../../support/clients/client.ts';
import { bearer, startStack } from '../../support/processes/stack.ts';
import { createPerson, createPersonWithTotp, enrollTotp, sessionOfClient, signIn } from './app.ts';

const stack = await startStack({
  env: {
    SVC_MAILER_NOTIFICATIONS_MFA_FACTOR_ENROLLED_ENABLED: 'true',
    SVC_MAILER_NOTIFICATIONS_MFA_FACTOR_UNENROLLED_ENABLED: 'true',
  },
});
test.after(() => stack.close());

const amr = (token: string) => (claimsOf(token).amr as { method: string }[]).map(({ method }) => method);

test('enrolment returns a QR code, a secret of 32 letters and a URI; the secret is stored sealed', async () => {
  const { client, id, email } = await createPerson(stack);
  const { totp, ...factor } = expectData(
    await client.mfa.enroll({ factorType: 'totp', friendlyName: 'my phone', issuer: 'Acme Co' }),
  );
  assert.equal([factor.type, factor.friendly_name], ['totp', 'my phone']);
  assert.match(totp.qr_code, /^data:image\/svg\+xml;utf-8,<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^#]*<\/svg>$/);
  assert.match(totp.secret, /^[A-Z2-7]{32}$/);
  const uri = new URL(totp.uri);
  assert.is(`${uri.protocol}//${uri.host}${decodeURIComponent(uri.pathname)}`, `otpauth://totp/Acme Co:${email}`);
  assert.equal(Object.fromEntries(uri.searchParams), {
    algorithm: 'SHA1',
    digits: '6',
    issuer: 'Acme Co',
    period: '30',
    secret: totp.secret,
  });
  const [row] = await stack.db.sql`select * from auth.factors where user_id = ${id}`;
  assert.equal([row?.status, row?.used_step], ['unverified', null]);
  assert.not.ok(JSON.stringify(row).includes(totp.secret));
  assert.not.ok(stack.log().includes(totp.secret));
  const plain = expectData(await (await createPerson(stack)).client.mfa.enroll({ factorType: 'totp' }));
  assert.is(new URL(plain.totp.uri).searchParams.get('issuer'), 'localhost');
  assert.is.not(plain.totp.secret, totp.secret);
});

test('a right code verifies the factor and raises the session; sessions with one factor end, and a mail reports it', async () => {
  const someone = await createPerson(stack);
  const { client, email, id } = someone;
  const other = await signIn(stack, someone);
  const before = await sessionOfClient(client);
  const [app, left] = [await enrollTotp(client, 'one'), await enrollTotp(client, 'two')];
  assert.equal(expectData(await client.mfa.listFactors()).totp, []);
  const challenge = expectData(await client.mfa.challenge({ factorId: app.factorId }));
  assert.is(challenge.type, 'totp');
  const wrong = await client.mfa.verify({ factorId: app.factorId, challengeId: challenge.id, code: '000000' });
  assertClientError(wrong, [422, 'mfa_verification_failed', 'Invalid TOTP code entered']);
  const answer = expectData(
    await client.mfa.verify({ factorId: app.factorId, challengeId: challenge.id, code: app.code() }),
  );
  assert.equal(
    answer.user.factors?.map((factor) => [factor.id, factor.status, factor.friendly_name]),
    [[app.factorId, 'verified', 'one']],
    `${left.factorId} was never verified and is gone`,
  );
  const { access_token } = await sessionOfClient(client);
  assert.is(claimsOf(access_token).aal, 'aal2');
  assert.equal(amr(access_token), ['totp', 'password']);
  assert.is(claimsOf(access_token).session_id, claimsOf(before.access_token).session_id);
  const level = expectData(await client.mfa.getAuthenticatorAssuranceLevel());
  assert.equal([level.currentLevel, level.nextLevel], ['aal2', 'aal2']);
  assertClientError(await other.refreshSession(), [400, 'refresh_token_not_found', /./]);
  const old = await stack.post('/token?grant_type=refresh_token', { refresh_token: before.refresh_token });
  assert.is(old.status, 400, 'the refresh token of before is void at once');
  assert.is((await stack.mail(email, 2)).parsed.subject, 'A second factor has been added');
  const rows = await stack.db
    .sql`select actions, traits from auth.audit_log where actor_id = ${id} and traits ? 'factor_type'`;
  assert.ok(rows.some((row) => row.actions[0] === 'verification_attempted' && row.traits.valid === true));
});

test('the next sign-in is aal1 until the factor is verified; refreshes keep the level', async () => {
  const { app, ...someone } = await createPersonWithTotp(stack);
  const client = await signIn(stack, someone);
  const level = expectData(await client.mfa.getAuthenticatorAssuranceLevel());
  assert.equal([level.currentLevel, level.nextLevel], ['aal1', 'aal2']);
  assert.equal(
    expectData(await client.mfa.listFactors()).totp.map(({ id }) => id),
    [app.factorId],
  );
  expectData(await client.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() }));
  const refreshed = expectData(await client.refreshSession());
  assert.is(claimsOf(refreshed.session?.access_token ?? '').aal, 'aal2');
  assert.equal(amr(refreshed.session?.access_token ?? ''), ['totp', 'password']);
});

test('a session of aal1 cannot change sign-in methods once there is a factor', async () => {
  const { app, ...someone } = await createPersonWithTotp(stack);
  const client = await signIn(stack, someone);
  const needed = 'AAL2 session is required to update email or password when MFA is enabled.';
  for (const change of [{ password: 'another horse battery' }, { email: 'x@example.com' }, { phone: '491701' }]) {
    assertClientError(await client.updateUser(change), [401, 'insufficient_aal', needed]);
  }
  expectData(await client.updateUser({ email: someone.email, data: { color: 'red' } }));
  const enrolment = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'mine' });
  assertClientError(enrolment, [403, 'insufficient_aal', 'AAL2 required to enroll a new factor']);
  const unenrolment = await client.mfa.unenroll({ factorId: app.factorId });
  assertClientError(unenrolment, [422, 'insufficient_aal', 'AAL2 required to unenroll verified factor']);
});

test('an unverified factor can be verified by aal2 only, once there is a verified one', async () => {
  const someone = await createPerson(stack);
  const stranger = await signIn(stack, someone);
  const planted = await enrollTotp(stranger, 'planted');
  const app = await enrollTotp(someone.client, 'own');
  expectData(await someone.client.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() }));
  // Inserts the factor again. Verification has deleted it, because it has the same type as the verified factor.
  await stack.db.sql`
    insert into auth.factors (user_id, id, factor_type, status, secret, created_at, updated_at)
    values (${someone.id}, ${planted.factorId}, 'totp', 'unverified', 'sealed', now(), now())`;
  const again = await signIn(stack, someone);
  const challenge = await again.mfa.challenge({ factorId: planted.factorId });
  assertClientError(challenge, [403, 'insufficient_aal', 'AAL2 required to enroll a new factor']);
});

test('sessions raised by a factor are aal1 again when it is removed; a mail reports it', async () => {
  const { client, app, email } = await createPersonWithTotp(stack);
  await stack.mail(email, 2); // two mails sent at the same time may arrive in any order
  assert.equal(expectData(await client.mfa.unenroll({ factorId: app.factorId })), { id: app.factorId });
  const refreshed = expectData(await client.refreshSession());
  const token = refreshed.session?.access_token ?? '';
  assert.is(claimsOf(token).aal, 'aal1');
  assert.equal(amr(token), ['password']);
  assert.is(refreshed.user?.factors, undefined);
  assert.is((await stack.mail(email, 3)).parsed.subject, 'A second factor has been removed');
  expectData(await client.updateUser({ password: 'another horse battery' }));
});

test('an older token of a raised session is not aal2', async () => {
  const { client } = await createPerson(stack);
  const { access_token } = await sessionOfClient(client);
  const app = await enrollTotp(client);
  expectData(await client.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() }));
  const change = await stack.request('PUT', '/user', { password: 'another horse battery' }, bearer(access_token));
  assert.equal([change.status, change.body.error_code], [401, 'insufficient_aal']);
});

test.run();
