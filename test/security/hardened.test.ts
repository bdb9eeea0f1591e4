// A server starts with the hardened settings of the page on security. The tests check the effects on passwords,
// sessions and links in mails.
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf } from '../support/clients/client.ts';
import { bearer, newEmail, startStack } from '../support/processes/stack.ts';

const [, block = ''] = /^```\n(SVC_[\s\S]*?)^```$/m.exec(readFileSync('docs/security.md', 'utf8')) ?? [];
const env = Object.fromEntries(
  block
    .trim()
    .split('\n')
    .map((line) => line.split('=') as [string, string]),
);

// Nothing listens on port 1, so the leaked-password service is unavailable. Passwords are then accepted with a warning.
const stack = await startStack({ env: { ...env, SVC_PASSWORD_HIBP_URL: 'http://127.0.0.1:1' } });
test.after(() => stack.close());
const PASSWORD = 'correct horse battery staple';
/** Signs up, and posts the token of the link, as the confirmation page does. */
async function createConfirmedUser(): Promise<{ email: string; password: string }> {
  const email = newEmail();
  assert.is((await stack.post('/signup', { email, password: PASSWORD })).status, 200);
  const { token } = await stack.mail(email);
  assert.is((await stack.post('/verify', { type: 'signup', token_hash: token })).status, 200);
  return { email, password: PASSWORD };
}
const signIn = (email: string, password: string) => stack.post('/token?grant_type=password', { email, password });

test('refuses passwords of 14 characters', async () => {
  const answer = await stack.post('/signup', { email: newEmail(), password: 'x'.repeat(14) });
  assert.is(answer.status, 422);
  assert.equal((answer.body.weak_password as { reasons: string[] }).reasons, ['length']);
});

test('a new password needs the current one, ends the other sessions at once and is announced', async () => {
  const { email, password } = await createConfirmedUser();
  const [first, second] = [await signIn(email, password), await signIn(email, password)];
  const token = String(first.body.access_token);
  const change = (body: object) => stack.request('PUT', '/user', body, bearer(token));
  assert.is((await change({ password: `${PASSWORD}!` })).status, 400);
  assert.is((await change({ password: `${PASSWORD}!`, current_password: PASSWORD })).status, 200);
  assert.is((await stack.get('/user', bearer(String(second.body.access_token)))).status, 403);
  const mail = await stack.sink.waitFor(email, 2);
  assert.match(mail.map(({ raw }) => raw).join('\n'), /Your password has been changed/);
});

test('a refresh token that is used again ends the session', async () => {
  const { email, password } = await createConfirmedUser();
  const first = await signIn(email, password);
  const refresh = (token: unknown) => stack.post('/token?grant_type=refresh_token', { refresh_token: token });
  const child = await refresh(first.body.refresh_token);
  const grandchild = await refresh(child.body.refresh_token);
  assert.is((await refresh(first.body.refresh_token)).status, 400);
  assert.is((await refresh(grandchild.body.refresh_token)).status, 400);
  assert.is((await stack.get('/user', bearer(String(grandchild.body.access_token)))).status, 403);
  assert.ok(claimsOf(String(first.body.access_token)).session_id);
});

test('a link in a mail opens a page and is not used up by opening it', async () => {
  const email = newEmail();
  assert.is((await stack.post('/signup', { email, password: PASSWORD })).status, 200);
  const { path } = await stack.mail(email);
  for (let time = 0; time < 2; time += 1) {
    const page = await stack.get(path);
    assert.is(page.status, 200);
    assert.match(page.text, /<form/);
  }
});

test.run();
