// Twilio over HTTP: the requests, the meaning of the responses, and which requests are retried.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type OutgoingMessage, SendError } from '../../../core/senders.ts';
import type { SmsSettings } from '../../../core/sms/gateway.ts';
import { createSmsSender } from '../../../worker/sms/send.ts';
import { smsDefaults } from '../../support/processes/worker.ts';
import { startThirdParty, type ThirdPartyResponse } from '../../support/providers/third_party.ts';

const twilio = await startThirdParty();
test.after(() => twilio.close());
test.before.each(() => {
  twilio.requests.length = 0;
  twilio.behaviour = () => ({ status: 201, body: { sid: 'SM1', status: 'queued' } });
});

const never = new AbortController().signal;
const settings = (more: Partial<SmsSettings> = {}): SmsSettings => ({
  ...smsDefaults(),
  sms_provider: 'twilio',
  sms_twilio_account_sid: 'AC/1',
  sms_twilio_auth_token: 'token-zq',
  sms_twilio_message_service_sid: 'MG1',
  sms_twilio_url: `${twilio.url}/`,
  internal_http_timeout: 10,
  ...more,
});
const message = (more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: '0b5c5b1e-8c0a-4d0e-9d3b-1c1f6c1f0d11',
  kind: 'sms',
  channel: 'sms',
  to: '491701234567',
  subject: '',
  html: '',
  text: 'Your code is 012345',
  link: '',
  code: '012345',
  created_at: '2026-08-01T10:00:00.1Z',
  ...more,
});
const send = async (
  more: Partial<OutgoingMessage> = {},
  set: Partial<SmsSettings> = {},
  now = Date.now,
): Promise<void> => {
  const sender = createSmsSender(settings(set), { now });
  assert.ok(sender);
  await sender(message(more), never);
};
const failure = async (set: Partial<SmsSettings> = {}, more: Partial<OutgoingMessage> = {}, now = Date.now) => {
  const error = await send(more, set, now).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof SendError)) throw new Error(`no SendError but ${error}`);
  return error;
};

test('an SMS: one form, the account in path and login', async () => {
  await send();
  assert.is(twilio.requests.length, 1);
  const { method, path, headers, form } = twilio.last();
  assert.equal([method, path], ['POST', '/2010-04-01/Accounts/AC%2F1/Messages.json']);
  assert.is(headers.authorization, `Basic ${Buffer.from('AC/1:token-zq').toString('base64')}`);
  assert.match(String(headers['content-type']), /^application\/x-www-form-urlencoded/);
  assert.equal(form, { To: '+491701234567', Channel: 'sms', From: 'MG1', Body: 'Your code is 012345' });
});

test('WhatsApp: the receiver marked, the sender only if it is a number, content templates instead of a text', async () => {
  await send({ channel: 'whatsapp' });
  assert.equal(twilio.last().form, {
    To: 'whatsapp:+491701234567',
    Channel: 'whatsapp',
    From: 'MG1',
    Body: 'Your code is 012345',
  });
  await send({ channel: 'whatsapp' }, { sms_twilio_message_service_sid: '+1 555 0100' });
  assert.is(twilio.last().form.From, 'whatsapp:+1 555 0100');
  await send({ channel: 'whatsapp' }, { sms_twilio_content_sid: 'HX1' });
  const { Body, ContentSid, ContentVariables } = twilio.last().form;
  assert.equal([Body, ContentSid, ContentVariables], [undefined, 'HX1', '{"1": "012345"}']);
  await send({}, { sms_twilio_content_sid: 'HX1' });
  assert.is(twilio.last().form.Body, 'Your code is 012345', 'an SMS keeps its text');
});

test('permanent errors keep the message of Twilio, with the code and the token masked', async () => {
  const answers: [ThirdPartyResponse, string][] = [
    [
      { status: 400, body: { message: 'Invalid "To" in 012345 token-zq', more_info: 'https://t/21211', code: 21211 } },
      'Invalid "To" in *** *** More information: https://t/21211',
    ],
    [
      { status: 201, body: { status: 'failed', error_message: 'Blocked', error_code: 30004, sid: 'SM2' } },
      'twilio error: Blocked 30004 for message SM2',
    ],
    [
      { status: 200, body: { status: 'undelivered', error_message: null, error_code: null, sid: 'SM3' } },
      'twilio error:   for message SM3',
    ],
  ];
  for (const [answer, words] of answers) {
    twilio.behaviour = () => answer;
    const { permanent, unknown, message: text } = await failure();
    assert.equal([permanent, unknown, text], [true, false, words]);
  }
  const unsupported = await failure({}, { channel: 'pigeon' });
  assert.is(unsupported.message, 'channel type "pigeon" is not supported for Twilio');
  assert.ok(unsupported.permanent);
});

