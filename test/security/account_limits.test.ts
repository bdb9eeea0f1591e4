// Attempt limits: within an hour, 100 wrong passwords and 30 wrong codes per account or address, and five wrong codes
// per token. The limits apply across two gateways, many client addresses and parallel requests, and equally to unknown
// e-mail addresses. They expire, and other sign-in methods stay available.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMovableClock } from '../support/database/clock.ts';
import { codeOf, leaseQueuedMessages, ring, type TokenRow } from '../support/database/sql_api.ts';
import { type Answer, newEmail, type Stack, startStack, type TestGateway } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
let stack: Stack;
let second: TestGateway;
let forward: (by: string) => Promise<void>;

test.before(async () => {
  stack = await startStack({ worker: false });
  second = await stack.another();
  forward = await createMovableClock(stack.db.sql);
});
test.after(() => stack.close());

async function createUser(): Promise<{ email: string; id: string; refresh_token: string }> {
  const email = newEmail();
  const made = await stack.post('/signup', { email, password: PASSWORD });
  const [token] = await leaseQueuedMessages(stack.db.sql, email);
  const proven = await stack.post('/verify', { type: 'email', email, token: codeOf(token as TokenRow) });
  assert.is(proven.status, 200, proven.text);
  return { email, id: String(made.body.id), refresh_token: String(proven.body.refresh_token) };
}

const signIn = (node: TestGateway, email: string, password: string, ip = '203.0.113.7'): Promise<Answer> =>
  node.post('/token?grant_type=password', { email, password }, { 'X-Forwarded-For': ip });

/**
 * Sends `times` attempts, `at_once` in parallel, alternating between two gateways. Returns a function that counts the
 * responses with a status.
 */
async function sendAttempts(
  times: number,
  at_once: number,
  attempt: (node: TestGateway, index: number) => Promise<Answer>,
) {
  const statuses: number[] = [];
  for (let start = 0; start < times; start += at_once) {
    const tries = Array.from({ length: Math.min(at_once, times - start) }, (_, index) =>
      attempt(index % 2 === 0 ? stack : second, start + index),
    );
    statuses.push(...(await Promise.all(tries)).map((answer) => answer.status));
  }
  return (status: number): number => statuses.filter((one) => one === status).length;
}

const guess = (email: string) => (node: TestGateway, index: number) =>
  signIn(node, email, `guess ${index}`, `198.51.100.${index}`);

test('rejects the 101st password even if it is right, for known and unknown addresses, for an hour', async () => {
  const { email, refresh_token } = await createUser();
  const nobody = newEmail();
  const answers: string[] = [];
  for (const address of [email, nobody]) {
    const count = await sendAttempts(100, 5, guess(address));
    assert.is(count(400), 100, address);
    const answer = await signIn(second, address, PASSWORD);
    assert.is(answer.status, 429);
    assert.is(answer.body.error_code, 'over_request_rate_limit');
    answers.push(answer.text);
  }
  assert.is(answers[0], answers[1]);

  const refreshed = await stack.post('/token?grant_type=refresh_token', { refresh_token });
  assert.is(refreshed.status, 200, 'a live session goes on');
  assert.is((await stack.post('/recover', { email })).status, 200);
  await forward('59 minutes');
  assert.is((await signIn(stack, email, PASSWORD)).status, 429);
  await forward('61 seconds');
  assert.is((await signIn(stack, email, PASSWORD)).status, 200, 'the block ends by itself');
});

test('the right password resets the count, and so does a confirmation', async () => {
  const { email } = await createUser();
  await sendAttempts(99, 9, guess(email));
  assert.is((await signIn(stack, email, PASSWORD)).status, 200);
  const again = await sendAttempts(99, 9, guess(email));
  assert.is(again(400), 99);
  await stack.post('/recover', { email });
  const [token] = await leaseQueuedMessages(stack.db.sql, email);
  const body = { type: 'recovery', email, token: codeOf(token as TokenRow) };
  assert.is((await second.post('/verify', body)).status, 200);
  assert.is((await signIn(stack, email, 'one more')).status, 400);
});

test('compares exactly a hundred of many parallel passwords', async () => {
  const { email } = await createUser();
  const count = await sendAttempts(160, 80, guess(email));
  assert.equal([count(400), count(400) + count(429) + count(503)], [100, 160]);
  assert.is((await signIn(stack, email, PASSWORD)).status, 429);
});

