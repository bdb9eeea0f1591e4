// Recovery codes, phone factors and administration of factors with auth-js.
import { GoTrueClient } from '@supabase/auth-js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createAdmin } from '../../support/clients/admin.ts';
import { assertClientError, claimsOf, expectData, sessionOf, validatingFetch } from '../../support/clients/client.ts';
import { ring } from '../../support/database/sql_api.ts';
import { startStack } from '../../support/processes/stack.ts';
import { createPerson, createPersonWithTotp, enrollTotp, sessionOfClient, signIn } from './app.ts';

const NUMBER = '4915200000001';
const stack = await startStack({
  env: {
    SVC_MFA_PHONE_ENROLL_ENABLED: 'true',
    SVC_MFA_PHONE_VERIFY_ENABLED: 'true',
    SVC_SMS_PROVIDER: 'twilio',
    SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
    SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
    SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
    SVC_SMS_TWILIO_URL: 'http://127.0.0.1:9',
    SVC_SMS_TEST_OTP: `${NUMBER}:424242`,
    SVC_RATE_LIMIT_SMS_SENT: '1000000',
    SVC_SESSIONS_ALLOW_LOW_AAL: '600',
  },
});
test.after(() => stack.close());

const client = (): GoTrueClient =>
  new GoTrueClient({
    url: stack.url,
    fetch: validatingFetch(stack.url),
    autoRefreshToken: false,
    detectSessionInUrl: false,
    persistSession: false,
    experimental: { recoveryCodes: true },
  });
const admin = createAdmin(stack.url);

test('recovery codes: created, shown, used once, renewed, dropped', async () => {
  const { client: first, ...someone } = await createPersonWithTotp(stack);
  const strong = client();
  expectData(await strong.setSession(await sessionOfClient(first)));
  assertClientError(await strong.mfa.recoveryCodes.getStatus(), [404, 'mfa_factor_not_found', /./]);
  const made = expectData(await strong.mfa.recoveryCodes.generate({ friendlyName: 'paper' }));
  assert.equal([made.type, made.friendly_name, made.total, made.codes.length], ['recovery_code', 'paper', 10, 10]);
  assertClientError(await strong.mfa.recoveryCodes.generate(), [422, 'mfa_verified_factor_exists', /./]);
  assert.is(expectData(await strong.mfa.listFactors()).recovery_code.length, 1);
  const weak = client();
  sessionOf(await weak.signInWithPassword(someone));
  assertClientError(await weak.mfa.recoveryCodes.regenerate(), [403, 'insufficient_aal', /./]);
  const [code = ''] = made.codes;
  expectData(await weak.mfa.recoveryCodes.verify({ code: code.toUpperCase().replace(/(.{4})(?=.)/g, '$1-') }));
  const { access_token } = await sessionOfClient(weak);
  assert.is(claimsOf(access_token).aal, 'aal2');
  assertClientError(await weak.mfa.recoveryCodes.verify({ code }), [422, 'mfa_verification_failed', /./]);
  assert.is(expectData(await weak.mfa.recoveryCodes.getStatus()).remaining, 9);
  const renewed = expectData(await weak.mfa.recoveryCodes.regenerate());
  assert.equal([renewed.id, renewed.codes.includes(code)], [made.id, false]);
  expectData(await weak.mfa.recoveryCodes.unenroll());
  for (const secret of [...made.codes, ...renewed.codes]) assert.not.ok(stack.log().includes(secret));
});

