// Twilio programmable messaging, SMS and WhatsApp.
import {
  baseUrlOrDefault,
  basicAuthHeader,
  type SmsGateway,
  type SmsResponse,
  type SmsVerdict,
  textOrEmpty,
} from './gateway.ts';

const API = 'https://api.twilio.com';
/** Matches a sender that is a phone number and not, for example, the id of a messaging service. */
const PHONE_NUMBER = /^[1-9][0-9]{1,14}$/;
const NOT_SENT = new Set(['failed', 'undelivered']);

export const TWILIO: SmsGateway = {
  title: 'Twilio',
  channels: ['sms', 'whatsapp'],
  credentials: ['sms_twilio_account_sid', 'sms_twilio_auth_token', 'sms_twilio_message_service_sid'],
  secrets: (settings) => [settings.sms_twilio_auth_token],

  request({ to, channel, text, code }, settings) {
    const { sms_twilio_account_sid: account, sms_twilio_message_service_sid: from } = settings;
    const content = settings.sms_twilio_content_sid;
    const number = PHONE_NUMBER.test(from.replace(/[+\s]/g, ''));
    const form: Record<string, string> =
      channel === 'whatsapp'
        ? {
            To: `whatsapp:+${to}`,
            Channel: channel,
            From: number ? `whatsapp:${from}` : from,
            ...(content === ''
              ? { Body: text }
              : { ContentSid: content, ContentVariables: `{"1": ${JSON.stringify(code)}}` }),
          }
        : { To: `+${to}`, Channel: channel, From: from, Body: text };
    return {
      url: `${baseUrlOrDefault(settings.sms_twilio_url, API)}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`,
      headers: basicAuthHeader(account, settings.sms_twilio_auth_token),
      body: new URLSearchParams(form),
    };
  },

  read: readTwilioVerdict,
};

/** Interprets a response of Twilio. */
export function readTwilioVerdict({ status, body }: SmsResponse): SmsVerdict {
  const sid = textOrEmpty(body.sid);
  if (status !== 200 && status !== 201) {
    return { sent: false, reason: `${textOrEmpty(body.message)} More information: ${textOrEmpty(body.more_info)}` };
  }
  if (!NOT_SENT.has(textOrEmpty(body.status))) return { sent: true, id: sid };
  const detail = `${textOrEmpty(body.error_message)} ${textOrEmpty(body.error_code)}`;
  return { sent: false, reason: `twilio error: ${detail} for message ${sid}` };
}
