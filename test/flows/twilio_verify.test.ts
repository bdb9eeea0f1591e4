// Codes that Twilio Verify generates and checks, with auth-js and a real worker: sign-in, change of number,
// reauthentication, the number of requests to Twilio, and the meaning of its responses.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { assertClientError, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { bearer, newEmail, startStack } from '../support/processes/stack.ts';
import type { ThirdPartyResponse } from '../support/providers/third_party.ts';
import { NOT_FOUND, startTwilioVerify } from '../support/providers/twilio_verify.ts';

const PASSWORD = 'correct horse battery';
const TESTED = '4915999999999';
const EXPIRED = [403, 'otp_expired', 'Token has expired or is invalid'] as const;
const NO_NONCE = [422, 'reauthentication_not_valid', 'Nonce has expired or is invalid'] as const;
const AWAY = [503, 'unexpected_failure', 'Service temporarily unavailable, please retry after a moment.'] as const;

const twilio = await startTwilioVerify();
const env = {
  ...twilio.env,
  SVC_SMS_TEST_OTP: `${TESTED}:424242`,
  SVC_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true',
  // Small pools. If each request to Twilio held a connection, a few of them would block all other requests.
  SVC_DB_MAX_POOL_SIZE: '4',
};
const stack = await startStack({ env });
// Long enough that a busy machine does not lose a real answer.
const hasty = await stack.another({ SVC_INTERNAL_HTTP_TIMEOUT: '3s' });
test.after(async () => {
  await stack.close();
  await twilio.close();
});
test.before.each(() => {
  twilio.requests.length = 0;
  twilio.instead = undefined;
});

let numbers = 0;
const newPhone = (): string => `4915800${String(++numbers).padStart(5, '0')}`;
const { sql } = stack.db;

