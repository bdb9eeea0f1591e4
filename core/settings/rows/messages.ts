// Settings of mail and SMS.
import {
  addresses,
  bool,
  choice,
  duration,
  int,
  json,
  list,
  mailServerUrls,
  map,
  optionalDuration,
  optionalNumber,
  rate,
  text,
  url,
} from '../row.ts';

const path = (kind: string) =>
  text('', `Path of the link in the ${kind} mail, resolved against API_EXTERNAL_URL.`, {
    default_text: 'the path of `API_EXTERNAL_URL` and `/verify`',
  });

const gatewayUrl = (name: string) =>
  url(`Base URL of ${name}'s API instead of its own address: https, or http on this machine.`, { safe: true });

export const MESSAGES = {
  external_email_enabled: bool(true, 'Sign-up and sign-in by e-mail.'),
  external_email_magic_link_enabled: bool(true, 'Sign-in by a link in a mail.'),
  rate_limit_email_sent: rate(
    30,
    'Mails in all: `N` per hour of the clock, or `N/duration` as a bucket; 0 refuses all.',
  ),
  rate_limit_email_per_address: rate(
    10,
    'Mails to one address, whoever asks for them, written as RATE_LIMIT_EMAIL_SENT (`N` is `N/1h` here); 0 is no limit.',
    { default: { count: 10, per: 900 }, default_text: '10/15m' },
  ),
  smtp_host: text('', 'Mail server; empty, and no SMTP_URLS either: mails are recorded as skipped.'),
  smtp_port: int(587, 'Port of the mail server; 465 is TLS from the start.', { min: 1, max: 65535 }),
  smtp_user: text('', 'User at the mail server; empty: no authentication.'),
  smtp_pass: text('', 'Password at the mail server.', { secret: true }),
  smtp_urls: mailServerUrls(
    'Several mail servers instead of SMTP_HOST and its neighbours, the next where one is down: `smtp://user:password@host:587,smtps://host`.',
  ),
  smtp_plain_hosts: list(
    [],
    'Mail servers that may offer no TLS, such as a mail catcher: mails go to them in plain text, logins never. Servers on this machine need no entry.',
  ),
  mail_concurrency: int(
    10,
    'Mails that a worker sends at once, each over a connection that is kept for the next one. As many more may wait for a late answer: lower it to half of what your mail server allows.',
    { min: 1, max: 100 },
  ),
  mail_max_per_second: optionalNumber('Mails that leave in a second, over all workers; unset: as many as can.', {
    min: 1,
  }),
  smtp_admin_email: text('', 'Sender address of all mails.'),
  smtp_sender_name: text('', 'Sender name.', { default_text: 'SVC_SMTP_ADMIN_EMAIL' }),
  smtp_max_frequency: optionalDuration(
    'Pause between two mails of a purpose to an address; unset: 900 s for sign-up, 60 s for the rest.',
    {
      zero_is_default: true,
    },
  ),

  mailer_autoconfirm: bool(false, 'Addresses count as confirmed without a mail.'),
  mailer_allow_unverified_email_sign_ins: bool(
    false,
    'A provider signs in also whom it vouches for no address of; the mail that proves the address is sent all the same.',
  ),
  mailer_otp_exp: duration(86400, 'Life of a link or code from its first sending.', { zero_is_default: true }),
  mailer_otp_length: int(6, 'Digits of a mailed code; outside 6 to 10 counts as 6.'),
  mailer_secure_email_change_enabled: bool(true, 'A change of address is confirmed at both addresses.'),
  mailer_external_hosts: list([], 'Hosts that links may start with when a proxy forwards them in X-Forwarded-Host.'),
  mailer_confirm_page: bool(
    false,
    'Links of mails show a page whose button redeems them, so that programs which open every link use none up. On with the embedded start.',
  ),
  mailer_urlpaths_invite: path('invite'),
  mailer_urlpaths_confirmation: path('confirmation'),
  mailer_urlpaths_recovery: path('recovery and magic link'),
  mailer_urlpaths_email_change: path('email change'),

  inbox: bool(
    false,
    'Development: mails and SMS are sent to nobody and shown on a page. Refused where a mail server or an SMS gateway is set.',
    { default_text: 'false; the embedded start: true' },
  ),
  inbox_host: addresses('127.0.0.1,::1', 'Addresses the inbox listens on. It asks nobody for a password.'),
  inbox_port: int(8082, 'Port of the inbox.', {
    min: 0,
    max: 65535,
    default_text: '8082; the embedded start: PORT + 1',
  }),

  external_phone_enabled: bool(false, 'Sign-up and sign-in by phone.'),
  sms_autoconfirm: bool(false, 'Phone numbers count as confirmed without an SMS.'),
  sms_max_frequency: duration(60, 'Pause between two SMS of a purpose to a number.', { zero_is_default: true }),
  sms_otp_exp: duration(60, 'Life of a code from its first sending.', { zero_is_default: true }),
  sms_otp_length: int(6, 'Digits of a code; outside 6 to 10 counts as 6.'),
  sms_provider: text('', 'SMS gateway: twilio, twilio_verify, messagebird, textlocal, vonage, or http for any other.'),
  sms_template: text('Your code is {{ .Code }}', 'Text of an SMS; `{{ .Code }}` is filled in.'),
  sms_test_otp: map('Fixed codes, `number:code,number:code`, for which nothing is sent.', { secret: true }),
  sms_test_otp_valid_until: text('', 'When the fixed codes end, RFC 3339; empty is never.'),
  rate_limit_sms_sent: rate(30, 'SMS in all, written as RATE_LIMIT_EMAIL_SENT.'),
  rate_limit_sms_per_address: rate(10, 'SMS to one number, written as RATE_LIMIT_EMAIL_PER_ADDRESS.', {
    default: { count: 10, per: 1800 },
    default_text: '10/30m',
  }),
  sms_twilio_account_sid: text('', 'Twilio account.'),
  sms_twilio_auth_token: text('', 'Twilio token.', { secret: true }),
  sms_twilio_message_service_sid: text('', 'Twilio message service, or the number to send from.'),
  sms_twilio_content_sid: text('', 'Twilio content template for WhatsApp.'),
  sms_twilio_url: gatewayUrl('Twilio'),
  sms_twilio_verify_account_sid: text('', 'Twilio account, for twilio_verify.'),
  sms_twilio_verify_auth_token: text('', 'Twilio token, for twilio_verify.', { secret: true }),
  sms_twilio_verify_message_service_sid: text('', 'Twilio Verify service.'),
  sms_twilio_verify_url: gatewayUrl('Twilio Verify'),
  sms_messagebird_access_key: text('', 'MessageBird key.', { secret: true }),
  sms_messagebird_originator: text('', 'MessageBird sender.'),
  sms_messagebird_url: gatewayUrl('MessageBird'),
  sms_textlocal_api_key: text('', 'Textlocal key.', { secret: true }),
  sms_textlocal_sender: text('', 'Textlocal sender.'),
  sms_textlocal_url: gatewayUrl('Textlocal'),
  sms_vonage_api_key: text('', 'Vonage key.', { secret: true }),
  sms_vonage_api_secret: text('', 'Vonage secret.', { secret: true }),
  sms_vonage_from: text('', 'Vonage sender.'),
  sms_vonage_url: gatewayUrl('Vonage'),
  sms_http_url: text(
    '',
    'URL of a gateway that is described by these settings; see [messages](messages.md#any-other-gateway).',
    {
      secret: true,
    },
  ),
  sms_http_method: choice(['POST', 'PUT', 'GET'], 'POST', 'How it is asked; GET sends no body.'),
  sms_http_headers: json('Its headers: a JSON object of texts.', { secret: true }),
  sms_http_body: text(
    '{"to":"+{{ .To }}","text":"{{ .Text }}"}',
    'What it is sent: JSON, or what the header Content-Type says.',
    {
      secret: true,
    },
  ),
  sms_http_success: text(
    '2xx',
    'Which of its answers mean that it has taken the message: statuses, and members of a JSON answer.',
  ),
} as const;
