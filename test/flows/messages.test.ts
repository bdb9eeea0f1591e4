// Links that an administrator generates, test numbers, and what proves what; T73 to T76b (test/house/traps.test.ts).
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/admin.ts';
import { bearer, confirmedUser, fragment, newEmail, type Stack, startStack } from '../support/stack.ts';
import { ring } from '../support/surface.ts';

const PASSWORD = 'correct horse battery';
let stack: Stack;
test.before(async () => {
  stack = await startStack({
    env: {
      SVC_EXTERNAL_PHONE_ENABLED: 'true',
      SVC_SMS_TEST_OTP: '491700000001:123456,491700000002:123456,491700000003:123456',
      SVC_SMTP_MAX_FREQUENCY: '1ms',
    },
  });
});
test.after(() => stack.close());

async function asked(path: string, email: string, mails = 1) {
  const answer = await stack.post(path, { email });
  assert.is(answer.status, 200, answer.text);
  return stack.mail(email, mails);
}

test('T73 a generated magic link for an unknown address is a sign-up, and makes the user', async () => {
  const email = newEmail();
  const { status, body } = await stack.post('/admin/generate_link', { type: 'magiclink', email }, SERVICE);
  assert.is(status, 200);
  assert.is(body.verification_type, 'signup');
  assert.match(String(body.action_link), /type=signup/);
  assert.is((await stack.get(`/admin/users/${body.id}`, SERVICE)).body.email, email);
});

test('T74 a generated link replaces a mailed one, and no limit holds it', async () => {
  const { email } = await confirmedUser(stack);
  const mailed = await asked('/recover', email, 2);
  const full = await stack.another({ SVC_RATE_LIMIT_EMAIL_SENT: '0', SVC_SMTP_MAX_FREQUENCY: '1h' });
  for (let count = 0; count < 2; count += 1) {
    const link = await full.post('/admin/generate_link', { type: 'recovery', email }, SERVICE);
    assert.is(link.status, 200, link.text);
  }
  assert.is(fragment(await stack.get(mailed.path)).get('error_code'), 'otp_expired');
});

test('T75 and T76 a test number sends nothing and is spaced, by /signup and /otp alike', async () => {
  const phone = '491700000001';
  const [before] = await stack.db.sql`select count(*)::integer as n from auth.messages`;
  assert.is((await stack.post('/signup', { phone, password: PASSWORD })).status, 200);
  assert.is((await stack.post('/otp', { phone })).status, 429);
  const [after] = await stack.db.sql`select count(*)::integer as n from auth.messages`;
  assert.is(after?.n, before?.n);
});

const MAILED = ['signup', 'invite', 'recovery', 'magiclink', 'email', 'email_change'];

test('T76a a token issued for an SMS confirms no email, whatever type its hash is presented as', async () => {
  const email = newEmail();
  const numbers = [
    ['sms', '491700000002'],
    ['phone_change', '491700000003'],
  ] as const;
  for (const [kind, phone] of numbers) {
    const own = kind === 'sms' ? phone : undefined;
    const address = kind === 'sms' ? email : newEmail();
    const made = await stack.post('/admin/users', { email: address, phone: own, password: PASSWORD }, SERVICE);
    const id = String(made.body.id);
    if (kind === 'sms') {
      assert.is((await stack.post('/otp', { phone })).status, 200);
    } else {
      // An address that is confirmed gets a session, and that session asks for the number.
      await stack.request('PUT', `/admin/users/${id}`, { email_confirm: true }, SERVICE);
      const { body } = await stack.post('/token?grant_type=password', { email: address, password: PASSWORD });
      const put = await stack.request('PUT', '/user', { phone }, bearer(body.access_token));
      assert.is(put.status, 200, put.text);
    }
    // As if it had been sent, which starts its life.
    const tokens = await stack.db.sql<{ id: string }[]>`
      update auth.one_time_tokens set expires_at = now() + interval '1 hour'
      where user_id = ${id} and kind = ${kind} returning id`;
    assert.is(tokens.length, 1, `a token of kind ${kind}`);
    const hash = ring.sealLink(tokens[0]?.id ?? '');
    for (const type of MAILED) {
      const posted = await stack.post('/verify', { type, token_hash: hash });
      assert.equal([posted.status, posted.body.error_code], [403, 'otp_expired'], `${kind} as ${type}`);
      const followed = fragment(await stack.get(`/verify?type=${type}&token=${hash}`));
      assert.is(followed.get('error_code'), 'otp_expired', `${kind} as ${type}`);
    }
    const { body: user } = await stack.get(`/admin/users/${id}`, SERVICE);
    assert.is('email_confirmed_at' in user, kind !== 'sms');
    assert.not.ok('phone_confirmed_at' in user);
    const [left] = await stack.db.sql`select attempts from auth.one_time_tokens where id = ${tokens[0]?.id ?? ''}`;
    assert.is(left?.attempts, 0, 'and the token itself is untouched');
  }
});

test('T76a the reverse: a mailed link or code proves no number', async () => {
  const phone = '491700000004';
  const email = newEmail();
  const made = await stack.post('/admin/users', { email, phone, password: PASSWORD }, SERVICE);
  const mail = await asked('/otp', email);
  for (const type of ['sms', 'phone_change']) {
    assert.is((await stack.post('/verify', { type, token_hash: mail.token })).status, 400, type);
    const typed = await stack.post('/verify', { type, phone, token: mail.code });
    assert.equal([typed.status, typed.body.error_code], [403, 'otp_expired'], type);
  }
  const { body } = await stack.get(`/admin/users/${made.body.id}`, SERVICE);
  assert.not.ok('phone_confirmed_at' in body || 'email_confirmed_at' in body);
  assert.is((await stack.post('/verify', { type: 'email', email, token: mail.code })).status, 200, 'it is still alive');
});

test('T76b a pending change of email dies with a new password', async () => {
  const { access_token } = await confirmedUser(stack);
  const next = newEmail();
  await stack.request('PUT', '/user', { email: next }, bearer(access_token));
  const { code } = await stack.mail(next);
  await stack.request('PUT', '/user', { password: 'another horse battery' }, bearer(access_token));
  assert.is((await stack.post('/verify', { type: 'email_change', email: next, token: code })).status, 403);
});

test.run();
