// Twilio Verify. It generates and verifies the codes: it gets a number, and later the typed code.
import {
  baseUrl,
  basicLogin,
  type CodeCheck,
  type SmsGateway,
  type SmsRequest,
  type SmsSettings,
  textOf,
} from './gateway.ts';
import { readTwilio } from './twilio.ts';

const API = 'https://verify.twilio.com';
/** Statuses of a wrong code: no code is pending for the number (used, expired, never sent), or its format is wrong. */
const WRONG = new Set([400, 404]);
/** Error code: the code has had its five attempts. Any other 429 concerns the account. */
const TRIES_SPENT = '60202';

const CHECK: CodeCheck = {
  request: ({ to, code }, settings) => request('VerificationCheck', { To: `+${to}`, Code: code }, settings),

  read({ status, body }) {
    if (status === 200 || status === 201) return { approved: body.status === 'approved' && body.valid === true };
    if (WRONG.has(status) || (status === 429 && textOf(body.code) === TRIES_SPENT)) return { approved: false };
    return { fault: `${status} ${textOf(body.message)} More information: ${textOf(body.more_info)}` };
  },
};

export const TWILIO_VERIFY: SmsGateway = {
  title: 'Twilio Verify',
  channels: ['sms', 'whatsapp'],
  credentials: [
    'sms_twilio_verify_account_sid',
    'sms_twilio_verify_auth_token',
    'sms_twilio_verify_message_service_sid',
  ],
  secrets: (settings) => [settings.sms_twilio_verify_auth_token],
  request: ({ to, channel }, settings) => request('Verifications', { To: `+${to}`, Channel: channel }, settings),
  read: readTwilio,
  check: CHECK,
};

function request(resource: string, form: Readonly<Record<string, string>>, settings: SmsSettings): SmsRequest {
  const service = encodeURIComponent(settings.sms_twilio_verify_message_service_sid);
  return {
    url: `${baseUrl(settings.sms_twilio_verify_url, API)}/v2/Services/${service}/${resource}`,
    headers: basicLogin(settings.sms_twilio_verify_account_sid, settings.sms_twilio_verify_auth_token),
    body: new URLSearchParams(form),
  };
}
