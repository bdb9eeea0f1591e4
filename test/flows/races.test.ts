// Concurrent requests through two gateways for the same link, code, address or authorization code.
import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, confirmedUser, newEmail, readRedirectFragment, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
const other = await stack.another();
const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const nodes = [stack, other];
const node = (index: number) => nodes[index % nodes.length] ?? stack;
const many = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const statuses = (answers: Answer[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, (answer) => answer.status)).map(([k, v]) => [k, v?.length]),
  );
const sessions = async (user_id: string) =>
  (await stack.db.sql`select id from auth.sessions where user_id = ${user_id}`).length;

async function signUp(): Promise<{ email: string; id: string }> {
  const email = newEmail();
  const { body } = await stack.post('/signup', { email, password: PASSWORD });
  return { email, id: String(body.id) };
}

test('100 concurrent uses of one link by GET: one session, 99 regular errors', async () => {
  const { email, id } = await signUp();
  const { path } = await stack.mail(email);
  const answers = await many(100, (index) => node(index).get(path));
  assert.equal(statuses(answers), { 303: 100 });
  assert.is(answers.filter((answer) => readRedirectFragment(answer).has('access_token')).length, 1);
  assert.is(answers.filter((answer) => readRedirectFragment(answer).get('error_code') === 'otp_expired').length, 99);
  assert.is(await sessions(id), 1);
  const [audit] = await stack.db.sql`
    select count(*)::int as n from auth.audit_log where actor_id = ${id} and 'user_signedup' = any (actions)`;
  assert.is(audit?.n, 1);
});

test('100 concurrent uses of one link by POST, and of both together', async () => {
  for (const mixed of [false, true]) {
    const { email, id } = await signUp();
    const { path, token } = await stack.mail(email);
    const answers = await many(100, (index) =>
      mixed && index % 3 === 0
        ? node(index).get(path)
        : node(index).post('/verify', { type: 'signup', token_hash: token }),
    );
    const opened = answers.filter(
      (answer) => answer.body.access_token || readRedirectFragment(answer).has('access_token'),
    );
    assert.is(opened.length, 1);
    assert.equal(
      Object.keys(statuses(answers)).filter((status) => Number(status) >= 500),
      [],
    );
    assert.is(await sessions(id), 1);
  }
});

test('100 concurrent uses of one code: one session', async () => {
  const { email, id } = await signUp();
  const { code } = await stack.mail(email);
  const answers = await many(100, (index) => node(index).post('/verify', { type: 'email', email, token: code }));
  const counts = statuses(answers) as Record<number, number>;
  assert.is(counts[200], 1);
  // A further request with the consumed code is rejected as a wrong code (403), or by the limit of wrong codes per hour
  // (429).
  assert.is((counts[403] ?? 0) + (counts[429] ?? 0), 99);
  assert.is(await sessions(id), 1);
});

test('100 exchanges of one authorization code: one session', async () => {
  const { email, id } = await confirmedUser(stack);
  const code_verifier = 'v'.repeat(64);
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  await stack.post('/recover', { email, code_challenge, code_challenge_method: 's256' });
  const location = (await stack.get((await stack.mail(email, 2)).path)).headers.get('location') ?? '';
  const auth_code = new URL(location).searchParams.get('code');
  const before = await sessions(id);
  const answers = await many(100, (index) => node(index).post('/token?grant_type=pkce', { auth_code, code_verifier }));
  assert.equal(statuses(answers), { 200: 1, 404: 99 });
  assert.is((await sessions(id)) - before, 1);
});

test('10 concurrent sign-ups of one address: one user, one mail, no 5xx, and the password works after the confirmation', async () => {
  for (const password of [() => PASSWORD, (index: number) => `${PASSWORD} ${index}`]) {
    const email = newEmail();
    const answers = await many(10, (index) => node(index).post('/signup', { email, password: password(index) }));
    assert.equal(statuses(answers), { 200: 1, 429: 9 });
    const users = await stack.db.sql`select id from auth.users where email = ${email}`;
    assert.is(users.length, 1);
    const { path } = await stack.mail(email);
    const [messages] = await stack.db.sql`select count(*)::int as n from auth.messages where to_address = ${email}`;
    assert.is(messages?.n, 1);
    await stack.get(path);
    const tried = await many(10, (index) =>
      stack.post('/token?grant_type=password', { email, password: password(index) }),
    );
    const right = tried.filter((answer) => answer.status === 200).length;
    assert.is(right, password(0) === password(1) ? 10 : 0, 'of ten different passwords none survives');
  }
});

test('10 concurrent autoconfirmed sign-ups of one address: one user, an error for the others', async () => {
  const email = newEmail();
  const answers = await many(10, () => auto.post('/signup', { email, password: PASSWORD }));
  assert.equal(statuses(answers), { 200: 1, 422: 9 });
  assert.is((await stack.db.sql`select id from auth.users where email = ${email}`).length, 1);
});

test('20 concurrent requests for a magic link of a new address: one user, one mail', async () => {
  const email = newEmail();
  const answers = await many(20, (index) => node(index).post('/magiclink', { email }));
  assert.equal(statuses(answers), { 200: 1, 429: 19 });
  assert.is((await stack.db.sql`select id from auth.users where email = ${email}`).length, 1);
  const [messages] = await stack.db.sql`select count(*)::int as n from auth.messages where to_address = ${email}`;
  assert.is(messages?.n, 1);
});

test('20 recoveries at once: one mail', async () => {
  const { email } = await confirmedUser(stack);
  const answers = await many(20, (index) => node(index).post('/recover', { email }));
  assert.equal(statuses(answers), { 200: 1, 429: 19 });
});

test.run();
