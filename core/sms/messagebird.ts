// MessageBird.
import { baseUrlOrDefault, firstObjectOrEmpty, objectOrEmpty, type SmsGateway, textOrEmpty } from './gateway.ts';

const API = 'https://rest.messagebird.com';
const REFUSED = new Set([400, 401, 403, 422]);
/**
 * Error code for "not enough balance". The message is retried, because the balance may be topped up before the code
 * expires.
 */
const NO_BALANCE = '25';

export const MESSAGEBIRD: SmsGateway = {
  title: 'MessageBird',
  channels: ['sms'],
  credentials: ['sms_messagebird_access_key', 'sms_messagebird_originator'],
  secrets: (settings) => [settings.sms_messagebird_access_key],

  request: ({ to, text }, settings) => ({
    url: `${baseUrlOrDefault(settings.sms_messagebird_url, API)}/messages`,
    headers: { Authorization: `AccessKey ${settings.sms_messagebird_access_key}` },
    body: new URLSearchParams({
      originator: settings.sms_messagebird_originator,
      body: text,
      recipients: to,
      type: 'sms',
      datacoding: 'unicode',
    }),
  }),

  read({ status, body }) {
    const error = firstObjectOrEmpty(body.errors);
    if (REFUSED.has(status)) {
      return { sent: false, reason: textOrEmpty(error.description), temporary: textOrEmpty(error.code) === NO_BALANCE };
    }
    const sent = objectOrEmpty(body.recipients).totalSentCount;
    if (typeof sent === 'number' && sent !== 0) return { sent: true, id: textOrEmpty(body.id) };
    return { sent: false, reason: 'messagebird error: total sent count is 0' };
  },
};
