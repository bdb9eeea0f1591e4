// Checks of SMS_TEMPLATE and the SMS settings at start.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnvironment, readSettings, SettingsError } from '../../../core/settings/reading.ts';
import { containsCodeVariable, parseSmsTemplate } from '../../../core/sms/text.ts';

const required = {
  SVC_SITE_URL: 'http://localhost:3000',
  SVC_API_EXTERNAL_URL: 'http://localhost:9999',
  SVC_JWT_SECRET: 'a-secret-of-at-least-thirty-two-characters',
  DATABASE_URL: 'postgres://u:hunter2@localhost/d',
};
const read = (env: Record<string, string>) =>
  readSettings(readEnvironment({ env: { ...required, ...env }, file: null }));
const problems = (env: Record<string, string>): string => {
  try {
    read(env);
    return '';
  } catch (error) {
    assert.instance(error, SettingsError);
    return (error as SettingsError).problems.join('\n');
  }
};

test('inserts the code wherever it occurs', () => {
  const fill = (template: string) => parseSmsTemplate(template)('0$&12');
  assert.is(fill('Your code is {{ .Code }}'), 'Your code is 0$&12');
  assert.is(fill('{{.Code}}/{{  .Code  }}'), '0$&12/0$&12');
  assert.is(fill('a {{- .Code -}} b {{ .Code -}}\n c'), 'a0$&12b 0$&12c');
  assert.is(fill('no code }} here'), 'no code }} here');
  assert.not(containsCodeVariable('no code here'));
});

test('anything else between braces is an error', () => {
  for (const template of [
    '{{ .Code',
    '{{ .Name }}',
    '{{ .Code | x }}',
    '{{ .code }}',
    '{{-.Code}}',
    '{{ {{ .Code }}',
  ]) {
    assert.throws(() => parseSmsTemplate(template), /only \{\{ \.Code \}\} can be filled in/, template);
  }
});

test('start-up errors', () => {
  const template = { SVC_SMS_PROVIDER: 'twilio', SVC_SMS_TEMPLATE: '{{ .Name }}' };
  assert.match(problems(template), /SVC_SMS_TEMPLATE: only/);
  assert.is(problems({ SVC_SMS_TEMPLATE: '{{ .Name }}' }), '', 'without a gateway it is not parsed');
  const until = (text: string) => problems({ SVC_SMS_TEST_OTP_VALID_UNTIL: text });
  for (const text of [
    'soon',
    '2031',
    '2031-05-01',
    '2031-05-01T12:00:00',
    '2031-13-01T12:00:00Z',
    'May 1 2031 12:00 UTC',
  ]) {
    assert.match(until(text), /SVC_SMS_TEST_OTP_VALID_UNTIL: must be an RFC 3339 time/, text);
  }
  for (const text of ['2031-05-01T12:00:00Z', '2031-05-01T12:00:00.5+02:00']) assert.is(until(text), '');
  const codes = problems({ SVC_SMS_TEST_OTP: 'abc:123456' });
  assert.match(codes, /SVC_SMS_TEST_OTP: each entry must be number:code/);
  assert.not.match(codes, '123456');
});

test('allows secrets over http on this machine only; prints no password of a mail server', () => {
  const urls = ['SMS_TWILIO_URL', 'SMS_MESSAGEBIRD_URL', 'SMS_TEXTLOCAL_URL', 'SMS_VONAGE_URL', 'SECURITY_CAPTCHA_URL'];
  for (const name of urls) {
    const problemsOf = (url: string) => problems({ [`SVC_${name}`]: url });
    assert.match(problemsOf('http://sms.example.com'), `SVC_${name}: must be https, or http on this machine`);
    for (const url of ['https://sms.example.com', 'http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:1']) {
      assert.is(problemsOf(url), '', url);
    }
    assert.match(problemsOf('http://127.0.0.1.example.com'), 'must be https');
  }
  const http = { SVC_SMS_PROVIDER: 'http', SVC_SMS_HTTP_URL: 'http://sms.example.com/?key=hunter3' };
  assert.is(problems(http), 'SVC_SMS_HTTP_URL: must be https, or http on this machine');
  const servers = problems({ SVC_SMTP_URLS: 'smtp://u:hunter3@one.example.com,two.example.com' });
  assert.match(servers, 'SVC_SMTP_URLS: server 2 is no URL');
  assert.not.match(servers, 'hunter3');
});

test('numbers of test codes lose plus and blanks', () => {
  const { settings } = read({ SVC_SMS_TEST_OTP: '+49 170 1:111111,4917 02:222222 ' });
  assert.equal(settings.sms_test_otp, { '491701': '111111', '491702': '222222' });
});

test('warns of missing parts at start, without stopping it', () => {
  const warningsFor = (env: Record<string, string>) => read(env).warnings.join('\n');
  const twilio = { SVC_SMS_PROVIDER: 'twilio', SVC_SMS_TWILIO_ACCOUNT_SID: 'a' };
  assert.match(
    warningsFor(twilio),
    'SVC_SMS_PROVIDER is twilio without SVC_SMS_TWILIO_AUTH_TOKEN, SVC_SMS_TWILIO_MESSAGE_SERVICE_SID',
  );
  const whole = { ...twilio, SVC_SMS_TWILIO_AUTH_TOKEN: 'b', SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'c' };
  assert.is(warningsFor(whole), '');
  assert.match(
    warningsFor({ SVC_SMS_PROVIDER: 'twilio_verify', SVC_SMS_TWILIO_VERIFY_ACCOUNT_SID: 'a' }),
    'SVC_SMS_PROVIDER is twilio_verify without SVC_SMS_TWILIO_VERIFY_AUTH_TOKEN, SVC_SMS_TWILIO_VERIFY_MESSAGE_SERVICE_SID',
  );
  assert.match(warningsFor({ SVC_SMS_PROVIDER: 'pigeon' }), 'SVC_SMS_PROVIDER is no gateway ("pigeon")');
  assert.match(warningsFor({ SVC_EXTERNAL_PHONE_ENABLED: 'true' }), 'is set without SVC_SMS_PROVIDER');
  assert.is(warningsFor({ SVC_EXTERNAL_PHONE_ENABLED: 'true', SVC_SMS_AUTOCONFIRM: 'true' }), '');
  assert.is(warningsFor({ SVC_EXTERNAL_PHONE_ENABLED: 'true', SVC_SMS_TEST_OTP: '49:1' }), '');
  assert.match(warningsFor({ ...whole, SVC_SMS_TEMPLATE: 'hello' }), 'nobody learns the code');
});

test.run();
