// Links and codes: their format, their lifetime, the address and type that each fits, and how a new link or code
// replaces an older one.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { claimsOf } from '../support/clients/client.ts';
import { shiftClock } from '../support/database/clock.ts';
import {
  bearer,
  confirmedUser,
  newEmail,
  readRedirectFragment,
  type Stack,
  startStack,
} from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const MESSAGES = {
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_TEST_OTP: '491700000001:123456,491700000002:123456',
  SVC_SMTP_MAX_FREQUENCY: '1ms',
};
let stack: Stack;
test.before(async () => {
  stack = await startStack({ env: MESSAGES });
});
test.after(() => stack.close());

const verify = (body: object) => stack.post('/verify', body);
/** Returns the number of messages queued for an address, sent or not. */
const queued = async (to: string) => (await stack.db.sql`select 1 from auth.messages where to_address = ${to}`).length;
async function requestToken(path: string, email: string, mails = 1) {
  const answer = await stack.post(path, { email });
  assert.is(answer.status, 200, answer.text);
  return stack.mail(email, mails);
}

test('T48 the token of a link is 56 hex digits and not the code', async () => {
  const { token, code } = await requestToken('/otp', newEmail());
  assert.match(token, /^[0-9a-f]{56}$/);
  assert.match(code, /^\d{6}$/);
});

test('T49 a code belongs to its address', async () => {
  const [one, two] = [newEmail(), newEmail()];
  const { code } = await requestToken('/otp', one);
  await requestToken('/otp', two);
  assert.is((await verify({ type: 'email', email: two, token: code })).status, 403);
  assert.is((await verify({ type: 'email', email: one.toUpperCase(), token: code })).status, 200);
});

test('T50 codes keep leading zeros', async () => {
  const [row] = await stack.db.sql<{ shortest: number }[]>`
    select min(length(auth_lib.token_code(t, '\\x00'::bytea)))::integer as shortest
    from generate_series(1, 200) as n
    cross join lateral (select (jsonb_populate_record(null::auth.one_time_tokens,
      jsonb_build_object('id', gen_random_uuid(), 'generation', n, 'digits', 6))).*) as t`;
  assert.is(row?.shortest, 6);
});

test('T51 the same error for a wrong code and an expired one', async () => {
  const email = newEmail();
  const { code } = await requestToken('/otp', email);
  const wrong = await verify({ type: 'email', email, token: code === '000000' ? '000001' : '000000' });
  await shiftClock(stack.db, 86_401);
  const late = await verify({ type: 'email', email, token: code });
  await shiftClock(stack.db);
  assert.is(wrong.status, 403);
  assert.equal(wrong.body, late.body);
  assert.is(wrong.body.msg, 'Token has expired or is invalid');
  assert.is((await verify({ type: 'email', email, token: code })).status, 200, 'in time it is right');
});

test('T52 a magic link replaces a recovery link, and both share 60 seconds', async () => {
  const { email } = await confirmedUser(stack);
  const recovery = await requestToken('/recover', email, 2);
  await requestToken('/magiclink', email, 3);
  assert.is(readRedirectFragment(await stack.get(recovery.path)).get('error_code'), 'otp_expired');

  const spaced = await stack.another({ SVC_SMTP_MAX_FREQUENCY: '' });
  for (const [first, second] of [
    ['/recover', '/magiclink'],
    ['/magiclink', '/recover'],
    ['/recover', '/otp'],
  ] as const) {
    const user = await confirmedUser(stack);
    const body = { email: user.email };
    assert.is((await spaced.post(first, body)).status, 200);
    const soon = await spaced.post(second, body);
    assert.equal([soon.status, soon.body.error_code], [429, 'over_email_send_rate_limit'], `${first}, ${second}`);
    await shiftClock(stack.db, 61);
    assert.is((await spaced.post(second, body)).status, 200, `${first}, ${second}`);
    await shiftClock(stack.db);
  }
});

test('T53 a magic link for an unknown or unconfirmed address is a confirmation of type signup', async () => {
  const unconfirmed = newEmail();
  await stack.post('/signup', { email: unconfirmed, password: PASSWORD });
  await stack.mail(unconfirmed);
  for (const [email, count] of [
    [newEmail(), 1],
    [unconfirmed, 2],
  ] as const) {
    const mail = await requestToken('/magiclink', email, count);
    assert.match(mail.path, /type=signup/);
    assert.is(mail.parsed.subject, 'Confirm Your Signup');
  }
});

test('T54 magic links use the path of recovery, and every mail the path of its kind', async () => {
  // The worker creates the links, so the worker's settings apply.
  const other = await startStack({
    env: {
      SVC_SMTP_MAX_FREQUENCY: '1ms',
      SVC_MAILER_URLPATHS_INVITE: '/i',
      SVC_MAILER_URLPATHS_CONFIRMATION: '/verify',
      SVC_MAILER_URLPATHS_RECOVERY: '/r',
      SVC_MAILER_URLPATHS_EMAIL_CHANGE: '/e',
    },
  });
  try {
    const { email, access_token } = await confirmedUser(other);
    const pathOf = async (to: string, count = 1) => (await other.mail(to, count)).path;
    await other.post('/magiclink', { email });
    assert.match((await other.mail(email, 2)).path, /^\/r\?token=[0-9a-f]{56}&type=magiclink&/);
    await other.post('/recover', { email });
    assert.match(await pathOf(email, 3), /^\/r\?token=/);
    const [signedUp, invited, next] = [newEmail(), newEmail(), newEmail()];
    await other.post('/signup', { email: signedUp, password: PASSWORD });
    assert.match(await pathOf(signedUp), /^\/verify\?token=/);
    await other.post('/invite', { email: invited }, SERVICE);
    assert.match(await pathOf(invited), /^\/i\?token=/);
    await other.request('PUT', '/user', { email: next }, bearer(access_token));
    assert.match(await pathOf(next), /^\/e\?token=/);
    assert.match(await pathOf(email, 4), /^\/e\?token=/);
  } finally {
    await other.close();
  }
});

