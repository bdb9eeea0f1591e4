// Twilio Verify. Twilio generates and verifies the codes, so it receives a number, and later the typed code.
import {
  baseUrlOrDefault,
  basicAuthHeader,
  type CodeCheck,
  type SmsGateway,
  type SmsRequest,
  type SmsSettings,
  textOrEmpty,
} from './gateway.ts';
import { readTwilioVerdict } from './twilio.ts';

const API = 'https://verify.twilio.com';
/**
 * Statuses of a wrong code: the format of the code is wrong, or the number has no pending code (used, expired, never
 * sent).
 */
const WRONG = new Set([400, 404]);
/** Error code: all five attempts for the code were used. Any other error with status 429 is about the account. */
const TRIES_SPENT = '60202';

const CHECK: CodeCheck = {
  request: ({ to, code }, settings) => buildTwilioRequest('VerificationCheck', { To: `+${to}`, Code: code }, settings),

  read({ status, body }) {
    if (status === 200 || status === 201) return { approved: body.status === 'approved' && body.valid === true };
    if (WRONG.has(status) || (status === 429 && textOrEmpty(body.code) === TRIES_SPENT)) return { approved: false };
    return { fault: `${status} ${textOrEmpty(body.message)} More information: ${textOrEmpty(body.more_info)}` };
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
  request: ({ to, channel }, settings) =>
    buildTwilioRequest('Verifications', { To: `+${to}`, Channel: channel }, settings),
  read: readTwilioVerdict,
  check: CHECK,
};

function buildTwilioRequest(
  resource: string,
  form: Readonly<Record<string, string>>,
  settings: SmsSettings,
): SmsRequest {
  const service = encodeURIComponent(settings.sms_twilio_verify_message_service_sid);
  return {
    url: `${baseUrlOrDefault(settings.sms_twilio_verify_url, API)}/v2/Services/${service}/${resource}`,
    headers: basicAuthHeader(settings.sms_twilio_verify_account_sid, settings.sms_twilio_verify_auth_token),
    body: new URLSearchParams(form),
  };
}
