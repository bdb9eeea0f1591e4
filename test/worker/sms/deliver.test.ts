// runner: when=sql,gateway,core,worker

// From /otp to the phone: the code arrives and signs in. An error of the SMS provider is visible. A permanent error is
// not retried.
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { newEmail, startStack } from '../../support/processes/stack.ts';
import { waitForState } from '../../support/processes/worker.ts';
import { type ReceivedRequest, startThirdParty } from '../../support/providers/third_party.ts';

const twilio = await startThirdParty();
const SMS = {
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_PROVIDER: 'twilio',
  SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
  SVC_SMS_TWILIO_AUTH_TOKEN: 'twilio-token-zq',
  SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
  SVC_SMS_TWILIO_URL: twilio.url,
  SVC_SMS_TEMPLATE: 'Code: {{ .Code }}!',
  SVC_SMS_OTP_EXP: '600',
  SVC_RATE_LIMIT_SMS_SENT: '1000000',
  SVC_INTERNAL_HTTP_TIMEOUT: '2s',
  SVC_SMS_TEST_OTP: '+49 151 000000:246810',
};
const stack = await startStack({ env: SMS });
const sent = { status: 201, body: { sid: 'SM1', status: 'queued' } };
twilio.behaviour = () => sent;

test.after(async () => {
  await stack.close();
  await twilio.close();
});

const newPhone = (): string => `49170${randomInt(10 ** 7, 10 ** 8)}`;
const to = (phone: string): ReceivedRequest[] =>
  twilio.requests.filter(({ form }) => form.To?.replace('whatsapp:', '') === `+${phone}`);
const codeOf = (request: ReceivedRequest | undefined): string => /(\d{6})!/.exec(request?.form.Body ?? '')?.[1] ?? '';

/**
 * Requests a code while the SMS provider responds with `behaviour` to requests for this number. Returns the id of the
 * message.
 */
async function requestCode(phone: string, behaviour: typeof twilio.behaviour = () => sent): Promise<string> {
  const before = twilio.behaviour;
  twilio.behaviour = (request) => (request.form.To?.endsWith(phone) ? behaviour(request) : before(request));
  const answer = await stack.post('/otp', { phone: `+${phone}` });
  assert.is(answer.status, 200, answer.text);
  return String(answer.body.message_id);
}

test('a code arrives and signs in; the message is marked as sent', async () => {
  const phone = newPhone();
  const id = await requestCode(phone);
  const row = await waitForState(stack.db, id, ['sent']);
  assert.is(row.tries, 1);
  assert.is(to(phone).length, 1);
  assert.match(to(phone)[0]?.form.Body ?? '', /^Code: \d{6}!$/);
  const session = await stack.post('/verify', { type: 'sms', phone, token: codeOf(to(phone)[0]) });
  assert.is(session.status, 200, session.text);
  assert.ok(session.body.access_token);
});

test('a sign-up by WhatsApp', async () => {
  const phone = newPhone();
  const body = { phone, password: 'correct horse battery', channel: 'whatsapp' };
  assert.is((await stack.post('/signup', body)).status, 200);
  for (let i = 0; i < 3_000 && to(phone).length === 0; i += 1) await sleep(20);
  assert.is(to(phone)[0]?.form.To, `whatsapp:+${phone}`);
  const session = await stack.post('/verify', { type: 'sms', phone, token: codeOf(to(phone)[0]) });
  assert.is(session.status, 200, session.text);
});

test('a permanent error: the request had succeeded, the message has the reason, and nothing is retried', async () => {
  const phone = newPhone();
  const id = await requestCode(phone, ({ form }) => ({
    status: 400,
    body: { message: `Unverified: ${form.Body}`, more_info: 'https://t/21608' },
  }));
  const row = await waitForState(stack.db, id, ['failed']);
  assert.is(row.last_error, 'Unverified: Code: ***! More information: https://t/21608');
  await sleep(3_000);
  assert.is(to(phone).length, 1);
});

test('F-14: an SMS without an answer is sent twice at most', async () => {
  const phone = newPhone();
  const id = await requestCode(phone, () => 'hang');
  const row = await waitForState(stack.db, id, ['failed'], 120_000);
  assert.match(row.last_error ?? '', /did not answer/);
  await sleep(4_000);
  assert.is(to(phone).length, 2);
  assert.is(codeOf(to(phone)[0]), codeOf(to(phone)[1]), 'the same code');
});

test('F-15: respects Retry-After, and mails go on meanwhile', async () => {
  const phone = newPhone();
  const times: number[] = [];
  const id = await requestCode(phone, () => {
    times.push(Date.now());
    return times.length > 1 ? sent : { status: 429, headers: { 'retry-after': '4' }, body: { message: 'slow' } };
  });
  const email = newEmail();
  await stack.post('/otp', { email });
  await stack.mail(email);
  const row = await waitForState(stack.db, id, ['sent'], 120_000);
  assert.is(row.tries, 2, 'an early look is no attempt');
  assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 4_000);
});

test('a test code needs no gateway, and sends nothing', async () => {
  const answer = await stack.post('/otp', { phone: '+49151000000' });
  assert.equal([answer.status, answer.body.message_id], [200, 'test-otp']);
  const session = await stack.post('/verify', { type: 'sms', phone: '49151000000', token: '246810' });
  assert.is(session.status, 200, session.text);
  assert.is(to('49151000000').length, 0);
});

test('without credentials the request is refused, and nothing is stored', async () => {
  const phone = newPhone();
  const lacking: Record<string, string>[] = [
    { SVC_SMS_TWILIO_AUTH_TOKEN: '' },
    { SVC_SMS_PROVIDER: 'pigeon' },
    { SVC_SMS_PROVIDER: '' },
  ];
  for (const env of lacking) {
    const node = await stack.another(env);
    const { status, body } = await node.post('/otp', { phone });
    assert.equal([status, body.error_code, body.msg], [500, 'unexpected_failure', 'Unable to get SMS provider']);
  }
  assert.is((await stack.db.sql`select from auth.users where phone = ${phone}`).length, 0);
});

test('no code and no credential is in a table, in the queue or in the log', async () => {
  const secrets = [...twilio.requests.map(codeOf), 'twilio-token-zq'].filter((text) => text !== '');
  assert.ok(secrets.length > 5);
  const tables = await stack.db.sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('auth', 'auth_queue')`;
  const rows = await Promise.all(
    tables.map(({ name }) => stack.db.sql.unsafe<{ text: string }[]>(`select t::text as text from ${name} as t`)),
  );
  const everything = `${rows
    .flat()
    .map((row) => row.text)
    .join('\n')}\n${stack.log()}`;
  for (const secret of secrets) assert.not.match(everything, new RegExp(`(?<![0-9a-f.-])${secret}(?![0-9a-f-])`));
});

test.run();
