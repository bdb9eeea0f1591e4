// Textlocal. It responds with status 200 for errors too.
import { baseUrlOrDefault, firstObjectOrEmpty, type SmsGateway, textOrEmpty } from './gateway.ts';

const API = 'https://api.textlocal.in';
/** Error code: the text matches no template that the account may send. */
const NO_TEMPLATE = '80';
/**
 * Error codes for faults of the account that may be fixed before the code in the message expires: login, credit,
 * sender, template, sending hours.
 */
const ACCOUNT = new Set(['3', '7', '43', '44', NO_TEMPLATE, '192']);

export const TEXTLOCAL: SmsGateway = {
  title: 'Textlocal',
  channels: ['sms'],
  credentials: ['sms_textlocal_api_key', 'sms_textlocal_sender'],
  secrets: (settings) => [settings.sms_textlocal_api_key],

  request: ({ to, text }, settings) => ({
    url: `${baseUrlOrDefault(settings.sms_textlocal_url, API)}/send`,
    headers: {},
    body: new URLSearchParams({
      sender: settings.sms_textlocal_sender,
      apikey: settings.sms_textlocal_api_key,
      message: text,
      numbers: to,
    }),
  }),

  read({ body }, { message }) {
    const id = textOrEmpty(firstObjectOrEmpty(body.messages).id);
    if (body.status === 'success') return { sent: true, id };
    const error = firstObjectOrEmpty(body.errors);
    const code = textOrEmpty(error.code);
    const about = code === NO_TEMPLATE ? `template message: ${message.text}` : `message ${id}`;
    const reason = `textlocal error: ${textOrEmpty(error.message)} (code: ${code}) ${about}`;
    return { sent: false, reason, temporary: ACCOUNT.has(code) };
  },
};
