// runner: when=sql,gateway,core

// Limit on code attempts: within 24 hours, at most 100 wrong codes are compared per account, over mail and phone
// together and from any number of client addresses. A submitted code counts once for each token it is compared with.
// The limit blocks only codes. Attackers who change their accounts to a stranger's address do not exhaust the
// stranger's limit.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { createMovableClock } from '../support/database/clock.ts';
import { codeOf, leaseQueuedMessages, ring, type TokenRow } from '../support/database/sql_api.ts';
import { bearer, newEmail, startStack } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const stack = await startStack({
  worker: false,
  env: {
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
    SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    SVC_RATE_LIMIT_SMS_SENT: '1000000',
    SVC_RATE_LIMIT_HEADER: 'X-Forwarded-For',
    SVC_SMS_PROVIDER: 'twilio',
    SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
    SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
    SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
  },
});
const forward = await createMovableClock(stack.db.sql);
test.after(() => stack.close());

let clients = 0;
/** Sends each request from a new client address. */
const post = (path: string, body: object, headers: Record<string, string> = {}) => {
  clients += 1;
  return stack.post(path, body, {
    'X-Forwarded-For': `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`,
    ...headers,
  });
};
let numbers = 0;
const newPhone = () => `491704${String(++numbers).padStart(6, '0')}`;

async function createOwner(): Promise<{ email: string; phone: string }> {
  const [email, phone] = [newEmail(), newPhone()];
  const made = { email, phone, password: PASSWORD, email_confirm: true, phone_confirm: true };
  assert.is((await stack.post('/admin/users', made, SERVICE)).status, 200);
  return { email, phone };
}
const attempts = async (address: string): Promise<number> =>
  Number((await stack.db.sql`select sum(attempts) as n from auth.one_time_tokens where address = ${address}`)[0]?.n);
/** Returns a code that differs from the token's code. */
const wrong = (token: TokenRow | undefined) => (token && codeOf(token) === '000000' ? '000001' : '000000');

test('F-25: the default limit leaves an attacker less than 1 chance in 10,000 a day with the default digits', () => {
  const { security_max_code_failures_per_day: most, mailer_otp_length, sms_otp_length } = stack.settings;
  const codes = 10 ** Math.min(mailer_otp_length, sms_otp_length);
  // Probability of success with five different attempts per code. Codes are independent.
  const chance = 1 - (1 - 5 / codes) ** (most / 5);
  assert.ok(chance < 1e-4, String(chance));
});

test('F-25: over three days, by mail and phone, no 24 hours have more than 100 comparisons; the right code fails too', async () => {
  const { email, phone } = await createOwner();
  const compared: number[] = [];
  let blocked = 0;
  for (let hour = 0; hour < 72; hour += 1) {
    let count = 0;
    for (const [address, path, body] of [
      [email, '/recover', { email, type: 'recovery' }],
      [phone, '/otp', { phone, type: 'sms' }],
    ] as const) {
      assert.is((await post(path, body)).status, 200);
      const [token] = await leaseQueuedMessages(stack.db.sql, address);
      const before = await attempts(address);
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => post('/verify', { ...body, token: wrong(token) })),
      );
      for (const { status } of answers) assert.ok(status === 403 || status === 429, String(status));
      count += (await attempts(address)) - before;
      if (answers.every(({ status }) => status === 429)) {
        blocked += 1;
        const right = await post('/verify', { ...body, token: codeOf(token as TokenRow) });
        assert.equal([right.status, right.body.error_code], [429, 'over_request_rate_limit']);
      }
    }
    compared.push(count);
    const day = compared.slice(-24).reduce((sum, n) => sum + n, 0);
    assert.ok(day <= 100, `${day} within 24 hours, hour ${hour}`);
    await forward('1 hour');
  }
  assert.ok(blocked > 10, `${blocked} times refused`);
  const all = compared.reduce((sum, n) => sum + n, 0);
  assert.ok(all > 200, `${all}: the bound is no ban`);

  assert.is((await post('/token?grant_type=password', { email, password: PASSWORD })).status, 200, 'the password');
  await post('/recover', { email });
  const [token] = await leaseQueuedMessages(stack.db.sql, email);
  const link = { type: 'recovery', token_hash: ring.sealLink(token?.id ?? '') };
  assert.is((await post('/verify', link)).status, 200, 'the link');
});

