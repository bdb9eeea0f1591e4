// One call for each error of account changes, resends and administration. refusals.test.ts runs the calls.
import type { Sql } from 'postgres';
import { api, type CallResult, SETTINGS } from '../support/database/sql_api.ts';
import { newEmail } from '../support/processes/stack.ts';

export type RejectedCall = () => Promise<CallResult>;
export interface Caller {
  email: string;
  id: string;
  claims: CallResult;
}

const PASSWORD = 'correct horse battery';
const ADMIN: CallResult = { role: 'service_role' };
const NIL = '00000000-0000-0000-0000-000000000000';

export const withSettings = (more: CallResult): CallResult => ({ settings: { ...SETTINGS, ...more } });

export function accountChangeCases(o: { sql: () => Sql; person: () => Promise<Caller> }): Record<string, RejectedCall> {
  const call =
    (name: string, args: CallResult = {}): RejectedCall =>
    () =>
      api(o.sql(), name, args);
  /** Runs a call as a confirmed user whose row has these values. */
  const own =
    (name: string, args: CallResult, row: CallResult = {}): RejectedCall =>
    async () => {
      const { id, claims } = await o.person();
      if (Object.keys(row).length > 0) await o.sql()`update auth.users set ${o.sql()(row as never)} where id = ${id}`;
      return api(o.sql(), name, { claims, ...args });
    };
  const demanding = withSettings({ security_update_password_require_reauthentication: true });
  const admin = (name: string, args: CallResult = {}): RejectedCall => call(name, { claims: ADMIN, ...args });
  const create = (args: CallResult): RejectedCall => admin('create_user', { email: newEmail(), ...args });
  /**
   * Creates a user and returns its address: the argument of a request that must be rejected because the address is
   * taken.
   */
  const taken = async (kind: 'email' | 'phone'): Promise<CallResult> => {
    const address = { [kind]: kind === 'email' ? newEmail() : '491701' };
    await api(o.sql(), 'create_user', { claims: ADMIN, ...address });
    return address;
  };

  let number = 0;
  const newPhone = (): string => `4915${++number}`;
  const phones = (more: CallResult = {}): CallResult =>
    withSettings({ external_phone_enabled: true, sms_ready: true, rate_limit_sms_sent: { count: 1_000_000 }, ...more });
  /** Runs the same call twice. */
  const again =
    (name: string, args: CallResult): RejectedCall =>
    async () => {
      await api(o.sql(), name, args);
      return api(o.sql(), name, args);
    };

  return {
    sms_spacing: again('request_otp', { phone: newPhone(), ...phones() }),
    sms_quota: own('reauthenticate', phones({ rate_limit_sms_sent: { count: 0 } }), {
      email: null,
      phone: newPhone(),
      phone_confirmed_at: new Date(),
    }),
    channel_unsupported: call('request_otp', { phone: newPhone(), channel: 'pigeon', ...phones() }),
    phone_already_registered: again('sign_up', {
      phone: newPhone(),
      password: PASSWORD,
      ...phones({ sms_autoconfirm: true }),
    }),
    email_required: admin('invite_user'),
    link_user_not_found: admin('generate_link', { type: 'recovery', email: newEmail() }),
    link_type_unknown: admin('generate_link', { type: 'x', email: newEmail() }),
    link_current_email_off: async () => {
      const { email } = await o.person();
      const args = { type: 'email_change_current', email, new_email: newEmail() };
      return admin('generate_link', { ...args, ...withSettings({ mailer_secure_email_change_enabled: false }) })();
    },

    resend_type: call('resend', { type: 'x' }),
    resend_needs_email: call('resend', { type: 'signup' }),
    resend_needs_phone: call('resend', { type: 'sms' }),
    resend_needs_address: call('resend', { type: 'email_change' }),
    one_address_on_resend: call('resend', { type: 'signup', email: 'a@example.com', phone: '1' }),
    phone_resend_disabled: call('resend', { type: 'sms', phone: '1' }),

    email_exists: async () => own('update_user', await taken('email'))(),
    phone_exists_on_update: async () => {
      const { id } = await o.person();
      await o.sql()`insert into auth.addresses (kind, value, user_id, is_primary, created_at)
        values ('phone', '491702', ${id}, true, now())`;
      return own('update_user', { phone: '491702' })();
    },
    app_metadata_forbidden: own('update_user', { app_metadata: {} }),
    anonymous_password: own('update_user', { password: PASSWORD }, { is_anonymous: true }),
    reauthentication_needed: own('update_user', { password: 'another one', ...demanding }),
    nonce_invalid: own('update_user', { password: 'another one', nonce: '123456', ...demanding }),
    same_password: own('update_user', { password: PASSWORD }),
    reauthentication_without_address: own('reauthenticate', {}, { email: null, email_confirmed_at: null }),
    verify_email_first: own('reauthenticate', {}, { email_confirmed_at: null }),
    verify_phone_first: own('reauthenticate', {}, { email: null, phone: '491703' }),
    sms_provider_missing: own('reauthenticate', {}, { email: null, phone: '491704', phone_confirmed_at: new Date() }),

    session_not_uuid: own('end_session', { session_id: 'x' }),
    session_gone: own('end_session', { session_id: NIL }),

    not_admin: call('list_users', { claims: { role: 'authenticated' } }),
    admin_session_expired: async () => {
      const { claims } = await o.person();
      await o.sql()`update auth.sessions set created_at = now() - interval '1 day' where id = ${String(claims.session_id)}`;
      return api(o.sql(), 'list_users', { claims: { ...claims, ...ADMIN }, ...withSettings({ sessions_timebox: 60 }) });
    },
    path_not_uuid: admin('get_user_by_id', { user_id: 'x' }),
    user_not_found: admin('get_user_by_id', { user_id: NIL }),
    new_user_without_address: create({ email: '' }),
    phone_exists: async () => create(await taken('phone'))(),
    password_or_hash: create({ password: 'x', password_hash: 'x' }),
    import_value: async () => {
      const { rows } = await admin('import_users', { users: '[{"colour": "red"}]', dry_run: true })();
      return (rows as CallResult[])[0] as CallResult;
    },
    password_hash_unusable: create({ password_hash: 'x' }),
    id_not_uuid: create({ id: 'x' }),
    id_nil: create({ id: NIL }),
    id_exists: async () => create({ id: (await o.person()).id })(),
    ban_duration: create({ ban_duration: '1d' }),
    metadata_too_long: create({ user_metadata: { x: 'x'.repeat(10_240) } }),
    claim_too_long: create({ role: 'x'.repeat(256) }),
    bad_pagination: admin('list_users', { page: 'x' }),
    bad_search: admin('list_users', { page: '1', search: 'x' }),
    bad_sort: admin('list_users', { sort: 'x' }),
    bad_fields: admin('list_users', { fields: 'id,colour' }),
    audit_scope: admin('list_audit', { query: 'x' }),
  };
}
