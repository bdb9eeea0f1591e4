// Helpers for tests of phone numbers: settings of an installation that sends SMS, and users with a phone number.
import {
  type CallArguments,
  client,
  code_keys,
  codeOf,
  findSentToken,
  readSession,
  type SqlApi,
  settings,
} from '../support/database/sql_api.ts';

/** Settings with a complete SMS provider, and a quota that no test reaches. */
export const phoneSettings = (more: CallArguments = {}): CallArguments =>
  settings({
    external_phone_enabled: true,
    sms_provider: 'twilio',
    sms_ready: true,
    rate_limit_sms_sent: { count: 1_000_000, per: null },
    ...more,
  });

let count = 0;
export const newPhone = (): string => `49170${String(++count).padStart(6, '0')}`;

export interface PhonePerson {
  id: string;
  phone: string;
  password: string;
}

/** Creates a user with an unconfirmed phone number. */
export async function createUnconfirmedPhone(sql_api: SqlApi, more: CallArguments = {}): Promise<PhonePerson> {
  const phone = newPhone();
  const password = 'correct horse battery';
  const answer = await sql_api.call('sign_up', { phone, password, settings: phoneSettings(), client, ...more });
  if (typeof answer.id !== 'string') throw new Error(`sign_up answered ${JSON.stringify(answer)}`);
  return { id: answer.id, phone, password };
}

/** Creates a user with a confirmed phone number and a session, by sign-up and code. */
export async function createConfirmedPhone(
  sql_api: SqlApi,
): Promise<PhonePerson & { session_id: string; claims: CallArguments }> {
  const person = await createUnconfirmedPhone(sql_api);
  const code = codeOf(await findSentToken(sql_api, person.id, 'sms'));
  const answer = await sql_api.call('verify_token', {
    type: 'sms',
    phone: person.phone,
    code,
    code_keys,
    settings: phoneSettings(),
    client,
  });
  return { ...person, ...readSession(answer) };
}

/** Creates an anonymous user with a session. */
export async function createAnonymousPerson(
  sql_api: SqlApi,
  data: CallArguments | null = null,
): Promise<{ id: string; session_id: string; claims: CallArguments }> {
  const allowed = settings({ external_anonymous_users_enabled: true });
  const session = readSession(await sql_api.call('sign_up', { data, settings: allowed, client }));
  return { id: String(session.claims.sub), ...session };
}

/** Returns the error for another SMS within the spacing. */
export const smsSpacingError = (seconds: number) =>
  [
    429,
    'over_sms_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  ] as const;

export const SMS_QUOTA = [429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded'] as const;
export const NO_SMS_PROVIDER = [500, 'unexpected_failure', 'Unable to get SMS provider'] as const;
export const INVALID_CHANNEL = [
  400,
  'validation_failed',
  "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
] as const;
export const INVALID_PHONE = [400, 'validation_failed', 'Invalid phone number format (E.164 required)'] as const;
