// Counts of wrong passwords and codes restart after an hour, for phone numbers as for e-mail addresses. The limits are
// low here; account_limits.test.ts tests the defaults of 100 and 30.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { createMovableClock } from '../support/database/clock.ts';
import { codeOf, leaseQueuedMessages, type TokenRow } from '../support/database/sql_api.ts';
import { newEmail, startStack } from '../support/processes/stack.ts';

const MOST = 4;
const stack = await startStack({
  worker: false,
  env: {
    SVC_SECURITY_MAX_PASSWORD_FAILURES: String(MOST),
    SVC_SECURITY_MAX_CODE_FAILURES: String(MOST),
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
    // /resend issues codes only if SMS can be sent to at least one number.
    SVC_SMS_TEST_OTP: '15550000000:123456',
  },
});
const forward = await createMovableClock(stack.db.sql);
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
let numbers = 0;
const newPhone = () => `491702${String(++numbers).padStart(6, '0')}`;

interface AttemptCase {
  about: string;
  /** Requests the code for attempts with wrong codes. Does nothing for attempts with wrong passwords. */
  ask(): Promise<unknown>;
  wrong(): Promise<number>;
}
async function sendRepeatedly(times: number, send: () => Promise<number>): Promise<number[]> {
  const seen: number[] = [];
  for (let count = 0; count < times; count += 1) seen.push(await send());
  return seen;
}
const of = (status: number, times: number): number[] => Array.from({ length: times }, () => status);

/** Returns attempts with wrong passwords and codes, for a known and an unknown e-mail address and phone number. */
async function attemptCases(): Promise<(AttemptCase & { status: number })[]> {
  const [email, phone] = [newEmail(), newPhone()];
  for (const address of [{ email }, { phone }]) {
    await stack.post(
      '/admin/users',
      { ...address, password: PASSWORD, email_confirm: true, phone_confirm: true },
      SERVICE,
    );
  }
  const addresses = [{ email }, { email: newEmail() }, { phone }, { phone: newPhone() }];
  return addresses.flatMap((address) => {
    const post = (path: string, more: object) => async () => (await stack.post(path, { ...address, ...more })).status;
    const [type, path] = 'email' in address ? ['recovery', '/recover'] : ['sms', '/resend'];
    const about = JSON.stringify(address);
    return [
      {
        about: `password of ${about}`,
        status: 400,
        ask: async () => undefined,
        wrong: post('/token?grant_type=password', { password: 'wrong' }),
      },
      {
        about: `code of ${about}`,
        status: 403,
        ask: post(path, { type }),
        wrong: post('/verify', { type, token: 'wrong' }),
      },
    ];
  });
}

test('after the hour the limit allows as many attempts again', async () => {
  const all = await attemptCases();
  for (const hour of ['first', 'second', 'third']) {
    for (const { about, status, ask, wrong } of all) {
      await ask();
      assert.equal(await sendRepeatedly(MOST + 1, wrong), [...of(status, MOST), 429], `${about}, ${hour} hour`);
    }
    await forward('61 minutes');
  }
});

test('the hour starts with the first failure, and later ones do not extend it', async () => {
  const [one] = (await attemptCases()) as [AttemptCase & { status: number }];
  assert.equal(await sendRepeatedly(1, one.wrong), [400]);
  await forward('50 minutes');
  assert.equal(await sendRepeatedly(MOST, one.wrong), [...of(400, MOST - 1), 429]);
  await forward('11 minutes');
  assert.equal(await sendRepeatedly(MOST + 1, one.wrong), [...of(400, MOST), 429]);
});

