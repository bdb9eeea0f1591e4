// The counts of wrong passwords and codes begin again after their hour, and hold for phone numbers as for mail.
// Limits are small here; that the defaults are 100 and 30 is account_limits.test.ts.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/admin.ts';
import { movableClock } from '../support/clock.ts';
import { newEmail, startStack } from '../support/stack.ts';

const MOST = 4;
const stack = await startStack({
  worker: false,
  env: {
    SVC_SECURITY_MAX_PASSWORD_FAILURES: String(MOST),
    SVC_SECURITY_MAX_CODE_FAILURES: String(MOST),
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
  },
});
const forward = await movableClock(stack.db.sql);
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
let numbers = 0;
const newPhone = () => `491702${String(++numbers).padStart(6, '0')}`;

interface Guess {
  about: string;
  /** Asks for what is guessed at. */
  ask(): Promise<unknown>;
  wrong(): Promise<number>;
}
async function statuses(times: number, send: () => Promise<number>): Promise<number[]> {
  const seen: number[] = [];
  for (let count = 0; count < times; count += 1) seen.push(await send());
  return seen;
}
const of = (status: number, times: number): number[] => Array.from({ length: times }, () => status);

/** Wrong passwords and codes for an address that somebody has and for one that nobody has. */
async function guesses(): Promise<(Guess & { status: number })[]> {
  const [email, phone] = [newEmail(), newPhone()];
  await stack.post(
    '/admin/users',
    { email, phone, password: PASSWORD, email_confirm: true, phone_confirm: true },
    SERVICE,
  );
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

test('after the hour as many are compared as before, and then none again', async () => {
  const all = await guesses();
  for (const hour of ['first', 'second', 'third']) {
    for (const { about, status, ask, wrong } of all) {
      await ask();
      assert.equal(await statuses(MOST + 1, wrong), [...of(status, MOST), 429], `${about}, ${hour} hour`);
    }
    await forward('61 minutes');
  }
});

test('the hour begins with the first failure, and a later one does not lengthen it', async () => {
  const [one] = (await guesses()) as [Guess & { status: number }];
  assert.equal(await statuses(1, one.wrong), [400]);
  await forward('50 minutes');
  assert.equal(await statuses(MOST, one.wrong), [...of(400, MOST - 1), 429]);
  await forward('11 minutes');
  assert.equal(await statuses(MOST + 1, one.wrong), [...of(400, MOST), 429]);
});

test('sign-in by phone: the right password is not compared either, however the number is spelled', async () => {
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
  // The right one has cleared the count.
  const wrong = async () => (await stack.post('/token?grant_type=password', { phone, password: 'wrong' })).status;
  assert.equal(await statuses(MOST - 1, wrong), of(400, MOST - 1));
  assert.is((await signIn()).status, 200);
  assert.equal(await statuses(MOST + 1, wrong), [...of(400, MOST), 429]);
});

test.run();