test('five wrong attempts invalidate a code but not its link, four do not, and parallel attempts count too', async () => {
  const sent = async (): Promise<{ email: string; row: TokenRow; code: string; wrong: string }> => {
    const email = newEmail();
    await stack.post('/otp', { email });
    const [row] = await leaseQueuedMessages(stack.db.sql, email);
    const code = codeOf(row as TokenRow);
    return { email, row: row as TokenRow, code, wrong: code === '000000' ? '000001' : '000000' };
  };
  const verify = (node: TestGateway, email: string, token: string) =>
    node.post('/verify', { type: 'email', email, token });

  const four = await sent();
  for (let index = 0; index < 4; index += 1) await verify(stack, four.email, four.wrong);
  assert.is((await verify(second, four.email, four.code)).status, 200);

  const five = await sent();
  const count = await sendAttempts(24, 24, (node) => verify(node, five.email, five.wrong));
  assert.is(count(403), 24);
  const [row] = await stack.db.sql`select attempts from auth.one_time_tokens where id = ${five.row.id}`;
  assert.is(row?.attempts, 5);
  const [counted] = await stack.db.sql`
    select cardinality(a.missed) as compared from auth.attempts as a
    where a.digest = auth_lib.attempt_digest('account', ${five.row.user_id})`;
  assert.is(counted?.compared, 5, 'no other attempt was compared');
  const dead = await verify(stack, five.email, five.code);
  assert.is(dead.status, 403);
  assert.is(dead.body.error_code, 'otp_expired');
  await forward('61 seconds');
  await stack.post('/otp', { email: five.email });
  const [fresh] = await leaseQueuedMessages(stack.db.sql, five.email);
  assert.is((await verify(stack, five.email, codeOf(fresh as TokenRow))).status, 200, 'the next code works');
});

test('accepts the right code in a burst of attempts only among the first five', async () => {
  for (let round = 0; round < 4; round += 1) {
    const email = newEmail();
    await stack.post('/otp', { email });
    const [row] = await leaseQueuedMessages(stack.db.sql, email);
    const code = Number(codeOf(row as TokenRow));
    const verify = (node: TestGateway, offset: number) => {
      const token = String((code + offset) % 1_000_000).padStart(6, '0');
      return node.post('/verify', { type: 'email', email, token });
    };
    if (round % 2 === 0) {
      const statuses = await Promise.all([1, 2, 0, 3, 4].map(async (offset) => (await verify(stack, offset)).status));
      assert.equal(statuses, [403, 403, 200, 403, 403]);
      continue;
    }
    // Sends the right code once five wrong codes were rejected, while other attempts still run.
    let rejected = 0;
    let right: Promise<Answer> | undefined;
    const count = await sendAttempts(24, 24, async (node, index) => {
      const answer = await verify(node, index + 1);
      rejected += 1;
      if (rejected === 5) right = verify(second, 0);
      return answer;
    });
    assert.is(count(403), 24);
    assert.is((await right)?.body.error_code, 'otp_expired');
  }
});

test('compares no code of an address after 30 wrong ones in an hour; its link works', async () => {
  const known = await createUser();
  for (const email of [known.email, newEmail()]) {
    for (let code = 0; code < 6; code += 1) {
      assert.is((await stack.post('/recover', { email })).status, 200);
      const count = await sendAttempts(5, 3, (node) =>
        node.post('/verify', { type: 'recovery', email, token: 'wrong' }),
      );
      assert.is(count(403), 5);
      await forward('61 seconds');
    }
    const refused = await second.post('/verify', { type: 'recovery', email, token: '123456' });
    assert.is(refused.status, 429);
    assert.is(refused.body.error_code, 'over_request_rate_limit');
    const [token] = await leaseQueuedMessages(stack.db.sql, email);
    const link = { type: 'recovery', token_hash: ring.sealLink(token?.id ?? randomUUID()) };
    assert.is((await second.post('/verify', link)).status, email === known.email ? 200 : 403);
  }
  await forward('61 minutes');
  const late = await second.post('/verify', { type: 'recovery', email: known.email, token: '123456' });
  assert.is(late.status, 403);
});

test('30 wrong codes without a pending code, or before a new one, lock nobody out', async () => {
  const { email } = await createUser();
  const wrong = (node: TestGateway) => node.post('/verify', { type: 'recovery', email, token: 'wrong' });
  assert.is((await sendAttempts(40, 4, wrong))(403), 40);
  const signInByCode = async () => {
    await stack.post('/recover', { email });
    const [token] = await leaseQueuedMessages(stack.db.sql, email);
    return second.post('/verify', { type: 'recovery', email, token: codeOf(token as TokenRow) });
  };
  assert.is((await signInByCode()).status, 200, 'nothing was asked for');
  for (let code = 0; code < 6; code += 1) {
    await stack.post('/recover', { email });
    await sendAttempts(9, 3, wrong);
    await forward('61 seconds');
  }
  assert.is((await wrong(stack)).status, 429);
  assert.is((await signInByCode()).status, 200, 'a new code has tries of its own');
});

test.run();
