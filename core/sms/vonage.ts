// Vonage. It responds with HTTP status 200 for errors too. The actual status is in the body.
import { baseUrlOrDefault, firstObjectOrEmpty, type SmsGateway, textOrEmpty } from './gateway.ts';

const API = 'https://rest.nexmo.com';
/** Statuses after which a retry may succeed: throttled, wrong credentials, internal error, no credit. */
const TEMPORARY = new Set(['1', '4', '5', '9']);

export const VONAGE: SmsGateway = {
  title: 'Vonage',
  channels: ['sms'],
  credentials: ['sms_vonage_api_key', 'sms_vonage_api_secret', 'sms_vonage_from'],
  secrets: (settings) => [settings.sms_vonage_api_secret, settings.sms_vonage_api_key],

  request: ({ to, text }, settings) => ({
    url: `${baseUrlOrDefault(settings.sms_vonage_url, API)}/sms/json`,
    headers: {},
    body: new URLSearchParams({
      from: settings.sms_vonage_from,
      to,
      text,
      api_key: settings.sms_vonage_api_key,
      api_secret: settings.sms_vonage_api_secret,
      // Texts with letters outside of ASCII need the type unicode.
      ...(/[^\0-\x7f]/.test(text) ? { type: 'unicode' } : {}),
    }),
  }),

  read({ status: http, body }) {
    if (!Array.isArray(body.messages) || body.messages.length === 0) {
      return { sent: false, reason: 'vonage error: Internal Error', temporary: http < 500 };
    }
    const message = firstObjectOrEmpty(body.messages);
    const id = textOrEmpty(message['message-id']);
    const status = textOrEmpty(message.status);
    if (status === '0') return { sent: true, id };
    const reason = `vonage error: ${textOrEmpty(message['error-text'])} (status: ${status}) for message ${id}`;
    return { sent: false, reason, temporary: TEMPORARY.has(status) };
  },
};