/** Returns the code of the newest message to a number, after the worker has sent it. */
async function waitForCode(phone: string): Promise<string> {
  for (let looks = 0; ; looks += 1) {
    const [last] = await sql<{ state: string; last_error: string | null }[]>`
      select state, last_error from auth.messages where to_address = ${phone} order by created_at desc limit 1`;
    if (last?.state === 'sent') return twilio.codeOf(phone);
    assert.ok(looks < 600, `the SMS to ${phone} is ${last?.state}: ${last?.last_error}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
/** Requests a sign-in code for a new number. Returns both. */
async function requestCode(): Promise<{ phone: string; code: string }> {
  const phone = newPhone();
  assert.is((await stack.post('/otp', { phone })).status, 200);
  return { phone, code: await waitForCode(phone) };
}
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const errorOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.error_code,
  body.msg,
];
const misses = async (phone: string): Promise<number> => {
  const [row] = await sql<{ n: number }[]>`
    select coalesce(sum(cardinality(a.missed)), 0)::integer as n from auth.attempts as a join auth.users as u on u.phone = ${phone}
    where a.digest in (auth_lib.attempt_digest('account', u.id::text), auth_lib.attempt_digest('code', u.phone))`;
  return row?.n ?? 0;
};

test('signUp and signInWithOtp: Twilio’s code opens a session, once; a wrong one does not', async () => {
  const phone = newPhone();
  const { auth } = createClient(stack.url);
  expectData(await auth.signUp({ phone, password: PASSWORD }));
  const code = await waitForCode(phone);
  assert.equal(
    twilio.requests.map(({ form }) => form),
    [{ To: `+${phone}`, Channel: 'sms' }],
  );
  assertClientError(await auth.verifyOtp({ phone, token: wrong(code), type: 'sms' }), EXPIRED);
  assert.is(await misses(phone), 2, 'counted against the account and the number');
  const session = sessionOf(await auth.verifyOtp({ phone: `+${phone}`, token: code, type: 'sms' }));
  assert.ok(session.user.phone_confirmed_at);
  assert.is(await misses(phone), 2, 'the right one is no miss');
  assert.equal(
    twilio.requests.slice(1).map(({ form }) => form),
    [
      { To: `+${phone}`, Code: wrong(code) },
      { To: `+${phone}`, Code: code },
    ],
  );
  assertClientError(await auth.verifyOtp({ phone, token: code, type: 'sms' }), EXPIRED);
  assert.is(twilio.asked('VerificationCheck'), 2, 'nothing waits, so Twilio is not asked');
  expectData(await createClient(stack.url).auth.signInWithPassword({ phone, password: PASSWORD }));
});

test('sends the channel WhatsApp to Twilio', async () => {
  const phone = newPhone();
  expectData(await createClient(stack.url).auth.signInWithOtp({ phone, options: { channel: 'whatsapp' } }));
  await waitForCode(phone);
  assert.equal(twilio.requests[0]?.form, { To: `+${phone}`, Channel: 'whatsapp' });
});

test('the code that we would have generated is invalid', async () => {
  const { phone } = await requestCode();
  const { codeOf } = await import('../support/database/sql_api.ts');
  const [token] = await sql`select * from auth.one_time_tokens where address = ${phone}`;
  const answer = await stack.post('/verify', { type: 'sms', phone, token: codeOf(token as never) });
  assert.equal(errorOf(answer), EXPIRED);
});

test('updateUser({phone}): the code confirms the new number; of two accounts that request it, neither gets it', async () => {
  const first = await createSignedInUser();
  const phone = newPhone();
  assert.is((await stack.request('PUT', '/user', { phone }, first.headers)).status, 200);
  const { auth } = createClient(stack.url);
  const session = sessionOf(await auth.verifyOtp({ phone, token: await waitForCode(phone), type: 'phone_change' }));
  assert.equal([session.user.id, session.user.phone], [first.id, phone]);

  const wanted = newPhone();
  for (const { headers } of [first, await createSignedInUser()]) {
    await sql`update auth.attempts set asked_at = null, credit = null`;
    const answer = await stack.request('PUT', '/user', { phone: wanted }, headers);
    assert.is(answer.status, 200, answer.text);
  }
  const code = await waitForCode(wanted);
  const before = twilio.asked('VerificationCheck');
  assertClientError(await auth.verifyOtp({ phone: wanted, token: code, type: 'phone_change' }), EXPIRED);
  assert.is(twilio.asked('VerificationCheck'), before);
});

test('reauthenticate by phone: Twilio’s code is the nonce; by mail it stays ours', async () => {
  const { headers, phone } = await createUserByPhone();
  const change = (nonce: string) => stack.request('PUT', '/user', { password: 'quite another', nonce }, headers);
  assert.equal(errorOf(await change('123456')), NO_NONCE);
  assert.is(twilio.asked('VerificationCheck'), 0, 'no nonce was asked for');
  assert.is((await stack.get('/reauthenticate', headers)).status, 200);
  const code = await waitForCode(phone);
  assert.equal(errorOf(await change(wrong(code))), NO_NONCE);
  assert.is((await change(code)).status, 200);
  assert.equal(errorOf(await change(code)), NO_NONCE);
  assert.is(twilio.asked('VerificationCheck'), 2);
  expectData(await createClient(stack.url).auth.signInWithPassword({ phone, password: 'quite another' }));

  const mail = await createSignedInUser();
  assert.is((await stack.get('/reauthenticate', mail.headers)).status, 200);
  const { code: nonce } = await stack.mail(mail.email);
  const changed = await stack.request('PUT', '/user', { password: 'quite another', nonce }, mail.headers);
  assert.is(changed.status, 200, changed.text);
  assert.is(twilio.asked('VerificationCheck'), 2);
});

test('requests rejected anyway never reach Twilio, and cost no attempt', async () => {
  const { headers, phone } = await createUserByPhone();
  await stack.get('/reauthenticate', headers);
  const nonce = await waitForCode(phone);
  const weak = await stack.request('PUT', '/user', { password: 'x', nonce }, headers);
  assert.is(weak.body.error_code, 'weak_password');
  const { phone: other, code } = await requestCode();
  const both = await stack.post('/verify', { type: 'sms', phone: other, email: newEmail(), token: code });
  assert.is(both.status, 400);
  assert.is(twilio.asked('VerificationCheck'), 0);
  assert.is((await stack.request('PUT', '/user', { password: 'quite another', nonce }, headers)).status, 200);
  assert.is((await stack.post('/verify', { type: 'sms', phone: other, token: code })).status, 200);
});

test('test numbers never reach Twilio', async () => {
  const { auth } = createClient(stack.url);
  assert.is(expectData(await auth.signInWithOtp({ phone: TESTED })).messageId, 'test-otp');
  assertClientError(await auth.verifyOtp({ phone: TESTED, token: '424243', type: 'sms' }), EXPIRED);
  sessionOf(await auth.verifyOtp({ phone: TESTED, token: '424242', type: 'sms' }));
  assert.is(twilio.requests.length, 0);
});

test('Twilio gets at most five checks per code, concurrently too, and none for an impossible code', async () => {
  const { phone, code } = await requestCode();
  for (const token of ['123', '12345678901', '12345x', `${code}\n`, ' ']) {
    const answer = await stack.post('/verify', { type: 'sms', phone, token });
    assert.is(answer.status, 403, answer.text);
  }
  assert.is(twilio.asked('VerificationCheck'), 0, 'none of these attempts reached Twilio');
  assert.equal(errorOf(await stack.post('/verify', { type: 'sms', phone, token: code })), EXPIRED);
  const other = await requestCode();
  const guess = () => stack.post('/verify', { type: 'sms', phone: other.phone, token: wrong(other.code) });
  const answers = await Promise.all(Array.from({ length: 20 }, guess));
  assert.ok(answers.every(({ status }) => status === 403));
  assert.is(twilio.asked('VerificationCheck'), 5);
});

test('F-21: one code in twenty requests at two gateways: one session, even if Twilio approves each of them', async () => {
  for (const approve of [undefined, { body: { status: 'approved', valid: true } }]) {
    const { phone, code } = await requestCode();
    twilio.instead = (resource) => (resource === 'VerificationCheck' ? approve : undefined);
    const verify = (_: unknown, n: number) =>
      (n % 2 ? stack : hasty).post('/verify', { type: 'sms', phone, token: code });
    const answers = await Promise.all(Array.from({ length: 20 }, verify));
    const winners = answers.filter(({ status }) => status === 200);
    assert.is(winners.length, 1);
    for (const answer of answers) if (answer.status !== 200) assert.equal(errorOf(answer), EXPIRED);
    const made =
      await sql`select 1 from auth.sessions as s join auth.users as u on u.id = s.user_id where u.phone = ${phone}`;
    assert.is(made.length, 1);
    twilio.instead = undefined;
  }
});

test('F-21: one nonce in ten requests: one new password', async () => {
  const { headers, phone } = await createUserByPhone();
  await stack.get('/reauthenticate', headers);
  const nonce = await waitForCode(phone);
  twilio.instead = () => ({ body: { status: 'approved', valid: true } });
  const change = (_: unknown, n: number) =>
    stack.request('PUT', '/user', { password: `another one ${n}`, nonce }, headers);
  const answers = await Promise.all(Array.from({ length: 10 }, change));
  assert.is(answers.filter(({ status }) => status === 200).length, 1);
});

test('no connection is held during a request to Twilio; a code replaced meanwhile does not sign in', async () => {
  const { phone, code } = await requestCode();
  let reply = (_: ThirdPartyResponse): void => undefined;
  const late = new Promise<ThirdPartyResponse>((resolve) => {
    reply = resolve;
  });
  twilio.instead = (resource) => (resource === 'VerificationCheck' ? late : undefined);
  const others = await Promise.all(Array.from({ length: 6 }, requestCode));
  twilio.requests.length = 0;
  const verifying = [{ phone, code }, ...others].map((one) =>
    stack.post('/verify', { type: 'sms', phone: one.phone, token: one.code }),
  );
  for (let looks = 0; twilio.asked('VerificationCheck') < verifying.length; looks += 1) {
    assert.ok(looks < 600, `${twilio.asked('VerificationCheck')} were asked about`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  // Twilio delays more requests than the pool has connections, and this request still gets a response.
  await sql`update auth.attempts set asked_at = null, credit = null`;
  const again = await stack.post('/otp', { phone });
  assert.is(again.status, 200, again.text);
  reply({ body: { status: 'approved', valid: true } });
  const [replaced, ...signed] = await Promise.all(verifying);
  assert.equal(replaced && errorOf(replaced), EXPIRED);
  assert.equal(
    signed.map(({ status }) => status),
    others.map(() => 200),
  );
});

test('Twilio’s answers to a check: wrong codes are 403, its errors 503, with its text in the log and no secret', async () => {
  const words = { message: 'no 424242 token-zq', more_info: 'https://t/1' };
  const answers: [ThirdPartyResponse | 'hang' | 'cut', readonly unknown[]][] = [
    [{ body: { status: 'pending', valid: false } }, EXPIRED],
    [{ body: { status: 'approved', valid: false } }, EXPIRED],
    [{ body: { status: 'approved' } }, EXPIRED],
    [{ body: { valid: true } }, EXPIRED],
    [{ status: 201, body: { status: 'canceled', valid: true } }, EXPIRED],
    [NOT_FOUND, EXPIRED],
    [{ status: 400, body: { ...words, code: 60200 } }, EXPIRED],
    [{ status: 429, body: { ...words, code: 60202 } }, EXPIRED],
    [{ status: 429, body: { ...words, code: 20429 } }, AWAY],
    [{ status: 401, body: words }, AWAY],
    [{ status: 403, body: words }, AWAY],
    [{ status: 500, body: words }, AWAY],
    [{ status: 503, body: 'no json' }, AWAY],
    [{ status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: words }, AWAY],
    [{ status: 200, body: 'no json' }, AWAY],
    [{ status: 200, body: 'x'.repeat(70_000) }, AWAY],
    ['cut', AWAY],
    ['hang', AWAY],
  ];
  for (const [answer, expected] of answers) {
    const { phone, code } = await requestCode();
    twilio.instead = () => answer;
    const refused = await hasty.post('/verify', { type: 'sms', phone, token: '424242' });
    assert.equal(errorOf(refused), expected, JSON.stringify(answer));
    if (expected === AWAY) assert.ok(refused.headers.get('retry-after'));
    twilio.instead = undefined;
    assert.is((await hasty.post('/verify', { type: 'sms', phone, token: code })).status, 200, 'the code is still good');
  }
  assert.match(hasty.log(), 'the SMS gateway answered 401 no *** *** More information: https://t/1');
  assert.not.match(hasty.log(), 'token-zq');
});

async function createSignedInUser(): Promise<{ id: string; email: string; headers: Record<string, string> }> {
  const email = newEmail();
  const { body } = await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
  const answer = await stack.post('/token?grant_type=password', { email, password: PASSWORD });
  return { id: String(body.id), email, headers: bearer(answer.body.access_token) };
}

async function createUserByPhone(): Promise<{ phone: string; headers: Record<string, string> }> {
  const phone = newPhone();
  await stack.post('/admin/users', { phone, password: PASSWORD, phone_confirm: true }, SERVICE);
  const answer = await stack.post('/token?grant_type=password', { phone, password: PASSWORD });
  return { phone, headers: bearer(answer.body.access_token) };
}

test.run();
