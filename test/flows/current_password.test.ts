// SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: a change of password needs the current password.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { createClient } from '../support/clients/client.ts';
import { KNOWN_HASHES } from '../support/database/foreign_hashes.ts';
import {
  bearer,
  confirmedUser,
  newEmail,
  readRedirectFragment,
  startStack,
  type TestGateway,
} from '../support/processes/stack.ts';

const stack = await startStack({
  env: {
    SVC_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'true',
    SVC_SECURITY_MAX_PASSWORD_FAILURES: '3',
    SVC_SMTP_MAX_FREQUENCY: '1ms',
  },
});
const free = await stack.another({ SVC_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD: 'false' });
test.after(() => stack.close());

const NEW = 'a new password 1';
const MESSAGE = 'Current password required when setting new password.';
const put = (token: unknown, body: object, at: TestGateway = stack) => at.request('PUT', '/user', body, bearer(token));
const signsIn = async (email: string, password: string): Promise<boolean> =>
  (await stack.post('/token?grant_type=password', { email, password })).status === 200;

test('without the current password it is current_password_required, with a wrong one current_password_invalid', async () => {
  const { email, password, access_token } = await confirmedUser(stack);
  for (const [current_password, code] of [
    [undefined, 'current_password_required'],
    ['', 'current_password_required'],
    ['wrong password', 'current_password_invalid'],
    [NEW, 'current_password_invalid'],
  ] as const) {
    const { status, body } = await put(access_token, { password: NEW, current_password });
    assert.equal([status, body.error_code, body.msg], [400, code, MESSAGE]);
  }
  assert.ok(await signsIn(email, password));
});

test('with the current password the new one is set; auth-js sends it', async () => {
  const { email, password } = await confirmedUser(stack);
  const { auth } = createClient(stack.url);
  await auth.signInWithPassword({ email, password });
  const refused = await auth.updateUser({ password: NEW });
  assert.is(refused.error?.code, 'current_password_required');
  const { error } = await auth.updateUser({ password: NEW, current_password: password });
  assert.is(error, null);
  assert.ok(await signsIn(email, NEW));
  const same = await auth.updateUser({ password: NEW, current_password: NEW });
  assert.is(same.error?.code, 'same_password');
});

test('wrong current passwords count like those of a sign-in', async () => {
  const { email, password, access_token } = await confirmedUser(stack);
  const answers = [];
  for (let at = 0; at < 4; at += 1)
    answers.push((await put(access_token, { password: NEW, current_password: `x${at}` })).status);
  assert.equal(answers, [400, 400, 400, 429]);
  assert.is((await put(access_token, { password: NEW, current_password: password })).status, 429);
  assert.is((await stack.post('/token?grant_type=password', { email, password })).status, 429);
});

test('the session of a recovery needs none, that of a magic link does', async () => {
  const { email } = await confirmedUser(stack);
  await stack.post('/magiclink', { email });
  const linked = readRedirectFragment(await stack.get((await stack.mail(email, 2)).path)).get('access_token');
  assert.is((await put(linked, { password: NEW })).body.error_code, 'current_password_required');
  await stack.post('/recover', { email });
  const recovered = readRedirectFragment(await stack.get((await stack.mail(email, 3)).path)).get('access_token');
  assert.is((await put(recovered, { password: NEW })).status, 200);
  assert.ok(await signsIn(email, NEW));
  const code_verifier = 'v'.repeat(43);
  await stack.post('/recover', { email, code_challenge: code_verifier, code_challenge_method: 'plain' });
  const { headers } = await stack.get((await stack.mail(email, 4)).path);
  const auth_code = new URL(headers.get('location') ?? '').searchParams.get('code');
  const { body } = await stack.post('/token?grant_type=pkce', { auth_code, code_verifier });
  assert.is((await put(body.access_token, { password: `${NEW}!` })).status, 200);
});

test('a user without a password, other changes, and other settings need none', async () => {
  const email = newEmail();
  await stack.post('/otp', { email });
  const token = readRedirectFragment(await stack.get((await stack.mail(email)).path)).get('access_token');
  assert.is((await put(token, { password: NEW })).status, 200);
  const { access_token } = await confirmedUser(stack);
  assert.is((await put(access_token, { data: { a: 1 } })).status, 200);
  assert.is((await put(access_token, { password: NEW, current_password: 'ignored' }, free)).status, 200);
});

test('the current password may be one of another system', async () => {
  const chosen = KNOWN_HASHES.filter(({ about }) => /Firebase|argon2id, from the tests of its/.test(about));
  assert.is(chosen.length, 2);
  for (const { hash, password } of chosen) {
    const email = newEmail();
    await stack.post('/admin/users', { email, password_hash: hash, email_confirm: true }, SERVICE);
    await stack.post('/magiclink', { email });
    const token = readRedirectFragment(await stack.get((await stack.mail(email)).path)).get('access_token');
    assert.is(
      (await put(token, { password: NEW, current_password: 'wrong' })).body.error_code,
      'current_password_invalid',
    );
    assert.is((await put(token, { password: NEW, current_password: password })).status, 200);
    assert.ok(await signsIn(email, NEW));
  }
});

test.run();
