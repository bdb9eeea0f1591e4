// Traps of the contract's appendix A: links and codes, T48 to T76b, as design.md section 8 settles them.
import { SignJWT } from 'jose';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bearer, confirmedUser, fragment, JWT_SECRET, newEmail, SITE_URL, type Stack, startStack } from '../stack.ts';

const PASSWORD = 'correct horse battery';
const MESSAGES = {
  SVC_EXTERNAL_PHONE_ENABLED: 'true',
  SVC_SMS_TEST_OTP: '491700000001:123456,491700000002:123456',
  SVC_SMTP_MAX_FREQUENCY: '1ms',
  SVC_URI_ALLOW_LIST: 'https://*.example.com,http://other.test:3000/*,https://x.test/**',
};
let stack: Stack;
let admin: Record<string, string>;
test.before(async () => {
  stack = await startStack({ env: MESSAGES });
  const token = new SignJWT({ role: 'service_role' }).setProtectedHeader({ alg: 'HS256' });
  admin = bearer(await token.sign(new TextEncoder().encode(JWT_SECRET)));
});
test.after(() => stack.close());

const verify = (body: object) => stack.post('/verify', body);
const claims = (token: unknown) => JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString());
async function asked(path: string, email: string, mails = 1) {
  const answer = await stack.post(path, { email });
  assert.is(answer.status, 200, answer.text);
  return stack.mail(email, mails);
}

test('T48 (design 4) the token of a link is 56 hex digits and not the code', async () => {
  const { token, code } = await asked('/otp', newEmail());
  assert.match(token, /^[0-9a-f]{56}$/);
  assert.match(code, /^\d{6}$/);
});

test('T49 (design 4) a code belongs to its address', async () => {
  const [one, two] = [newEmail(), newEmail()];
  const { code } = await asked('/otp', one);
  await asked('/otp', two);
  assert.is((await verify({ type: 'email', email: two, token: code })).status, 403);
  assert.is((await verify({ type: 'email', email: one.toUpperCase(), token: code })).status, 200);
});

test('T50 codes keep leading zeros', async () => {
  const [row] = await stack.db.sql<{ shortest: number }[]>`
    select min(length(auth_lib.code(t, '\\x00'::bytea)))::integer as shortest
    from generate_series(1, 200) as n
    cross join lateral (select (jsonb_populate_record(null::auth.one_time_tokens,
      jsonb_build_object('id', gen_random_uuid(), 'generation', n, 'digits', 6))).*) as t`;
  assert.is(row?.shortest, 6);
});

test('T51 a wrong code and an expired one are told alike', async () => {
  const email = newEmail();
  const { code } = await asked('/otp', email);
  const wrong = await verify({ type: 'email', email, token: code === '000000' ? '000001' : '000000' });
  await stack.db.sql`update auth.one_time_tokens set expires_at = now() - interval '1 s' where address = ${email}`;
  const late = await verify({ type: 'email', email, token: code });
  assert.is(wrong.status, 403);
  assert.equal(wrong.body, late.body);
  assert.is(wrong.body.msg, 'Token has expired or is invalid');
});

test('T52 a magic link replaces a recovery link', async () => {
  const { email } = await confirmedUser(stack);
  const recovery = await asked('/recover', email, 2);
  await asked('/magiclink', email, 3);
  assert.is(fragment(await stack.get(recovery.path)).get('error_code'), 'otp_expired');
});

test('T53 a magic link for an unknown address is a confirmation of type signup', async () => {
  const mail = await asked('/magiclink', newEmail());
  assert.match(mail.path, /type=signup/);
  assert.is(mail.parsed.subject, 'Confirm Your Signup');
});

test('T54 magic links use the path of recovery', async () => {
  const { email } = await confirmedUser(stack);
  const mail = await asked('/magiclink', email, 2);
  assert.match(mail.path, /^\/verify\?token=[0-9a-f]{56}&type=magiclink&/);
});

