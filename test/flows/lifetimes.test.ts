// How long links and codes live, the clock moved by the second: from the first attempt to send each, not from the
// one before it; and sessions, by their time box whatever was refreshed meanwhile.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/admin.ts';
import { stillClock } from '../support/clock.ts';
import { fragment, newEmail, startStack } from '../support/stack.ts';
import { codeOf, deliver, ring, type TokenRow } from '../support/surface.ts';

const stack = await startStack({
  worker: false,
  env: {
    SVC_EXTERNAL_PHONE_ENABLED: 'true',
    SVC_SMS_PROVIDER: 'twilio',
    SVC_SMS_TWILIO_ACCOUNT_SID: 'AC1',
    SVC_SMS_TWILIO_AUTH_TOKEN: 'x',
    SVC_SMS_TWILIO_MESSAGE_SERVICE_SID: 'MG1',
    SVC_MAILER_OTP_EXP: '86400',
    SVC_SMS_OTP_EXP: '60',
  },
});
await stillClock(stack.db.sql);
const forward = (by: string) => stack.db.sql`update public.test_clock set at = at + ${by}::interval`;
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
async function sent(address: string): Promise<TokenRow> {
  const [token] = await deliver(stack.db.sql, address);
  if (!token) throw new Error(`nothing was sent to ${address}`);
  return token;
}
const numbers = ['491701000001', '491701000002'];

test('a code that replaces one long dead has its whole life before it, by mail and by SMS', async () => {
  const [phone] = numbers as [string];
  await stack.post('/admin/users', { phone, phone_confirm: true }, SERVICE);
  const email = newEmail();
  for (const [to, type, life] of [
    [{ email }, 'email', 86_400],
    [{ phone }, 'sms', 60],
  ] as const) {
    const address = Object.values(to)[0] as string;
    const redeem = (token: TokenRow) => stack.post('/verify', { type, ...to, token: codeOf(token) });
    assert.is((await stack.post('/otp', to)).status, 200);
    const first = await sent(address);
    await forward(`${life + 1} seconds`);
    assert.is((await redeem(first)).body.error_code, 'otp_expired', type);
    assert.is((await stack.post('/otp', to)).status, 200);
    const second = await sent(address);
    assert.is((await redeem(first)).body.error_code, 'otp_expired', type);
    await forward(`${life} seconds`); // the boundary is inside
    const answer = await redeem(second);
    assert.is(answer.status, 200, `${type}: ${answer.text}`);
  }
});

test('a link too, and at its end it is dead', async () => {
  const email = newEmail();
  const follow = async (token: TokenRow) =>
    fragment(await stack.get(`/verify?type=signup&token=${ring.sealLink(token.id)}`));
  await stack.post('/signup', { email, password: PASSWORD });
  const first = await sent(email);
  await forward('86401 seconds');
  assert.is((await follow(first)).get('error_code'), 'otp_expired');
  await stack.post('/resend', { type: 'signup', email });
  const second = await sent(email);
  await forward('86401 seconds');
  assert.is((await follow(second)).get('error_code'), 'otp_expired');
  await stack.post('/resend', { type: 'signup', email });
  assert.ok((await follow(await sent(email))).get('access_token'));
});

test('a message that waits does not age its code', async () => {
  const email = newEmail();
  await stack.post('/otp', { email });
  await forward('20 hours');
  const token = await sent(email);
  await forward('24 hours');
  assert.is((await stack.post('/verify', { type: 'email', email, token: codeOf(token) })).status, 200);
});

test('the time box ends a session that was refreshed a moment ago; inactivity one that was not', async () => {
  const boxed = await stack.another({ SVC_SESSIONS_TIMEBOX: '1h' });
  const idle = await stack.another({ SVC_SESSIONS_INACTIVITY_TIMEOUT: '1h' });
  const email = newEmail();
  await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
  const signIn = async () =>
    (await stack.post('/token?grant_type=password', { email, password: PASSWORD })).body.refresh_token;
  const tokens = { boxed: await signIn(), idle: await signIn() };
  const refresh = async (name: 'boxed' | 'idle') => {
    const node = name === 'boxed' ? boxed : idle;
    const answer = await node.post('/token?grant_type=refresh_token', { refresh_token: tokens[name] });
    if (answer.status === 200) tokens[name] = answer.body.refresh_token;
    return [answer.status, answer.body.error_code, answer.body.msg];
  };
  const ALIVE = [200, undefined, undefined];
  for (const by of ['40 minutes', '20 minutes']) {
    await forward(by);
    assert.equal(await refresh('boxed'), ALIVE);
    assert.equal(await refresh('idle'), ALIVE);
  }
  await forward('1 second');
  assert.equal(await refresh('boxed'), [400, 'session_expired', 'Invalid Refresh Token: Session Expired']);
  assert.equal(await refresh('idle'), ALIVE, 'used all the time');
  await forward('1 hour 1 second');
  assert.equal(await refresh('idle'), [400, 'session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)']);
});

test.run();