test('F-25: a parallel burst near the limit is compared no more often than the limit allows', async () => {
  const few = await stack.another({
    SVC_SECURITY_MAX_CODE_FAILURES_PER_DAY: '3',
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
  });
  const { email, phone } = await createOwner();
  await stack.post('/recover', { email });
  await stack.post('/otp', { phone });
  const guesses = [
    { type: 'recovery', email, token: wrong((await leaseQueuedMessages(stack.db.sql, email))[0]) },
    { type: 'sms', phone, token: wrong((await leaseQueuedMessages(stack.db.sql, phone))[0]) },
  ];
  await Promise.all(Array.from({ length: 24 }, (_, index) => few.post('/verify', guesses[index % 2])));
  assert.is((await attempts(email)) + (await attempts(phone)), 3);
});

test('F-25: signing in does not reset the limit', async () => {
  const few = await stack.another({ SVC_SECURITY_MAX_CODE_FAILURES_PER_DAY: '5' });
  const { email } = await createOwner();
  const round = async () => {
    await stack.post('/recover', { email });
    const [token] = await leaseQueuedMessages(stack.db.sql, email);
    for (let guess = 0; guess < 3; guess += 1) {
      await few.post('/verify', { type: 'recovery', email, token: wrong(token) });
    }
    return few.post('/verify', { type: 'recovery', email, token: codeOf(token as TokenRow) });
  };
  assert.is((await round()).status, 200);
  assert.is((await round()).status, 429);
});

test('F-25: an attempt at the codes of several accounts counts for each, and locks nobody out of the address', async () => {
  const stranger = newEmail();
  const few = await stack.another({ SVC_SECURITY_MAX_CODE_FAILURES_PER_DAY: '12' });
  for (let account = 0; account < 4; account += 1) {
    const { body } = await post('/signup', {});
    const session = bearer(String(body.access_token));
    assert.is((await stack.request('PUT', '/user', { email: stranger }, session)).status, 200);
    await forward('61 seconds');
  }
  await leaseQueuedMessages(stack.db.sql, stranger);
  const guess = () => few.post('/verify', { type: 'email_change', email: stranger, token: 'wrong' });
  assert.equal([(await guess()).status, (await guess()).status, (await guess()).status], [403, 403, 403]);
  assert.is(await attempts(stranger), 12, 'three attempts, four codes');
  assert.is((await guess()).status, 429);

  await post('/signup', { email: stranger, password: PASSWORD });
  const tokens = await leaseQueuedMessages(stack.db.sql, stranger);
  const token = codeOf(tokens.find(({ kind }) => kind === 'confirmation') as TokenRow);
  assert.is((await few.post('/verify', { type: 'signup', email: stranger, token })).status, 200);
});

test('a long attack on known and unknown addresses returns the same bytes, by mail and by phone', async () => {
  const run = async (steps: (step: (path: string, body: object) => Promise<void>) => Promise<void>) => {
    const seen: string[] = [];
    const step = async (path: string, body: object) => {
      const { status, text } = await post(path, body);
      const masked = text.replace(/[0-9a-f]{8}-[-0-9a-f]{27}/g, 'ID').replace(/after \d+ s/, 'after N s');
      seen.push(`${path} ${status} ${masked}`);
    };
    for (let round = 0; round < 8; round += 1) {
      await steps(step);
      await forward('61 seconds');
    }
    return seen;
  };
  const byMail = (email: string) =>
    run(async (step) => {
      for (const type of ['email', 'recovery']) await step('/verify', { type, email, token: 'wrong' });
      await step('/recover', { email });
      await step('/resend', { type: 'signup', email });
      await step('/recover', { email });
      for (let guess = 0; guess < 7; guess += 1) {
        await step('/verify', { type: guess % 2 ? 'signup' : 'email', email, token: 'wrong' });
      }
    });
  const byPhone = (phone: string) =>
    run(async (step) => {
      await step('/verify', { type: 'sms', phone, token: 'wrong' });
      for (let ask = 0; ask < 2; ask += 1) await step('/resend', { type: 'sms', phone });
      for (let guess = 0; guess < 7; guess += 1) await step('/verify', { type: 'sms', phone, token: 'wrong' });
    });
  const mails = [await byMail((await createOwner()).email), await byMail(newEmail())];
  assert.equal(mails[0], mails[1]);
  const numbers = [await byPhone((await createOwner()).phone), await byPhone(newPhone())];
  assert.equal(numbers[0], numbers[1]);
  for (const [seen] of [mails, numbers]) assert.ok(seen?.some((line) => line.startsWith('/verify 429')));
});

test.run();