test('T55 type email takes the code of a sign-up and of a magic link', async () => {
  const email = newEmail();
  const first = await asked('/otp', email);
  assert.is((await verify({ type: 'email', email, token: first.code })).body.type, 'signup');
  const second = await asked('/otp', email, 2);
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

test('T57 token_hash beside an email is 400', async () => {
  const { status, body } = await verify({ type: 'signup', token_hash: 'a'.repeat(56), email: newEmail() });
  assert.is(status, 400);
  assert.is(body.msg, 'Only the token_hash and type should be provided');
});

async function changing() {
  const user = await confirmedUser(stack);
  const next = newEmail();
  const put = await stack.request('PUT', '/user', { email: next }, bearer(user.access_token));
  assert.is(put.status, 200, put.text);
  return { user, next, put, toNew: await stack.mail(next), toCurrent: await stack.mail(user.email, 2) };
}

test('T58 and T59 the two confirmations come in any order, each once; the first is 200 with code "200"', async () => {
  for (const order of ['new first', 'current first']) {
    const { user, next, toNew, toCurrent } = await changing();
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

test('T60 under autoconfirm a new email still waits for its mail', async () => {
  const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
  const { access_token, email } = await confirmedUser(stack);
  const { body } = await auto.request('PUT', '/user', { email: newEmail() }, bearer(access_token));
  assert.is(body.email, email);
  assert.type(body.new_email, 'string');
});

test('T61 a new phone waits for its code', async () => {
  const { access_token } = await confirmedUser(stack);
  const { body } = await stack.request('PUT', '/user', { phone: '+491700000002' }, bearer(access_token));
  assert.is(body.phone, '');
  assert.is(body.new_phone, '491700000002');
});

test('T62 amr after any verification is otp', async () => {
  const { email } = await confirmedUser(stack);
  for (const [count, path] of ['/recover', '/magiclink'].entries()) {
    const mail = await asked(path, email, count + 2);
    const token = fragment(await stack.get(mail.path)).get('access_token');
    assert.is(claims(token).amr[0].method, 'otp');
  }
});

test('T63 a missing type or token is a page, an invalid token a redirect', async () => {
  for (const path of ['/verify?token=x', '/verify?type=signup', '/verify']) {
    assert.is((await stack.get(path)).status, 400);
  }
  const { status, headers } = await stack.get('/verify?type=signup&token=x');
  assert.is(status, 303);
  assert.ok(headers.get('location')?.startsWith(`${SITE_URL}#`));
});

test('T64 and T65 the success fragment, by 303', async () => {
  const { path } = await asked('/otp', newEmail());
  const answer = await stack.get(path);
  assert.is(answer.status, 303);
  const values = fragment(answer);
  const names = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'sb', 'token_type', 'type'];
  assert.equal([...values.keys()], names);
  assert.is(values.get('sb'), '');
  assert.is(values.get('type'), 'signup');
});

test('T66 error redirects are encoded once', async () => {
  const { headers } = await stack.get('/verify?type=signup&token=x');
  const raw = /error_description=([^&]*)/.exec(headers.get('location') ?? '')?.[1] ?? '';
  assert.is(decodeURIComponent(raw.replaceAll('+', ' ')), 'Email link is invalid or has expired');
});

test('T67 redirect_to in a body does not count', async () => {
  const email = newEmail();
  await stack.post('/otp', { email, redirect_to: 'https://a.example.com' });
  assert.match((await stack.mail(email)).path, /redirect_to=http:\/\/localhost:3000$/);
});

async function target(redirect_to: string, headers?: Record<string, string>) {
  const email = newEmail();
  const path = `/otp?redirect_to=${encodeURIComponent(redirect_to)}`;
  assert.is((await stack.post(path, { email }, headers)).status, 200);
  return new URLSearchParams((await stack.mail(email)).path.split('?')[1]).get('redirect_to');
}

test('T68 to T70 an invalid target falls back silently; globs stop at separators and see the query', async () => {
  assert.is(await target('https://evil.test/'), SITE_URL);
  assert.is(await target('https://evil.test/', { Referer: 'https://a.example.com' }), 'https://a.example.com');
  assert.is(await target('https://a.example.com'), 'https://a.example.com');
  assert.is(await target('https://a.b.example.com'), SITE_URL);
  assert.is(await target('http://other.test:3000/cb'), 'http://other.test:3000/cb');
  assert.is(await target('http://other.test:3000/a/b'), SITE_URL);
  assert.is(await target('http://other.test:3000/x.html'), SITE_URL);
  assert.is(await target('http://other.test:3000/cb?v=1.2'), SITE_URL);
  assert.is(await target('https://x.test/a?v=1.2'), 'https://x.test/a?v=1.2');
});

test('T71 a path with a leading slash replaces that of API_EXTERNAL_URL', async () => {
  const node = await stack.another({ SVC_API_EXTERNAL_URL: 'http://localhost:9999/auth/v1' });
  const email = newEmail();
  await node.post('/otp', { email });
  assert.match((await stack.mail(email)).path, /^\/verify\?/);
});

test('T72 redirect_to is escaped only where it must be', async () => {
  const escaped = async (redirect_to: string) => {
    const email = newEmail();
    await stack.post(`/otp?redirect_to=${encodeURIComponent(redirect_to)}`, { email });
    return (await stack.mail(email)).path.split('redirect_to=')[1];
  };
  assert.is(await escaped('https://x.test/a/b?c'), 'https://x.test/a/b?c');
  assert.is(await escaped('https://x.test/a?b=c'), 'https%3A%2F%2Fx.test%2Fa%3Fb%3Dc');
});

test('T73 a generated magic link for an unknown address is a sign-up', async () => {
  const { status, body } = await stack.post('/admin/generate_link', { type: 'magiclink', email: newEmail() }, admin);
  assert.is(status, 200);
  assert.is(body.verification_type, 'signup');
  assert.match(String(body.action_link), /type=signup/);
});

test('T74 a generated link replaces a mailed one, and no limit holds it', async () => {
  const { email } = await confirmedUser(stack);
  const mailed = await asked('/recover', email, 2);
  const full = await stack.another({ SVC_RATE_LIMIT_EMAIL_SENT: '0', SVC_SMTP_MAX_FREQUENCY: '1h' });
  for (let count = 0; count < 2; count += 1) {
    const link = await full.post('/admin/generate_link', { type: 'recovery', email }, admin);
    assert.is(link.status, 200, link.text);
  }
  assert.is(fragment(await stack.get(mailed.path)).get('error_code'), 'otp_expired');
});

test('T75 and T76 (D21) a test number sends nothing and is spaced, by /signup and /otp alike', async () => {
  const phone = '491700000001';
  const [before] = await stack.db.sql`select count(*)::integer as n from auth.messages`;
  assert.is((await stack.post('/signup', { phone, password: PASSWORD })).status, 200);
  assert.is((await stack.post('/otp', { phone })).status, 429);
  const [after] = await stack.db.sql`select count(*)::integer as n from auth.messages`;
  assert.is(after?.n, before?.n);
});

test('T76a a code by SMS proves no email, and a mailed link no phone', async () => {
  const { access_token, email } = await confirmedUser(stack);
  await stack.request('PUT', '/user', { phone: '+491700000003' }, bearer(access_token));
  const mail = await asked('/otp', email, 2);
  assert.is((await verify({ type: 'phone_change', token_hash: mail.token })).status, 400);
  const [row] = await stack.db.sql`select id from auth.one_time_tokens where kind = 'magiclink'`;
  assert.is(row, undefined);
  assert.is((await verify({ type: 'sms', phone: '491700000003', token: mail.code })).status, 403);
});

test('T76b a pending change of email dies with a new password', async () => {
  const { user, next, toNew } = await changing();
  await stack.request('PUT', '/user', { password: 'another horse battery' }, bearer(user.access_token));
  assert.is((await verify({ type: 'email_change', email: next, token: toNew.code })).status, 403);
});

test.run();
