// Settings of mail and SMS.
import {
  addresses,
  bool,
  choice,
  duration,
  int,
  json,
  list,
  mailHeaders,
  mailServerUrls,
  map,
  optionalDuration,
  optionalNumber,
  rate,
  text,
  textList,
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
    'Total number of mails: `N` per clock hour, or `N/duration` as a token bucket; 0 refuses all.',
    { default_text: '30 per hour; unlimited if HOOK_SEND_EMAIL is enabled' },
  ),
  rate_limit_email_per_address: rate(
    10,
    'Mails to one address from all clients, in the form of RATE_LIMIT_EMAIL_SENT (here `N` means `N/1h`); 0: no limit.',
    { default: { count: 10, per: 900 }, default_text: '10/15m' },
  ),
  smtp_host: text('', 'Mail server; if this and SMTP_URLS are empty, mails are recorded as skipped.'),
  smtp_port: int(587, 'Port of the mail server; 465: implicit TLS.', { min: 1, max: 65535 }),
  smtp_user: text('', 'User at the mail server; empty: no authentication.'),
  smtp_pass: text('', 'Password at the mail server.', { secret: true }),
  smtp_urls: mailServerUrls(
    'Several mail servers instead of SMTP_HOST and its related settings. The next one is used if one is down: `smtp://user:password@host:587,smtps://host`.',
  ),
  smtp_plain_hosts: list(
    [],
    'Mail servers without TLS, such as a mail catcher. Mails are sent to them in plain text, but never a login. Servers on this machine need no entry.',
  ),
  mail_concurrency: int(
    10,
    "Number of mails that a worker sends at once, each over a reused connection. As many more may wait for a slow response, so set it to at most half of your mail server's limit of connections.",
    { min: 1, max: 100 },
  ),
  mail_max_per_second: optionalNumber('Mails per second over all workers; not set: unlimited.', {
    min: 1,
  }),
  smtp_admin_email: text('', 'Sender address of all mails.'),
  smtp_sender_name: text('', 'Sender name.', { default_text: 'SVC_SMTP_ADMIN_EMAIL' }),
  smtp_headers: mailHeaders(
    'Headers of every mail, as a JSON object of lists: `{"X-Tag": ["auth"]}`. `$messageType` in a value is the kind of the mail. Headers that other settings or the mail itself determine are refused.',
  ),
  smtp_max_frequency: optionalDuration(
    'Minimum interval between two mails of one kind to an address. Not set: 900 s for sign-ups, and 60 s otherwise.',
    {
      zero_is_default: true,
    },
  ),

  mailer_autoconfirm: bool(false, 'Addresses count as confirmed without a mail.'),
  mailer_allow_unverified_email_sign_ins: bool(
    false,
    'Allow sign-ins with a provider that has not verified the address. The mail that confirms the address is still sent.',
  ),
  mailer_email_validation_extended: bool(
    false,
    'Query DNS for the domain of a new e-mail address. If the domain receives no mail, the request is refused with 400 `email_address_invalid`.',
  ),
  mailer_email_validation_blocked_mx: textList(
    'JSON list of mail servers, with all their subdomains. Addresses whose domains use them are refused in the same way. For mail servers of throw-away addresses.',
  ),
  mailer_email_validation_dns: list([], 'DNS servers to ask, `address` or `address:port`.', {
    default_text: 'those of the system',
  }),
  mailer_otp_exp: duration(86400, 'Lifetime of a link or code after it was first sent.', { zero_is_default: true }),
  mailer_otp_length: int(6, 'Digits of a mailed code; values outside 6 to 10 count as 6.'),
  mailer_secure_email_change_enabled: bool(true, 'A change of address must be confirmed at both addresses.'),
  mailer_external_hosts: list([], 'Hosts that links may use if a proxy sends them in X-Forwarded-Host.'),
  mailer_confirm_page: bool(
    false,
    'Links in mails open a page, and only its button consumes the link. So mail scanners that open every link do not consume it. On with the embedded start.',
  ),
  mailer_urlpaths_invite: path('invite'),
  mailer_urlpaths_confirmation: path('confirmation'),
  mailer_urlpaths_recovery: path('recovery and magic link'),
  mailer_urlpaths_email_change: path('email change'),

  inbox: bool(
    false,
    'Development: mails and SMS are not sent but shown on a page. Refused if a mail server or an SMS gateway is set.',
    { default_text: 'false; the embedded start: true' },
  ),
  inbox_host: addresses('127.0.0.1,::1', 'Addresses on which the inbox listens. It has no password.'),
  inbox_port: int(8082, 'Port of the inbox.', {
    min: 0,
    max: 65535,
    default_text: '8082; the embedded start: PORT + 1',
  }),

  external_phone_enabled: bool(false, 'Sign-up and sign-in by phone.'),
  sms_autoconfirm: bool(false, 'Phone numbers count as confirmed without an SMS.'),
  sms_max_frequency: duration(60, 'Minimum interval between two SMS of one kind to a number.', {
    zero_is_default: true,
  }),
  sms_otp_exp: duration(60, 'Lifetime of a code after it was first sent.', { zero_is_default: true }),
  sms_otp_length: int(6, 'Digits of a code; outside 6 to 10 counts as 6.'),
  sms_provider: text('', 'SMS gateway: twilio, twilio_verify, messagebird, textlocal, vonage, or http for any other.'),
  sms_template: text('Your code is {{ .Code }}', 'Text of an SMS; `{{ .Code }}` is filled in.'),
  sms_test_otp: map('Fixed codes, `number:code,number:code`, for which nothing is sent.', { secret: true }),
  sms_test_otp_valid_until: text('', 'End of the fixed codes, RFC 3339; empty: never.'),
  rate_limit_sms_sent: rate(30, 'Total number of SMS, in the form of RATE_LIMIT_EMAIL_SENT.'),
  rate_limit_sms_per_address: rate(10, 'SMS to one number, in the form of RATE_LIMIT_EMAIL_PER_ADDRESS.', {
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
    'URL of the gateway that these settings describe; see [messages](messages.md#use-any-other-gateway).',
    {
      secret: true,
    },
  ),
  sms_http_method: choice(['POST', 'PUT', 'GET'], 'POST', 'HTTP method of the request; GET sends no body.'),
  sms_http_headers: json('Headers of the request: a JSON object of texts.', { secret: true }),
  sms_http_body: text(
    '{"to":"+{{ .To }}","text":"{{ .Text }}"}',
    'Body of the request: JSON, or the type in the header Content-Type.',
    {
      secret: true,
    },
  ),
  sms_http_success: text('2xx', 'Responses that mean success: statuses, and members of a JSON response.'),
} as const;