test('T55 type email takes the code of a sign-up and of a magic link', async () => {
  const email = newEmail();
  const first = await requestToken('/otp', email);
  assert.is((await verify({ type: 'email', email, token: first.code })).body.type, 'signup');
  const second = await requestToken('/otp', email, 2);
  assert.is((await verify({ type: 'email', email, token: second.code })).body.type, 'magiclink');
});

const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' };

test('T56 a code mailed in a PKCE flow can be typed', async () => {
  const email = newEmail();
  await stack.post('/otp', { email, ...challenge });
  const { code, token } = await stack.mail(email);
  assert.match(token, /^pkce_[0-9a-f]{56}$/);
  assert.type((await verify({ type: 'email', email, token: code })).body.access_token, 'string');
});

test('T57 token_hash beside an email, a phone or a target is 400', async () => {
  for (const beside of [{ email: newEmail() }, { phone: '491700000009' }, { redirect_to: 'http://localhost:3000' }]) {
    const { status, body } = await verify({ type: 'signup', token_hash: 'a'.repeat(56), ...beside });
    assert.is(status, 400, JSON.stringify(beside));
    assert.is(body.msg, 'Only the token_hash and type should be provided');
  }
});

async function requestEmailChange() {
  const user = await confirmedUser(stack);
  const next = newEmail();
  const put = await stack.request('PUT', '/user', { email: next }, bearer(user.access_token));
  assert.is(put.status, 200, put.text);
  return { user, next, put, toNew: await stack.mail(next), toCurrent: await stack.mail(user.email, 2) };
}

test('T58 and T59 the two confirmations work in any order, each once; the first is 200 with code "200"', async () => {
  for (const order of ['new first', 'current first']) {
    const { user, next, toNew, toCurrent } = await requestEmailChange();
    const steps = [
      { email: next, token: toNew.code },
      { email: user.email, token: toCurrent.code },
    ];
    if (order === 'current first') steps.reverse();
    const first = await verify({ type: 'email_change', ...steps[0] });
    assert.is(first.status, 200);
    assert.equal(Object.keys(first.body).sort(), ['code', 'msg']);
    assert.is(first.body.code, '200');
    assert.is((await verify({ type: 'email_change', ...steps[0] })).status, 403);
    const second = await verify({ type: 'email_change', ...steps[1] });
    assert.is((second.body.user as { email: string }).email, next, order);
  }
});

test('T60 under autoconfirm a new email still waits for its mails', async () => {
  const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
  const { access_token, email } = await confirmedUser(stack);
  const next = newEmail();
  const before = await queued(email);
  const { body } = await auto.request('PUT', '/user', { email: next }, bearer(access_token));
  assert.is(body.email, email);
  assert.is(body.new_email, next);
  assert.is(await queued(next), 1);
  assert.is(await queued(email), before + 1, 'the current address is asked too');
  const values = readRedirectFragment(await auto.get((await stack.mail(next)).path)); // one confirmation is enough here
  assert.is(claimsOf(values.get('access_token') ?? '').email, next);
});

test('T61 a new phone waits for its code', async () => {
  const { access_token } = await confirmedUser(stack);
  const { body } = await stack.request('PUT', '/user', { phone: '+491700000002' }, bearer(access_token));
  assert.is(body.phone, '');
  assert.is(body.new_phone, '491700000002');
});

test('T62 amr after any verification is otp', async () => {
  const amrOf = (token: unknown) => (claimsOf(String(token)).amr as { method: string }[]).map(({ method }) => method);
  const byLink = async (mail: { path: string }) =>
    amrOf(readRedirectFragment(await stack.get(mail.path)).get('access_token'));
  const { email } = await confirmedUser(stack);
  for (const [count, path] of ['/recover', '/magiclink'].entries()) {
    assert.equal(await byLink(await requestToken(path, email, count + 2)), ['otp'], path);
  }
  const [signedUp, invited] = [newEmail(), newEmail()];
  await stack.post('/signup', { email: signedUp, password: PASSWORD });
  assert.equal(await byLink(await stack.mail(signedUp)), ['otp'], 'signup');
  await stack.post('/invite', { email: invited }, SERVICE);
  assert.equal(await byLink(await stack.mail(invited)), ['otp'], 'invite');
  const code = (await requestToken('/otp', newEmail())) as { to: readonly string[]; code: string };
  const typed = await verify({ type: 'email', email: code.to[0], token: code.code });
  assert.equal(amrOf(typed.body.access_token), ['otp'], 'a typed code');

  const phone = '491700000001';
  await stack.post('/signup', { phone, password: PASSWORD });
  const sms = await verify({ type: 'sms', phone, token: '123456' });
  assert.equal(amrOf(sms.body.access_token), ['otp'], 'sms');
  const { next, user, toNew, toCurrent } = await requestEmailChange();
  await verify({ type: 'email_change', email: next, token: toNew.code });
  const changed = await verify({ type: 'email_change', email: user.email, token: toCurrent.code });
  assert.equal(amrOf(changed.body.access_token), ['otp'], 'email_change');
  await stack.request('PUT', '/user', { phone: '491700000002' }, bearer(user.access_token));
  const moved = await verify({ type: 'phone_change', phone: '491700000002', token: '123456' });
  assert.equal(amrOf(moved.body.access_token), ['otp'], 'phone_change');
});

test.run();
