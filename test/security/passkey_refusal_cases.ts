// One call for each error of passkeys. refusals.test.ts runs the calls.
import { randomUUID } from 'node:crypto';
import type { Sql } from 'postgres';
import { newId, verifiedCredential } from '../sql/api/passkey/ceremony.ts';
import { api, type CallResult } from '../support/database/sql_api.ts';
import { type Caller, type RejectedCall, withSettings } from './refusal_cases.ts';

export function passkeyCases(o: { sql: () => Sql; person: () => Promise<Caller> }): Record<string, RejectedCall> {
  const call = (name: string, args: CallResult): Promise<CallResult> => api(o.sql(), name, args);
  const own =
    (name: string, args: CallResult = {}): RejectedCall =>
    async () =>
      call(name, { claims: (await o.person()).claims, ...args });
  const taking =
    (args: CallResult): RejectedCall =>
    () =>
      call('consume_passkey_sign_in', args);
  /** Creates a challenge and submits this response. */
  const answered =
    (credential: CallResult): RejectedCall =>
    async () => {
      const { challenge_id } = await call('start_passkey_sign_in', {});
      return call('consume_passkey_sign_in', { challenge_id, credential });
    };
  /** Signs in with a passkey of a user whose row has these values. */
  const signingIn =
    (row: CallResult): RejectedCall =>
    async () => {
      const { id: user_id, claims } = await o.person();
      const { id } = await call('finish_passkey_registration', { claims, credential: verifiedCredential() });
      await o.sql()`update auth.users set ${o.sql()(row as never)} where id = ${user_id}`;
      return call('sign_in_with_passkey', { passkey: { user_id, id, sign_count: 0, backed_up: false } });
    };
  const id = randomUUID();

  return {
    anonymous_not_allowed: async () => {
      const { id: user_id, claims } = await o.person();
      await o.sql()`update auth.users set is_anonymous = true where id = ${user_id}`;
      return call('start_passkey_registration', { claims });
    },
    passkeys_need_second_factor: async () => {
      const { id: user_id, claims } = await o.person();
      await o.sql()`update auth.users set factor_status = 'verified' where id = ${user_id}`;
      return call('start_passkey_registration', { claims });
    },
    too_many_passkeys: own('start_passkey_registration', withSettings({ passkey_max_passkeys_per_user: 0 })),
    challenge_id_required: taking({}),
    credential_required: taking({ challenge_id: id }),
    challenge_id_not_uuid: taking({ challenge_id: 'x', credential: {} }),
    passkey_challenge_not_found: taking({ challenge_id: id, credential: {} }),
    passkey_challenge_expired: async () => {
      const { challenge_id } = await call('start_passkey_sign_in', {});
      await o.sql()`update auth.passkey_challenges set expires_at = now() - interval '1 second'`;
      return call('consume_passkey_sign_in', { challenge_id, credential: {} });
    },
    credential_unreadable: answered({}),
    user_handle_invalid: answered({ id: newId() }),
    credential_refused: answered({ id: newId(), user_handle: id }),
    credential_exists: async () => {
      const args = { claims: (await o.person()).claims, credential: verifiedCredential() };
      await call('finish_passkey_registration', args);
      return call('finish_passkey_registration', args);
    },
    email_not_confirmed_at_passkey: signingIn({ email_confirmed_at: null }),
    phone_not_confirmed_at_passkey: signingIn({ phone: '4917099', phone_confirmed_at: null }),
    banned_at_passkey: signingIn({ banned_until: new Date('2099-01-01') }),
    passkey_not_found: own('delete_passkey', { passkey_id: id }),
    passkey_name_required: own('rename_passkey', { passkey_id: id }),
    passkey_name_too_long: own('rename_passkey', { passkey_id: id, friendly_name: 'x'.repeat(121) }),
  };
}
