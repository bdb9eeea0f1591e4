// A blank token, code or nonce matches no row, although the accounts have pending links and codes, and rows without a
// link, a code or a session exist.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { leaseQueuedMessages, ring } from '../support/database/tokens.ts';
import { type Answer, bearer, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({
  worker: false,
  env: { SVC_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: 'true', SVC_SMTP_MAX_FREQUENCY: '1ms' },
});
test.after(() => stack.close());
const { sql } = stack.db;

const PASSWORD = 'correct horse battery';
const BLANK = ['', ' ', '\t', 'null', 'undefined'];
const PKCE = { code_challenge: 'x'.repeat(43), code_challenge_method: 's256' };
const TYPES = ['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change'];

const sessions = () => sql`select s.id, s.counter::text from auth.sessions as s order by s.id`;
const accounts = () =>
  sql`select u.id, u.email, u.email_confirmed_at, u.is_anonymous from auth.users as u order by u.id`;
const refused = (answer: Answer, about: string): void => {
  const { status, text } = answer;
  const location = answer.headers.get('location') ?? '';
  assert.ok(
    (status >= 400 && status < 500) || (status === 303 && location.includes('error_code')),
    `${about}: ${text}`,
  );
};

test('a blank token, code, nonce, authorization code or refresh token matches no pending row', async () => {
  const email = newEmail();
  await stack.post('/signup', { email, password: PASSWORD });
  const [confirmation] = await leaseQueuedMessages(sql, email);
  const owner = { email: newEmail(), password: PASSWORD };
  assert.is((await stack.post('/admin/users', { ...owner, email_confirm: true }, SERVICE)).status, 200);
  const own = bearer((await stack.post('/token?grant_type=password', owner)).body.access_token);
  const next = newEmail();
  assert.is((await stack.request('PUT', '/user', { email: next }, own)).status, 200);
  assert.is((await stack.post('/recover', { email: owner.email, ...PKCE })).status, 200);
  assert.is((await stack.get('/reauthenticate', own)).status, 200);
  for (const address of [owner.email, next]) await leaseQueuedMessages(sql, address);
  const pending = await sql`select from auth.one_time_tokens where expires_at > now()`;
  assert.is(pending.length, 5);
  const before = [await sessions(), await accounts()];

  for (const blank of BLANK) {
    const shown = JSON.stringify(blank);
    for (const type of TYPES) {
      refused(await stack.post('/verify', { type, token_hash: blank }), `${type} by hash ${shown}`);
      refused(await stack.get(`/verify?type=${type}&token=${encodeURIComponent(blank)}`), `${type} by link ${shown}`);
      for (const address of [email, owner.email, next])
        refused(await stack.post('/verify', { type, email: address, token: blank }), `${type} by code ${shown}`);
    }
    const code = { auth_code: blank, code_verifier: blank };
    refused(await stack.post('/token?grant_type=pkce', code), `authorization code ${shown}`);
    refused(await stack.post('/token?grant_type=refresh_token', { refresh_token: blank }), `refresh token ${shown}`);
    refused(await stack.request('PUT', '/user', { password: `${PASSWORD}!`, nonce: blank }, own), `nonce ${shown}`);
  }
  assert.equal([await sessions(), await accounts()], before);

  const token_hash = ring.sealLink(String(confirmation?.id));
  const right = await stack.post('/verify', { type: 'signup', token_hash });
  assert.is(right.status, 200, right.text);
});

test.run();
