// Tests of challenge_factor.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type CallArguments,
  type CallResult,
  client,
  code_keys,
  codeOf,
  createConfirmedPerson,
  type ExpectedError,
  openSqlApi,
  readSession,
} from '../../../support/database/sql_api.ts';
import { newPhone } from '../../phone.ts';
import { COSE_ALGORITHMS, newId, raiseSession } from '../passkey/ceremony.ts';
import {
  createPersonWithTotp,
  ENROLL_AAL2,
  enrollFactor,
  enrollTotp,
  factorSettings,
  NO_UUID,
  NOT_FOUND,
} from './factors.ts';

const sql_api = await openSqlApi();
test.after(() => sql_api.db.drop());

const args = (claims: CallArguments, factor_id: string, more: CallArguments = {}): CallArguments => ({
  claims,
  factor_id,
  settings: factorSettings(),
  client,
  ...more,
});
const refused = (given: CallArguments, expected: ExpectedError, changes: string[] = []) =>
  sql_api.refused('challenge_factor', given, expected, changes);

test('own factors of an enabled type; an unverified one by aal2 only, once there is a verified one', async () => {
  const [person, other] = [await createPersonWithTotp(sql_api), await createPersonWithTotp(sql_api)];
  await refused(args(person.claims, 'x'), NO_UUID);
  for (const id of [randomUUID(), other.app.id]) await refused(args(person.claims, id), NOT_FOUND);
  const { id } = await sql_api.call('make_recovery_codes', {
    claims: person.claims,
    settings: factorSettings(),
    client,
  });
  await refused(args(person.claims, String(id)), NOT_FOUND);
  const planted = await enrollTotp(sql_api, person);
  await refused(args(person.weak, planted.id), ENROLL_AAL2);
  const types = { totp: 'TOTP', phone: 'Phone', webauthn: 'WebAuthn' };
  const off = {
    settings: factorSettings({
      mfa_totp_verify_enabled: false,
      mfa_phone_verify_enabled: false,
      mfa_web_authn_verify_enabled: false,
    }),
  };
  for (const [factor_type, name] of Object.entries(types)) {
    const phone = factor_type === 'phone' ? newPhone() : null;
    const factor = await enrollFactor(sql_api, person, {
      factor_type,
      phone,
      secret: factor_type === 'totp' ? 's' : null,
    });
    await refused(args(person.claims, factor, off), [
      422,
      `mfa_${factor_type}_verify_not_enabled`,
      `MFA verification is disabled for ${name}`,
    ]);
  }
});

test('an authenticator is asked to create a credential, and once it is verified to sign with that one', async () => {
  const signed_in = await createConfirmedPerson(sql_api);
  const person = { ...signed_in, claims: await raiseSession(sql_api, signed_in) };
  const site = factorSettings({ webauthn_rp_id: 'example.com', webauthn_rp_display_name: 'The app' });
  const [one, two] = [newId(), newId()];
  const verified = async (id: string, friendly_name: string) => {
    const factor_id = await enrollFactor(sql_api, person, { factor_type: 'webauthn', friendly_name });
    const credential = { id, transports: ['usb'] };
    await sql_api.db.sql`
      update auth.factors set status = 'verified', credential = ${sql_api.db.sql.json(credential)} where id = ${factor_id}`;
    return factor_id;
  };
  const known = (id: string) => ({
    type: 'public-key',
    id: Buffer.from(id, 'hex').toString('base64url'),
    transports: ['usb'],
  });
  const kept = await verified(one, 'one');
  await sql_api.advance(1);
  await verified(two, 'two');
  const added = await enrollFactor(sql_api, person, { factor_type: 'webauthn' });
  const answered = async (id: string): Promise<CallResult & { challenge: string }> => {
    const answer = await sql_api.call('challenge_factor', args(person.claims, id, { settings: site }));
    const [row] = await sql_api.rows('auth.challenges', `t.id = '${String(answer.id)}'`);
    return { ...answer, challenge: (row as { ceremony: { challenge: string } }).ceremony.challenge };
  };
  const created = await answered(added);
  assert.is(Buffer.from(created.challenge, 'base64url').length, 32);
  const expires_at = Date.parse(sql_api.now()) / 1000 + 300;
  assert.equal(created, {
    id: created.id,
    type: 'webauthn',
    expires_at,
    challenge: created.challenge,
    webauthn: {
      type: 'create',
      credential_options: {
        publicKey: {
          challenge: created.challenge,
          timeout: 300_000,
          rp: { id: 'example.com', name: 'The app' },
          user: { id: Buffer.from(person.id).toString('base64url'), name: person.email, displayName: person.email },
          pubKeyCredParams: COSE_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
          excludeCredentials: [known(one), known(two)],
          authenticatorSelection: { userVerification: 'preferred' },
          attestation: 'none',
        },
      },
    },
  });
  const challengePhone = await answered(kept);
  assert.is.not(challengePhone.challenge, created.challenge);
  const publicKey = {
    challenge: challengePhone.challenge,
    timeout: 300_000,
    rpId: 'example.com',
    userVerification: 'preferred',
    allowCredentials: [known(one)],
  };
  assert.equal(challengePhone.webauthn, { type: 'request', credential_options: { publicKey } });
});

