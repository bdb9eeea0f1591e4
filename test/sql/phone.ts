// Helpers of the tests of phone numbers: settings of an installation that sends SMS, numbers, and users by number.
import {
  type Args,
  client,
  code_keys,
  codeOf,
  type Surface,
  sentToken,
  sessionOf,
  settings,
} from '../support/database/surface.ts';

/** Settings with a complete SMS gateway and an unlimited quota. */
export const phones = (more: Args = {}): Args =>
  settings({
    external_phone_enabled: true,
    sms_provider: 'twilio',
    sms_ready: true,
    rate_limit_sms_sent: { count: 1_000_000, per: null },
    ...more,
  });

let count = 0;
/** Returns a number that is unique in this file. */
export const newPhone = (): string => `49170${String(++count).padStart(6, '0')}`;

export interface PhonePerson {
  id: string;
  phone: string;
  password: string;
}

/** Creates a user with an unconfirmed number. */
export async function unconfirmedPhone(surface: Surface, more: Args = {}): Promise<PhonePerson> {
  const phone = newPhone();
  const password = 'correct horse battery';
  const answer = await surface.call('sign_up', { phone, password, settings: phones(), client, ...more });
  if (typeof answer.id !== 'string') throw new Error(`sign_up answered ${JSON.stringify(answer)}`);
  return { id: answer.id, phone, password };
}

/** Creates a user with a session, by sign-up and code. */
export async function confirmedPhone(surface: Surface): Promise<PhonePerson & { session_id: string; claims: Args }> {
  const person = await unconfirmedPhone(surface);
  const code = codeOf(await sentToken(surface, person.id, 'sms'));
  const answer = await surface.call('verify_token', {
    type: 'sms',
    phone: person.phone,
    code,
    code_keys,
    settings: phones(),
    client,
  });
  return { ...person, ...sessionOf(answer) };
}

/** Creates an anonymous user with a session. */
export async function anonymous(
  surface: Surface,
  data: Args | null = null,
): Promise<{ id: string; session_id: string; claims: Args }> {
  const allowed = settings({ external_anonymous_users_enabled: true });
  const session = sessionOf(await surface.call('sign_up', { data, settings: allowed, client }));
  return { id: String(session.claims.sub), ...session };
}

/** Returns the error for another SMS within the spacing. */
export const smsSoon = (seconds: number) =>
  [
    429,
    'over_sms_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  ] as const;

export const SMS_QUOTA = [429, 'over_sms_send_rate_limit', 'SMS rate limit exceeded'] as const;
export const NO_GATEWAY = [500, 'unexpected_failure', 'Unable to get SMS provider'] as const;
export const CHANNEL = [
  400,
  'validation_failed',
  "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.",
] as const;
export const E164 = [400, 'validation_failed', 'Invalid phone number format (E.164 required)'] as const;
