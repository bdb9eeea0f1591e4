// Lifetimes to the second, with a shifted clock. The lifetime of links and codes starts at the first attempt to send
// them. Sessions end by their time box regardless of refreshes.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { computeTotp, decodeBase32 } from '../support/clients/totp.ts';
import { freezeClock } from '../support/database/clock.ts';
import { codeOf, leaseQueuedMessages, ring, type TokenRow } from '../support/database/sql_api.ts';
import { bearer, newEmail, readRedirectFragment, startStack } from '../support/processes/stack.ts';

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
    SVC_JWT_EXP: '7200',
  },
});
await freezeClock(stack.db.sql);
const forward = (by: string) => stack.db.sql`update public.test_clock set at = at + ${by}::interval`;
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
async function findSentToken(address: string): Promise<TokenRow> {
  const [token] = await leaseQueuedMessages(stack.db.sql, address);
  if (!token) throw new Error(`nothing was sent to ${address}`);
  return token;
}
const numbers = ['491701000001', '491701000002'];

test('a code that replaces an expired one has its whole lifetime, by mail and by SMS', async () => {
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
    const first = await findSentToken(address);
    await forward(`${life + 1} seconds`);
    assert.is((await redeem(first)).body.error_code, 'otp_expired', type);
    assert.is((await stack.post('/otp', to)).status, 200);
    const second = await findSentToken(address);
    assert.is((await redeem(first)).body.error_code, 'otp_expired', type);
    await forward(`${life} seconds`); // the boundary is included
    const answer = await redeem(second);
    assert.is(answer.status, 200, `${type}: ${answer.text}`);
  }
});

test('a link too, and at its end it is invalid', async () => {
  const email = newEmail();
  const follow = async (token: TokenRow) =>
    readRedirectFragment(await stack.get(`/verify?type=signup&token=${ring.sealLink(token.id)}`));
  await stack.post('/signup', { email, password: PASSWORD });
  const first = await findSentToken(email);
  await forward('86401 seconds');
  assert.is((await follow(first)).get('error_code'), 'otp_expired');
  await stack.post('/resend', { type: 'signup', email });
  const second = await findSentToken(email);
  await forward('86401 seconds');
  assert.is((await follow(second)).get('error_code'), 'otp_expired');
  await stack.post('/resend', { type: 'signup', email });
  assert.ok((await follow(await findSentToken(email))).get('access_token'));
});

test("waiting to be sent does not age a message's code", async () => {
  const email = newEmail();
  await stack.post('/otp', { email });
  await forward('20 hours');
  const token = await findSentToken(email);
  await forward('24 hours');
  assert.is((await stack.post('/verify', { type: 'email', email, token: codeOf(token) })).status, 200);
});

test('the time box ends a session that was just refreshed; inactivity one that was not', async () => {
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

const now = async () => {
  const [row] = await stack.db.sql<{ at: Date }[]>`select auth_lib.clock() as at`;
  return (row?.at ?? new Date(0)).getTime();
};

test('a second factor or a recovery code does not raise a session past its time box or inactivity timeout', async () => {
  const nodes = {
    boxed: await stack.another({ SVC_SESSIONS_TIMEBOX: '1h' }),
    idle: await stack.another({ SVC_SESSIONS_INACTIVITY_TIMEOUT: '1h' }),
  };
  const email = newEmail();
  await stack.post('/admin/users', { email, password: PASSWORD, email_confirm: true }, SERVICE);
  const signIn = async () =>
    bearer((await stack.post('/token?grant_type=password', { email, password: PASSWORD })).body.access_token);
  const first = await signIn();
  const { body: factor } = await stack.post('/factors', { factor_type: 'totp' }, first);
  const secret = decodeBase32((factor.totp as { secret: string }).secret);
  const path = `/factors/${String(factor.id)}`;
  const verify = async (node: typeof stack | (typeof nodes)['idle'], session: Record<string, string>) => {
    const challenge_id = (await node.post(`${path}/challenge`, {}, session)).body.id;
    return node.post(`${path}/verify`, { challenge_id, code: computeTotp(secret, await now()) }, session);
  };
  const raised = await verify(stack, first);
  assert.is(raised.status, 200, raised.text);
  const made = await stack.post('/factors/recovery-codes', {}, bearer(raised.body.access_token));
  const redeem = (node: typeof stack | (typeof nodes)['idle'], session: Record<string, string>, code: unknown) =>
    node.post('/factors/recovery-codes/verify', { code }, session);

  const codes = [...(made.body.codes as string[])];
  for (const [name, node] of Object.entries(nodes)) {
    const [code] = codes.splice(0, 1);
    const late = await signIn();
    await forward('1 hour 1 second');
    for (const answer of [await verify(node, late), await redeem(node, late, code)]) {
      assert.equal([answer.status, answer.body.error_code], [403, 'session_not_found'], name);
    }
    const in_time = await signIn();
    await forward('1 hour'); // the boundary is included
    assert.is((await redeem(node, in_time, code)).status, 200, `${name}: the code was not used up`);
  }
});

test.run();
