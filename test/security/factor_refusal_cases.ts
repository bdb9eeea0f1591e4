// One call for each error of second factors. refusals.test.ts runs the calls.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { computeTotp } from '../support/clients/totp.ts';
import { api, type CallResult } from '../support/database/sql_api.ts';
import { type Caller, type RejectedCall, withSettings } from './refusal_cases.ts';

/** Claims of a session, and its TOTP factor. */
interface FactorOwner {
  claims: CallResult;
  factor_id: string;
  secret: Buffer;
}

const ON = { mfa_phone_enroll_enabled: true, mfa_phone_verify_enabled: true };
/** Response of a hook server, in the form in which the gateway passes it to SQL. */
const REJECTED = { http: true, answer: { decision: 'reject' } };
const WEBAUTHN = { mfa_web_authn_enroll_enabled: true, mfa_web_authn_verify_enabled: true };

export function factorCases(o: { sql: () => Sql; person: () => Promise<Caller> }): Record<string, RejectedCall> {
  const call = (name: string, args: CallResult): Promise<CallResult> => api(o.sql(), name, args);
  const enroll = async (claims: CallResult, more: CallResult = {}): Promise<CallResult> =>
    call('enroll_factor', {
      claims,
      id: randomUUID(),
      factor_type: 'totp',
      secret: 'sealed',
      ...withSettings({ ...ON, ...WEBAUTHN }),
      ...more,
    });
  const enrolling =
    (more: CallResult): RejectedCall =>
    async () =>
      enroll((await o.person()).claims, more);
  const owner = async (): Promise<FactorOwner> => {
    const { claims } = await o.person();
    const { id } = await enroll(claims);
    return { claims, factor_id: String(id), secret: randomBytes(20) };
  };
  const answer = async ({ claims, factor_id, secret }: FactorOwner, more: CallResult = {}): Promise<CallResult> => {
    const { id } = await call('challenge_factor', { claims, factor_id });
    const proof = { secret: secret.toString('hex') };
    return call('verify_factor', {
      claims,
      factor_id,
      challenge_id: id,
      code: computeTotp(secret, Date.now()),
      proof,
      ...more,
    });
  };
  /**
   * Creates a user with a verified factor. Returns the claims of the user's session at aal2 (`own`), and the same
   * claims with aal1 (`weak`).
   */
  const twice = async () => {
    const person = await o.person();
    const { id } = await enroll(person.claims);
    const own = { claims: person.claims, factor_id: String(id), secret: randomBytes(20) };
    const { claims } = (await answer(own)) as { claims: CallResult };
    return { id: person.id, own: { ...own, claims }, weak: { ...claims, aal: 'aal1' } as CallResult };
  };
  const phoneFactor = async (claims: CallResult): Promise<string> =>
    String((await enroll(claims, { factor_type: 'phone', phone: '4917012345' })).id);
  const off =
    (factor_type: string, setting: string): RejectedCall =>
    async () => {
      const { claims } = await o.person();
      const { id } = await enroll(claims, { factor_type, phone: '4917012345' });
      return call('challenge_factor', { claims, factor_id: id, ...withSettings({ [setting]: false }) });
    };
  const codes = async () => {
    const some = await twice();
    await call('make_recovery_codes', { claims: some.own.claims });
    return some;
  };

  return {
    factors_of_anonymous: async () => {
      const { claims } = await call('sign_up', withSettings({ external_anonymous_users_enabled: true }));
      return enroll(claims as CallResult);
    },
    factor_id_not_uuid: async () => call('challenge_factor', { claims: (await o.person()).claims, factor_id: 'x' }),
    factor_not_found: async () =>
      call('challenge_factor', { claims: (await o.person()).claims, factor_id: randomUUID() }),
    factor_type_unknown: enrolling({ factor_type: 'x' }),
    totp_enroll_off: enrolling(withSettings({ mfa_totp_enroll_enabled: false })),
    phone_enroll_off: enrolling({ factor_type: 'phone', ...withSettings({}) }),
    webauthn_enroll_off: enrolling({ factor_type: 'webauthn', ...withSettings({}) }),
    totp_verify_off: off('totp', 'mfa_totp_verify_enabled'),
    phone_verify_off: off('phone', 'mfa_phone_verify_enabled'),
    webauthn_verify_off: off('webauthn', 'mfa_web_authn_verify_enabled'),
    factor_phone_required: enrolling({ factor_type: 'phone' }),
    factor_phone_verified: async () => {
      const { claims } = await o.person();
      const id = await phoneFactor(claims);
      await o.sql()`update auth.factors set status = 'verified' where id = ${id}`;
      return enroll(claims, { factor_type: 'phone', phone: '4917012345' });
    },
    factor_name_taken: async () => {
      const { claims } = await o.person();
      await enroll(claims, { friendly_name: 'mine' });
      return enroll(claims, { friendly_name: 'mine' });
    },
    too_many_factors: enrolling(withSettings({ mfa_max_enrolled_factors: 0 })),
    export_needs_aal2: async () => call('export_own_data', { claims: (await twice()).weak }),
    enroll_needs_aal2: async () => enroll((await twice()).weak),
    unenroll_needs_aal2: async () => {
      const { own, weak } = await twice();
      return call('unenroll_factor', { claims: weak, factor_id: own.factor_id });
    },
    update_needs_aal2: async () =>
      call('update_user', { claims: (await twice()).weak, password: 'another horse battery' }),
    identities_need_aal2: async () =>
      call('unlink_identity', { claims: (await twice()).weak, identity_id: randomUUID() }),
    admin_needs_aal2: async () => {
      const { id, weak } = await twice();
      await o.sql()`update auth.users set role = 'service_role' where id = ${id}`;
      return call('get_user_by_id', { claims: { ...weak, role: 'service_role' }, user_id: id });
    },
    factor_challenge_not_found: async () => answer(await owner(), { challenge_id: randomUUID() }),
    factor_challenge_elsewhere: async () => answer(await owner(), { client: { ip: '192.0.2.1' } }),
    factor_challenge_expired: async () => {
      const own = await owner();
      const { id } = await call('challenge_factor', { claims: own.claims, factor_id: own.factor_id });
      await o.sql()`update auth.challenges set expires_at = now() - interval '1 s' where id = ${String(id)}`;
      return answer(own, { challenge_id: id });
    },
    factor_code_required: async () => answer(await owner(), { code: '' }),
    mfa_verification_rejected: async () => {
      const own = await owner();
      return answer(
        own,
        withSettings({ hooks: { mfa_verification_attempt: { ...REJECTED, subject: `${own.factor_id} t` } } }),
      );
    },
    totp_code_wrong: async () => answer(await owner(), { code: 'x' }),
    phone_code_wrong: async () => {
      const { claims } = await o.person();
      const factor_id = await phoneFactor(claims);
      const sms = withSettings({ ...ON, sms_ready: true, rate_limit_sms_sent: { count: 1_000_000 } });
      const { id } = await call('challenge_factor', { claims, factor_id, ...sms });
      return call('verify_factor', { claims, factor_id, challenge_id: id, code: 'x', ...withSettings(ON) });
    },
    webauthn_answer_wrong: async () => {
      const { claims } = await o.person();
      const { id } = await enroll(claims, { factor_type: 'webauthn' });
      return call('verify_factor', { claims, factor_id: id, ...withSettings(WEBAUTHN) });
    },
    recovery_codes_enroll_off: async () =>
      call('make_recovery_codes', {
        claims: (await o.person()).claims,
        ...withSettings({ mfa_recovery_codes_enroll_enabled: false }),
      }),
    recovery_codes_verify_off: async () =>
      call('consume_recovery_code', {
        claims: (await o.person()).claims,
        ...withSettings({ mfa_recovery_codes_verify_enabled: false }),
      }),
    recovery_codes_sole_factor: async () => call('make_recovery_codes', { claims: (await o.person()).claims }),
    recovery_codes_exist: async () => call('make_recovery_codes', { claims: (await codes()).own.claims }),
    recovery_codes_missing: async () => call('get_recovery_codes', { claims: (await o.person()).claims }),
    recovery_codes_need_aal2: async () => call('make_recovery_codes', { claims: (await twice()).weak }),
    recovery_codes_locked: async () => {
      const args = { claims: (await codes()).weak, code: 'x', ...withSettings({ security_max_code_failures: 1 }) };
      await call('consume_recovery_code', args);
      return call('consume_recovery_code', args);
    },
    recovery_code_wrong: async () => call('consume_recovery_code', { claims: (await codes()).weak, code: 'x' }),
    session_expired_low_aal: async () => {
      const { weak, id } = await twice();
      await o.sql()`update auth.sessions set aal = 'aal1', created_at = now() - interval '1 h' where user_id = ${id}`;
      const session = { user_id: id, session_id: weak.session_id, counter: 2 };
      return call('refresh_session', { ...session, ...withSettings({ sessions_allow_low_aal: 60 }) });
    },
  };
}