test('a phone: enrolled, challenged by SMS, verified; its code is derived, not stored', async () => {
  const { client: auth, id } = await createPerson(stack);
  const factor = expectData(await auth.mfa.enroll({ factorType: 'phone', phone: '+4915200000002' }));
  assert.equal([factor.type, factor.phone], ['phone', '4915200000002']);
  const challenge = expectData(await auth.mfa.challenge({ factorId: factor.id, channel: 'sms' }));
  assertClientError(await auth.mfa.challenge({ factorId: factor.id }), [
    429,
    'over_sms_send_rate_limit',
    /after \d+ seconds/,
  ]);
  const [row] = await stack.db.sql`select key_id, digits from auth.challenges where id = ${challenge.id}`;
  const code = ring.code({ key_id: row?.key_id, token_id: challenge.id, generation: 1, digits: row?.digits });
  const wrong = await auth.mfa.verify({ factorId: factor.id, challengeId: challenge.id, code: `${code}0` });
  assertClientError(wrong, [422, 'mfa_verification_failed', 'Invalid MFA Phone code entered']);
  const session = expectData(await auth.mfa.verify({ factorId: factor.id, challengeId: challenge.id, code }));
  assert.is(claimsOf(session.access_token).aal, 'aal2');
  const [message] = await stack.db.sql`select kind, channel from auth.messages where user_id = ${id} and kind = 'mfa'`;
  assert.equal(message, { kind: 'mfa', channel: 'sms' });
});

test('a test number has its fixed code and gets no SMS', async () => {
  const { client: auth, id } = await createPerson(stack);
  const factor = expectData(await auth.mfa.enroll({ factorType: 'phone', phone: NUMBER }));
  expectData(await auth.mfa.challengeAndVerify({ factorId: factor.id, code: '424242' }));
  assert.is((await stack.db.sql`select from auth.messages where user_id = ${id} and kind = 'mfa'`).length, 0);
});

test('administrators list and delete factors; sessions that they had raised are aal1 again', async () => {
  const { client: auth, id, app } = await createPersonWithTotp(stack);
  const plain = await createPerson(stack);
  assert.equal(expectData(await admin.mfa.listFactors({ userId: plain.id })) as unknown, { factors: [] });
  const { factors } = expectData(await admin.mfa.listFactors({ userId: id }));
  assert.equal(
    factors.map((factor) => [factor.id, factor.status]),
    [[app.factorId, 'verified']],
  );
  expectData(await admin.mfa.deleteFactor({ id: app.factorId, userId: id }));
  const { session } = expectData(await auth.refreshSession());
  assert.is(claimsOf(session?.access_token ?? '').aal, 'aal1');
});

test('SESSIONS_ALLOW_LOW_AAL: a session that waits too long for its second factor ends, and so do its tokens', async () => {
  const { app, ...someone } = await createPersonWithTotp(stack);
  const weak = await signIn(stack, someone);
  const { access_token } = await sessionOfClient(weak);
  const { iat, exp, session_id } = claimsOf(access_token) as { iat: number; exp: number; session_id: string };
  assert.ok(exp - iat <= 600);
  await stack.db.sql`update auth.sessions set created_at = created_at - interval '601 s' where id = ${session_id}`;
  const expired = 'Invalid Refresh Token: Session Expired (Low AAL: User Needs MFA Verification)';
  assertClientError(await weak.refreshSession(), [400, 'session_expired', expired]);
  const fresh = await signIn(stack, someone);
  expectData(await fresh.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() }));
  const strong = claimsOf((await sessionOfClient(fresh)).access_token) as {
    iat: number;
    exp: number;
    session_id: string;
  };
  assert.is(strong.exp - strong.iat, 3600);
  await stack.db.sql`update auth.sessions set created_at = created_at - interval '1 h' where id = ${strong.session_id}`;
  expectData(await fresh.refreshSession());
});

test('anonymous users cannot enroll; a user without a verified factor may enroll several', async () => {
  const someone = await createPerson(stack);
  await stack.db.sql`update auth.users set is_anonymous = true where id = ${someone.id}`;
  assertClientError(await someone.client.mfa.enroll({ factorType: 'totp' }), [
    403,
    'no_authorization',
    'Anonymous user not allowed to perform these actions',
  ]);
  const other = await createPerson(stack);
  for (const name of ['a', 'b']) await enrollTotp(other.client, name);
});

test.run();