test('not accepted: retried, after the requested pause', async () => {
  const body = { message: 'm', more_info: 'i' };
  const now = Date.parse('2026-08-01T10:00:00Z');
  const later = new Date(now + 20_000).toUTCString();
  const answers: [ThirdPartyResponse, (seconds: number | undefined) => boolean][] = [
    [{ status: 429, headers: { 'retry-after': '7' }, body }, (seconds) => seconds === 7],
    [{ status: 429, body }, (seconds) => seconds === undefined],
    [{ status: 503, headers: { 'retry-after': later }, body }, (seconds) => seconds === 20],
    [{ status: 500, headers: { 'retry-after': '99999999' }, body }, (seconds) => seconds === 3600],
    [{ status: 401, body }, (seconds) => seconds === undefined],
    [{ status: 404, body: 'no json' }, (seconds) => seconds === undefined],
    [{ status: 302, headers: { location: `${twilio.url}/else` }, body }, (seconds) => seconds === undefined],
  ];
  for (const [answer, right] of answers) {
    twilio.behaviour = () => answer;
    const { permanent, unknown, retry_after } = await failure({}, {}, () => now);
    assert.equal([permanent, unknown], [false, false], String(answer.status));
    assert.ok(right(retry_after), `${answer.status}: ${retry_after}`);
  }
  assert.is(twilio.requests.length, answers.length, 'a redirect is not followed');
  const gone = await startThirdParty();
  await gone.close();
  const absent = await failure({ sms_twilio_url: gone.url });
  assert.equal([absent.permanent, absent.unknown], [false, false]);
  assert.match(absent.message, /cannot be reached/);
});

test('possibly accepted: unknown outcome', async () => {
  const answers = [
    'hang',
    'cut',
    { status: 500, body: {} },
    { status: 504, body: 'gateway time-out' },
    { status: 200, body: 'not json' },
  ] as const;
  for (const answer of answers) {
    twilio.behaviour = () => answer;
    const { permanent, unknown } = await failure(answer === 'hang' ? { internal_http_timeout: 0.3 } : {});
    assert.equal([permanent, unknown], [false, true], JSON.stringify(answer));
  }
});

test('uses the configured timeout for an answer', async () => {
  twilio.behaviour = () => 'hang';
  const stop = new AbortController();
  const over: string[] = [];
  const attempt = async (seconds: number): Promise<void> => {
    const sender = createSmsSender(settings({ internal_http_timeout: seconds }));
    assert.ok(sender);
    await sender(message(), stop.signal).catch((error: Error) => over.push(`${seconds} s: ${error.message}`));
  };
  // The attempt with 15 s starts first. If both attempts had the same timeout, it would also end first.
  const patient = attempt(15);
  await attempt(0.3);
  assert.equal(over, ['0.3 s: the SMS gateway did not answer (no answer in time)']);
  stop.abort();
  await patient;
});

test('F-15: after five failures the gateway gets no requests for 30 s', async () => {
  let now = 1_000_000;
  const sender = createSmsSender(settings(), { now: () => now });
  assert.ok(sender);
  const attempt = () =>
    sender(message(), never).then(
      () => 'sent',
      (error: SendError) => error.retry_after ?? 'failed',
    );
  twilio.behaviour = () => ({ status: 503, body: {} });
  for (let i = 0; i < 4; i += 1) assert.is(await attempt(), 'failed');
  now += 10_001;
  assert.is(await attempt(), 'failed', 'four of them were too long ago');
  for (let i = 0; i < 4; i += 1) assert.is(await attempt(), 'failed');
  const asked = twilio.requests.length;
  assert.is(await attempt(), 30);
  now += 20_000;
  assert.is(await attempt(), 10);
  assert.is(twilio.requests.length, asked);
  twilio.behaviour = () => ({ status: 400, body: { message: 'no', more_info: '' } });
  now += 10_000;
  for (let i = 0; i < 6; i += 1)
    assert.is(await attempt(), 'failed', 'a refusal of a message is no fault of the gateway');
  twilio.behaviour = () => ({ status: 201, body: { sid: 'SM1' } });
  assert.is(await attempt(), 'sent');
});

test('no sender without a gateway or without its credentials', () => {
  assert.is(createSmsSender(smsDefaults()), null);
  assert.is(createSmsSender(settings({ sms_provider: 'pigeon' })), null);
  assert.is(createSmsSender(settings({ sms_provider: 'constructor' })), null);
  assert.is(createSmsSender(settings({ sms_twilio_auth_token: '' })), null);
});

test.run();