test('no setting makes a challenge shorter than five minutes, but one makes it longer', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { id } = await enrollTotp(sql_api, person);
  for (const [set, lives] of [
    [10, 300],
    [600, 600],
  ]) {
    const settings = factorSettings({ mfa_challenge_expiry_duration: set });
    const { expires_at } = await sql_api.call('challenge_factor', args(person.claims, id, { settings }));
    assert.is(expires_at, Date.parse(sql_api.now()) / 1000 + Number(lives));
  }
});

test('a challenge lives five minutes, and its time is stored with the factor', async () => {
  const person = await createConfirmedPerson(sql_api);
  const { id } = await enrollTotp(sql_api, person);
  const changed = await sql_api.changes(async () => {
    const challenge = await sql_api.call('challenge_factor', args(person.claims, id));
    assert.equal(challenge, { id: challenge.id, type: 'totp', expires_at: Date.parse(sql_api.now()) / 1000 + 300 });
  });
  assert.equal(changed, ['audit_log', 'challenges', 'factors']);
  const traits = { factor_id: id, factor_status: 'unverified' };
  assert.equal(await sql_api.audited(), { actions: ['challenge_created'], traits, actor_id: person.id });
  const { factors: own } = await sql_api.call('get_user', { claims: person.claims, settings: factorSettings() });
  assert.is((own as CallArguments[])[0]?.last_challenged_at, sql_api.now());
});

/**
 * Enrolls and challenges a phone factor of a new user. `code` is the code in the SMS, `verify` returns the arguments of
 * verify_factor.
 */
async function challengePhone(more: CallArguments = {}) {
  const person = await createConfirmedPerson(sql_api);
  const phone = newPhone();
  const factor_id = await enrollFactor(sql_api, person, { factor_type: 'phone', phone, ...more });
  const answer = await sql_api.call('challenge_factor', args(person.claims, factor_id));
  const [challenge] = await sql_api.rows('auth.challenges', `t.id = '${String(answer.id)}'`);
  const code = codeOf({ ...challenge, generation: '1' } as unknown as Parameters<typeof codeOf>[0]);
  const verify = (typed: string, more_args: CallArguments = {}) => ({
    ...args(person.claims, factor_id),
    challenge_id: answer.id,
    code: typed,
    code_keys,
    proof: {},
    ...more_args,
  });
  return { person, phone, factor_id, code, verify };
}

test('a phone gets its code through the queue, without it being stored, and verifies with it', async () => {
  const { person, phone, code, verify } = await challengePhone();
  const [message] = await sql_api.rows('auth.messages', `t.user_id = '${person.id}' and t.kind = 'mfa'`);
  assert.equal([message?.channel, message?.to_address, message?.state], ['sms', phone, 'queued']);
  const taken = await sql_api.db.sql`select auth_api.lease_message(${message?.id as string}, 1, '{}') as answer`;
  assert.equal([taken[0]?.answer.message.kind, taken[0]?.answer.token.digits], ['mfa', 6]);
  const wrong: ExpectedError = [422, 'mfa_verification_failed', 'Invalid MFA Phone code entered'];
  const other = code === '000000' ? '000001' : '000000';
  await sql_api.refused('verify_factor', verify(other), wrong, ['attempts', 'audit_log', 'challenges']);
  const { claims } = readSession(await sql_api.call('verify_factor', verify(code)));
  assert.equal([claims.aal, (claims.amr as CallArguments[])[0]?.method], ['aal2', 'mfa/phone']);
});

