// An attacker with many accounts cannot flood one address with messages. An address gets a message of one purpose at
// most once a minute. Of all purposes together it gets at most ten in a row, and then one per 15 minutes (mail) or 30
// minutes (SMS).
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { createMovableClock } from '../support/database/clock.ts';
import { type Answer, bearer, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({
  worker: false,
  env: {
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
    SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
    SVC_RATE_LIMIT_SMS_SENT: '1000000',
    SVC_SMS_PROVIDER: 'twilio',
    SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
    SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
    SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
  },
});
const forward = await createMovableClock(stack.db.sql);
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
let numbers = 0;
const newPhone = () => `491705${String(++numbers).padStart(6, '0')}`;
const anonymous = async (): Promise<Record<string, string>> =>
  bearer(String((await stack.post('/signup', {})).body.access_token));
const messages = async (mailbox: string): Promise<number> =>
  (
    await stack.db.sql`
    select from auth.messages where regexp_replace(to_address, '\\+.*@', '@') = ${mailbox}`
  ).length;
const change = async (body: object): Promise<Answer> => stack.request('PUT', '/user', body, await anonymous());

test('60 accounts that change to one stranger’s address send one mail and one SMS', async () => {
  const [email, phone] = [newEmail(), newPhone()];
  const statuses: number[] = [];
  for (let batch = 0; batch < 6; batch += 1) {
    const answers = Array.from({ length: 10 }, (_, index) => change(index % 2 ? { email } : { phone }));
    statuses.push(...(await Promise.all(answers)).map(({ status }) => status));
  }
  assert.equal([await messages(email), await messages(phone)], [1, 1]);
  assert.equal(
    [200, 429].map((status) => statuses.filter((one) => one === status).length),
    [2, 58],
  );
  const [left] = await stack.db
    .sql`select count(*)::integer as n from auth.users where new_email is not null or new_phone is not null`;
  assert.is(left?.n, 2, 'a refused change leaves nothing');
});

test('every sending route, tried every 5 minutes for 6 hours, sends 10 mails and then one per 15 minutes', async () => {
  const email = newEmail();
  const [name, host] = email.split('@') as [string, string];
  for (let minute = 0; minute < 360; minute += 5) {
    await change({ email });
    await change({ email: `${name}+${minute}@${host}` });
    await stack.post('/otp', { email });
    await stack.post('/magiclink', { email: `${name}+x${minute}@${host}` });
    await stack.post('/recover', { email });
    await stack.post('/signup', { email, password: PASSWORD });
    await stack.post('/signup', { email: `${name}+y${minute}@${host}`, password: PASSWORD });
    await stack.post('/resend', { type: 'signup', email });
    await stack.post('/resend', { type: 'email_change', email });
    await stack.post('/invite', { email }, SERVICE);
    await forward('5 minutes');
  }
  const sent = await messages(email);
  assert.ok(sent <= 10 + 6 * 4 && sent > 20, `${sent} mails`);
});

test('every sending route sends 10 SMS and then one per 30 minutes', async () => {
  const phone = newPhone();
  for (let minute = 0; minute < 360; minute += 10) {
    await change({ phone });
    await stack.post('/otp', { phone });
    await stack.post('/signup', { phone, password: PASSWORD });
    await stack.post('/resend', { type: 'sms', phone });
    await forward('10 minutes');
  }
  const sent = await messages(phone);
  assert.ok(sent <= 10 + 6 * 2 && sent > 15, `${sent} SMS`);
});

test('the limit of an address returns the same for known and unknown addresses', async () => {
  const known = newEmail();
  await stack.post('/admin/users', { email: known, password: PASSWORD, email_confirm: true }, SERVICE);
  const ask = async (email: string): Promise<string[]> => {
    const seen: string[] = [];
    for (let minute = 0; minute < 14; minute += 1) {
      const { status, body } = await stack.post('/recover', { email });
      seen.push(`${status} ${body.error_code ?? ''} ${String(body.msg ?? '').replace(/\d+/, 'N')}`);
      await forward('61 seconds');
    }
    return seen;
  };
  const answers = await ask(known);
  assert.equal(answers, await ask(newEmail()));
  assert.equal([answers[9]?.slice(0, 3), answers[11]?.slice(0, 3)], ['200', '429']);
});

test.run();
