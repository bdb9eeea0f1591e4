// The installation's SMS quota: N per clock hour of the database, or N/d, a token bucket of size N that gains one token
// per interval d. Two gateways share the quota, which is separate from the mail quota.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { freezeClock } from '../support/database/clock.ts';
import { newEmail, startStack, type TestGateway } from '../support/processes/stack.ts';

const SMS = {
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_PROVIDER: 'twilio',
  SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
  SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
  SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
  SVC_SMS_TEST_OTP: '491700000001:123456',
};
const stack = await startStack({ worker: false, env: SMS });
test.before(() => freezeClock(stack.db.sql));
test.before.each(async () => {
  await stack.db.sql`delete from auth.quotas`;
});
test.after(() => stack.close());

const advance = (by: string) => stack.db.sql`update public.test_clock set at = at + ${by}::interval`;
let numbers = 0;
const ask = async (node: TestGateway, phone = `491703${String(++numbers).padStart(6, '0')}`) => {
  const { status, body } = await node.post('/otp', { phone });
  return status === 200 ? 'sent' : `${status} ${body.error_code}: ${body.msg}`;
};
const FULL = '429 over_sms_send_rate_limit: SMS rate limit exceeded';

test('N/d: a bucket of N that gains one every d, independent of the clock hour', async () => {
  const rate = { SVC_RATE_LIMIT_SMS_SENT: '2/30s' };
  const [one, two] = [await stack.another(rate), await stack.another(rate)];
  await stack.db.sql`update public.test_clock set at = '2031-05-05 10:59:50Z'`;
  assert.equal([await ask(one), await ask(two), await ask(one)], ['sent', 'sent', FULL]);
  await advance('29 seconds');
  assert.is(await ask(two), FULL, 'a new clock hour fills no bucket');
  await advance('1 second');
  assert.equal([await ask(one), await ask(two)], ['sent', FULL]);
  await advance('45 seconds');
  assert.equal([await ask(one), await ask(two)], ['sent', FULL]);
  await advance('15 seconds');
  assert.equal([await ask(one), await ask(two)], ['sent', FULL], 'the half that was left over counts');
  await advance('10 hours');
  assert.equal([await ask(one), await ask(two), await ask(one)], ['sent', 'sent', FULL]);
});

test('N: allows N per clock hour', async () => {
  const node = await stack.another({ SVC_RATE_LIMIT_SMS_SENT: '2' });
  await stack.db.sql`update public.test_clock set at = '2031-05-05 12:00:00Z'`;
  assert.equal([await ask(node), await ask(node), await ask(node)], ['sent', 'sent', FULL]);
  await advance('59 minutes');
  assert.is(await ask(node), FULL);
  await advance('1 minute');
  assert.equal([await ask(node), await ask(node), await ask(node)], ['sent', 'sent', FULL]);
});

test('0 and 0/d reject every SMS; a test number uses no quota', async () => {
  for (const rate of ['0', '0/1s']) {
    const node = await stack.another({ SVC_RATE_LIMIT_SMS_SENT: rate });
    assert.is(await ask(node), FULL, rate);
    assert.is(await ask(node, '491700000001'), 'sent', rate);
    await advance('1 hour');
  }
});

test('mails and SMS have separate quotas', async () => {
  const node = await stack.another({ SVC_RATE_LIMIT_SMS_SENT: '1/1h', SVC_RATE_LIMIT_EMAIL_SENT: '1/1h' });
  const mail = async () => (await node.post('/otp', { email: newEmail() })).status;
  assert.equal([await ask(node), await mail()], ['sent', 200]);
  assert.equal([await ask(node), await mail()], [FULL, 429]);
});

test.run();