test('five wrong codes invalidate a phone’s code', async () => {
  const { code, verify } = await challengePhone();
  const other = code === '000000' ? '000001' : '000000';
  for (let round = 0; round < 5; round += 1) await sql_api.call('verify_factor', verify(other));
  const wrong: ExpectedError = [422, 'mfa_verification_failed', 'Invalid MFA Phone code entered'];
  await sql_api.refused('verify_factor', verify(code), wrong, ['attempts', 'audit_log']);
});

test('a message whose challenge was consumed is not sent', async () => {
  const { person, code, verify } = await challengePhone();
  await sql_api.call('verify_factor', verify(code));
  const [message] = await sql_api.rows('auth.messages', `t.user_id = '${person.id}' and t.kind = 'mfa'`);
  const [row] = await sql_api.db.sql`select auth_api.lease_message(${message?.id as string}, 1, '{}') as answer`;
  assert.equal(row?.answer, { nothing: 'expired' });
});

test('SMS are spaced per factor and count against the quota; a test number gets none and has its fixed code', async () => {
  const { person, factor_id } = await challengePhone();
  const soon: ExpectedError = [
    429,
    'over_sms_send_rate_limit',
    'For security purposes, you can only request this after 60 seconds.',
  ];
  await refused(args(person.claims, factor_id), soon);
  await sql_api.advance(61);
  const none = { settings: factorSettings({ rate_limit_sms_sent: { count: 0, per: null } }) };
  await refused(args(person.claims, factor_id, none), [429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded']);
  const away = { settings: factorSettings({ sms_ready: false }) };
  await refused(args(person.claims, factor_id, away), [500, 'unexpected_failure', 'Unable to get SMS provider']);
  const channel = { channel: 'pigeon' };
  await refused(args(person.claims, factor_id, channel), [
    400,
    'validation_failed',
    "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
  ]);
  const phone = newPhone();
  const settings = factorSettings({ sms_test_otp: { [phone]: '424242' }, sms_ready: false });
  const test_factor = await enrollFactor(sql_api, person, { factor_type: 'phone', phone });
  const changed = await sql_api.changes(async () => {
    const { id } = await sql_api.call('challenge_factor', args(person.claims, test_factor, { settings }));
    const answer = { ...args(person.claims, test_factor, { settings }), challenge_id: id, code: '424242', code_keys };
    assert.ok(readSession(await sql_api.call('verify_factor', { ...answer, proof: {} })));
  });
  assert.not.ok(changed.includes('messages'));
});

test('if the SMS gateway generates the codes, its answer decides, and a right attempt is not counted', async () => {
  const { person, factor_id, verify } = await challengePhone();
  const settings = factorSettings({ sms_provider: 'twilio_verify' });
  const first = verify('123456', { settings });
  const { code_keys: _, proof: __, ...take } = first as CallArguments;
  await sql_api.call('prepare_factor_verification', take);
  const no: ExpectedError = [403, 'otp_expired', 'Token has expired or is invalid'];
  await sql_api.refused('verify_factor', { ...first, proof: { approved: false } }, no, ['audit_log']);
  // Twilio Verify generates the codes here, so Postern's own code is invalid.
  await sql_api.refused(
    'verify_factor',
    { ...first, proof: {} },
    [422, 'mfa_verification_failed', 'Invalid MFA Phone code entered'],
    ['attempts', 'audit_log', 'challenges'],
  );
  await sql_api.call('prepare_factor_verification', take);
  assert.ok(readSession(await sql_api.call('verify_factor', { ...first, proof: { approved: true } })));
  const [row] = await sql_api.rows('auth.challenges', `t.factor_id = '${factor_id}'`);
  assert.is(row?.attempts, 2, `of ${person.id}`);
});

test.run();