test('sign-in by phone: does not compare the right password either, in any spelling of the number', async () => {
  const phone = newPhone();
  await stack.post('/admin/users', { phone, password: PASSWORD, phone_confirm: true }, SERVICE);
  const spelled = [phone, `+${phone}`, `+${phone.slice(0, 2)} ${phone.slice(2)}`, phone];
  for (const spelling of spelled) {
    const answer = await stack.post('/token?grant_type=password', { phone: spelling, password: 'wrong' });
    assert.is(answer.status, 400, answer.text);
  }
  const signIn = () => stack.post('/token?grant_type=password', { phone, password: PASSWORD });
  const refused = await signIn();
  assert.is(refused.status, 429);
  assert.is(refused.body.error_code, 'over_request_rate_limit');
  await forward('61 minutes');
  assert.is((await signIn()).status, 200);
  // The sign-in with the correct password resets the count.
  const wrong = async () => (await stack.post('/token?grant_type=password', { phone, password: 'wrong' })).status;
  assert.equal(await sendRepeatedly(MOST - 1, wrong), of(400, MOST - 1));
  assert.is((await signIn()).status, 200);
  assert.equal(await sendRepeatedly(MOST + 1, wrong), [...of(400, MOST), 429]);
});

test('wrong passwords count for the account: by e-mail and by phone, in any audience, together', async () => {
  const [email, phone] = [newEmail(), newPhone()];
  const made = { email, phone, password: PASSWORD, email_confirm: true, phone_confirm: true };
  assert.is((await stack.post('/admin/users', made, SERVICE)).status, 200);
  const [unknown, number] = [newEmail(), newPhone()];
  const attempt =
    (address: object, password: string, headers: Record<string, string> = {}) =>
    async () =>
      (await stack.post('/token?grant_type=password', { ...address, password }, headers)).status;
  const elsewhere = { 'X-JWT-AUD': 'another' };
  for (const [one, other, last] of [
    [{ email }, { phone }, 429],
    [{ email: unknown }, { phone: number }, 400],
  ] as const) {
    assert.equal(await sendRepeatedly(MOST - 1, attempt(one, 'wrong')), of(400, MOST - 1));
    assert.is(await attempt(one, 'wrong', elsewhere)(), 400);
    assert.equal(
      await sendRepeatedly(1, attempt(one, PASSWORD, elsewhere)),
      [429],
      'the same count in another audience',
    );
    assert.equal(await sendRepeatedly(1, attempt(one, PASSWORD)), [429]);
    assert.equal(await sendRepeatedly(1, attempt(other, 'wrong')), [last]);
  }
  assert.is(await attempt({ phone }, PASSWORD)(), 429);
  await forward('61 minutes');
  assert.is(await attempt({ phone }, 'wrong')(), 400);
  assert.is(await attempt({ email }, PASSWORD)(), 200);
  assert.equal(
    await sendRepeatedly(MOST + 1, attempt({ phone }, 'wrong')),
    [...of(400, MOST), 429],
    'either clears both',
  );
});

test('confirming one address resets the count of the account', async () => {
  const [email, phone] = [newEmail(), newPhone()];
  const made = { email, phone, password: PASSWORD, email_confirm: true, phone_confirm: true };
  assert.is((await stack.post('/admin/users', made, SERVICE)).status, 200);
  const wrong = async () => (await stack.post('/token?grant_type=password', { phone, password: 'wrong' })).status;
  assert.equal(await sendRepeatedly(MOST + 1, wrong), [...of(400, MOST), 429]);
  await stack.post('/recover', { email });
  const [token] = await leaseQueuedMessages(stack.db.sql, email);
  const proof = { type: 'recovery', email, token: codeOf(token as TokenRow) };
  assert.is((await stack.post('/verify', proof)).status, 200);
  assert.equal(await sendRepeatedly(MOST + 1, wrong), [...of(400, MOST), 429]);
});

test('in parallel, over both addresses, compares exactly as many wrong passwords as the limit allows', async () => {
  const [email, phone] = [newEmail(), newPhone()];
  const made = { email, phone, password: PASSWORD, email_confirm: true, phone_confirm: true };
  assert.is((await stack.post('/admin/users', made, SERVICE)).status, 200);
  for (const addresses of [[{ email }, { phone }], [{ email: newEmail() }]]) {
    const burst = Array.from({ length: 8 * MOST }, (_, index) =>
      stack.post('/token?grant_type=password', { ...addresses[index % addresses.length], password: `wrong ${index}` }),
    );
    const statuses = (await Promise.all(burst)).map(({ status }) => status).sort();
    assert.equal(statuses, [...of(400, MOST), ...of(429, 7 * MOST)]);
  }
});

test.run();
