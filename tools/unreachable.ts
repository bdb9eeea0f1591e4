// What the graph of calls shows and no request can come to, each with its reason. A line that changes nothing fails
// test/house/refusals.test.ts, and so does every test whose answer is one of these (test/house/openapi/answers.ts).

/** Errors of `callee` that never leave `caller`. */
export interface Drop {
  caller: string;
  callee: string;
  errors: readonly string[];
  why: string;
}

/** Errors that the functions of a route name, and that this route never answers. */
export interface Never {
  route: string;
  errors: readonly string[];
  why: string;
}

const SMS = ['sms_spacing', 'sms_quota'];
const BY_MAIL = 'it asks for the limits of mails';
const TOLD_BEFORE = 'an absent address has been told or skipped before, in words of this function';

const emptyAddress = (caller: string): Drop => ({
  caller,
  callee: 'auth_lib.check_email',
  errors: ['email_required'],
  why: TOLD_BEFORE,
});
const mailLimits = (caller: string): Drop => ({
  caller,
  callee: 'auth_lib.check_message_limits',
  errors: SMS,
  why: BY_MAIL,
});

export const DROPS: readonly Drop[] = [
  {
    caller: 'auth_lib.check_admin',
    callee: 'auth_lib.check_session_age',
    errors: ['session_expired', 'session_expired_inactivity'],
    why: 'it answers admin_session_expired instead',
  },
  emptyAddress('auth_lib.check_sign_up'),
  emptyAddress('auth_lib.check_resend'),
  emptyAddress('auth_lib.check_new_user'),
  emptyAddress('auth_lib.check_user_change'),
  emptyAddress('auth_lib.check_user_update'),
  emptyAddress('auth_api.request_magic_link'),
  emptyAddress('auth_api.request_recovery'),
  {
    caller: 'auth_api.request_otp',
    callee: 'auth_api.request_magic_link',
    errors: ['email_required_for_link'],
    why: TOLD_BEFORE,
  },
  {
    caller: 'auth_lib.check_verify',
    callee: 'auth_lib.check_email',
    errors: ['email_required', 'email_too_long', 'email_invalid'],
    why: 'it answers verify_email_invalid instead',
  },
  mailLimits('auth_lib.request_link'),
  mailLimits('auth_lib.request_recovery_token'),
  mailLimits('auth_api.request_recovery'),
  {
    caller: 'auth_lib.request_link',
    callee: 'auth_lib.sign_up_by_link',
    errors: [...SMS, 'sms_provider_missing'],
    why: 'it signs up by e-mail, and sign_up_by_link sends an SMS for a phone alone',
  },
  mailLimits('auth_api.invite_user'),
];

export const NEVER: readonly Never[] = [
  { route: 'POST /admin/users', errors: ['path_not_uuid'], why: 'its path names no user' },
  {
    route: 'POST /admin/users/{user_id}',
    errors: ['id_not_uuid'],
    why: 'the id of the path counts, which path_not_uuid is told of',
  },
  {
    route: 'GET /verify',
    errors: ['verify_type_not_email'],
    why: 'the gateway says the same before it asks, see its own row',
  },
  { route: 'GET /verify', errors: ['code_expired'], why: 'it redeems links, whose words are link_expired' },
  { route: 'GET /verify', errors: ['phone_exists_on_update'], why: 'no link confirms a phone' },
];
