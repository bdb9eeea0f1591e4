// The PKCE flow with auth-js: the mailed link yields an authorization code, which the client exchanges with the stored
// verifier for a session.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { assertClientError, claimsOf, createClient, expectData, sessionOf } from '../support/clients/client.ts';
import { shiftClock } from '../support/database/clock.ts';
import { type Answer, bearer, confirmedUser, newEmail, SITE_URL, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
test.after(() => stack.close());
test.after.each(() => shiftClock(stack.db));

const PASSWORD = 'correct horse battery';
const target = (answer: Answer) => new URL(answer.headers.get('location') ?? '');
const codeOf = (answer: Answer) => target(answer).searchParams.get('code') ?? '';
const amr = (token: string) => (claimsOf(token).amr as { method: string }[])[0]?.method;
const NOT_FOUND = [404, 'flow_state_not_found', 'invalid flow state, no valid flow state found'] as const;

test('signUp, signInWithOtp, resetPasswordForEmail: link, code, session, with the amr of the flow', async () => {
  const email = newEmail();
  const { auth } = createClient(stack.url, { flowType: 'pkce' });
  const redirect = `${SITE_URL}/cb?z=1&a=2`;
  const flows: [string, string, () => Promise<unknown>][] = [
    [
      'email/signup',
      'signup',
      async () => expectData(await auth.signUp({ email, password: PASSWORD, options: { emailRedirectTo: redirect } })),
    ],
    [
      'magiclink',
      'magiclink',
      async () => expectData(await auth.signInWithOtp({ email, options: { emailRedirectTo: redirect } })),
    ],
    ['recovery', 'recovery', async () => expectData(await auth.resetPasswordForEmail(email, { redirectTo: redirect }))],
  ];
  for (const [at, [method, type, ask]] of flows.entries()) {
    await shiftClock(stack.db, at * 61);
    await ask();
    const mail = await stack.mail(email, at + 1);
    assert.match(mail.path, new RegExp(`token=pkce_[0-9a-f]{56}&type=${type}&`));
    const answer = await stack.get(mail.path);
    assert.is(answer.status, 303);
    assert.is(target(answer).hash, '');
    assert.match(answer.headers.get('location') ?? '', /^http:\/\/localhost:3000\/cb\?a=2&code=[0-9a-f-]{36}&z=1$/);
    const exchanged = await auth.exchangeCodeForSession(codeOf(answer));
    assert.is(amr(sessionOf(exchanged).access_token), method);
    assert.is(expectData(await auth.getUser()).user.email, email);
    assertClientError(await createClient(stack.url).auth.verifyOtp({ type: 'email', token_hash: mail.token }), [
      403,
      'otp_expired',
      'Email link is invalid or has expired',
    ]);
  }
});

test('without the prefix, or with an unexpected one: the link is rejected and stays valid', async () => {
  const email = newEmail();
  const { auth } = createClient(stack.url, { flowType: 'pkce' });
  expectData(await auth.signUp({ email, password: PASSWORD }));
  const { path } = await stack.mail(email);
  const stripped = await stack.get(path.replace('pkce_', ''));
  assert.match(target(stripped).hash, /error_code=otp_expired/);
  assert.ok(sessionOf(await auth.exchangeCodeForSession(codeOf(await stack.get(path)))));

  const plain = newEmail();
  expectData(await createClient(stack.url).auth.signUp({ email: plain, password: PASSWORD }));
  const mail = await stack.mail(plain);
  const prefixed = await stack.get(mail.path.replace('token=', 'token=pkce_'));
  assert.match(target(prefixed).hash, /error_code=otp_expired/);
  assert.is(target(prefixed).searchParams.get('error_code'), 'otp_expired', 'PKCE clients read the query');
  assert.match(target(await stack.get(mail.path)).hash, /access_token=/);
});

test('a code that was typed instead signs in at once', async () => {
  const email = newEmail();
  const { auth } = createClient(stack.url, { flowType: 'pkce' });
  expectData(await auth.signUp({ email, password: PASSWORD }));
  const { code } = await stack.mail(email);
  assert.is(amr(sessionOf(await auth.verifyOtp({ email, token: code, type: 'email' })).access_token), 'otp');
});

test('POST /verify accepts the prefixed hash and returns the session', async () => {
  const email = newEmail();
  expectData(await createClient(stack.url, { flowType: 'pkce' }).auth.signUp({ email, password: PASSWORD }));
  const { token } = await stack.mail(email);
  assert.match(token, /^pkce_/);
  sessionOf(await createClient(stack.url).auth.verifyOtp({ token_hash: token, type: 'signup' }));
});

test('rejects another browser’s verifier, a reused code, an unknown code, an expired one', async () => {
  const { email } = await confirmedUser(stack);
  const mine = createClient(stack.url, { flowType: 'pkce' });
  const other = createClient(stack.url, { flowType: 'pkce' });
  expectData(await other.auth.signInWithOtp({ email: newEmail() }));
  expectData(await mine.auth.signInWithOtp({ email }));
  const code = codeOf(await stack.get((await stack.mail(email, 2)).path));
  assertClientError(await other.auth.exchangeCodeForSession(code), [
    400,
    'bad_code_verifier',
    'code challenge does not match previously saved code verifier',
  ]);
  const verifier = JSON.parse([...mine.storage.values()][0] ?? '""') as string;
  const exchange = (auth_code: string) =>
    stack.post('/token?grant_type=pkce', { auth_code, code_verifier: verifier.split('/')[0] });
  await shiftClock(stack.db, 299);
  assert.ok((await exchange(code)).body.access_token, 'for 300 s from the click');
  assert.is((await exchange(code)).body.msg, NOT_FOUND[2]);
  assert.is((await exchange('00000000-0000-0000-0000-000000000000')).status, 404);

  expectData(await mine.auth.signInWithOtp({ email }));
  const late = codeOf(await stack.get((await stack.mail(email, 3)).path));
  await shiftClock(stack.db, 299 + 301);
  const { auth } = mine;
  assertClientError(await auth.exchangeCodeForSession(late), [
    422,
    'flow_state_expired',
    'invalid flow state, flow state has expired',
  ]);
});

test('an exchange without its parts', async () => {
  for (const body of [{}, { auth_code: 'x' }, { code_verifier: 'x' }, { auth_code: null, code_verifier: '' }]) {
    const answer = await stack.post('/token?grant_type=pkce', body);
    assert.is(answer.status, 400);
    assert.is(answer.body.msg, 'invalid request: both auth code and code verifier should be non-empty');
  }
});

test('a pending code opens no session after a new password, or an administrator’s change of mailbox', async () => {
  const ended: [string, (user: { id: string; access_token: string }) => Promise<Answer>][] = [
    [
      'own password',
      ({ access_token }) => stack.request('PUT', '/user', { password: 'quite another one' }, bearer(access_token)),
    ],
    [
      'an administrator’s',
      ({ id }) => stack.request('PUT', `/admin/users/${id}`, { password: 'quite another one' }, SERVICE),
    ],
    ['another mailbox', ({ id }) => stack.request('PUT', `/admin/users/${id}`, { email: newEmail() }, SERVICE)],
  ];
  for (const [about, end] of ended) {
    const user = await confirmedUser(stack);
    const { auth } = createClient(stack.url, { flowType: 'pkce' });
    expectData(await auth.signInWithOtp({ email: user.email }));
    const code = codeOf(await stack.get((await stack.mail(user.email, 2)).path));
    assert.match(code, /^[0-9a-f-]{36}$/);
    assert.is((await end(user)).status, 200, about);
    assertClientError(await auth.exchangeCodeForSession(code), NOT_FOUND);
  }
});

test.run();
