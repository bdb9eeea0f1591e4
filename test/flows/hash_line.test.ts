// The hash bulkhead: while every place for passwords is taken and its line is full, nothing else waits for it.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Answer, bearer, confirmedUser, newEmail, startStack } from '../stack.ts';

const stack = await startStack({ env: { SVC_SECURITY_HASH_CONCURRENCY: '1' } });
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const LONGEST_LINE = 50;

test('refreshes, users and codes go on while hashes hold all places; what does not fit the line is 503 at once', async () => {
  const user = await confirmedUser(stack);
  // A sign-up that stands still holds its place as a slow hash would.
  await stack.db.sql.unsafe(`
    create function public.stand() returns trigger language plpgsql as $$
    begin if new.email like 'slow%' then perform pg_sleep(1.5); end if; return new; end $$;
    create trigger stand after insert on auth.users for each row execute function public.stand()`);

  const done: Answer[] = [];
  const hashing = Array.from({ length: LONGEST_LINE + 10 }, async () => {
    const answer = await stack.post('/signup', { email: `slow.${newEmail()}`, password: PASSWORD });
    done.push(answer);
    return answer;
  });
  let { refresh_token } = user;
  for (let i = 0; i < 10; i += 1) {
    const answer = await stack.post('/token?grant_type=refresh_token', { refresh_token });
    assert.is(answer.status, 200, answer.text);
    refresh_token = String(answer.body.refresh_token);
  }
  const others = await Promise.all([
    stack.get('/user', bearer(user.access_token)),
    stack.post('/recover', { email: user.email }),
    stack.post('/verify', { type: 'email', email: newEmail(), token: '123456' }),
    stack.post('/magiclink', { email: newEmail() }),
  ]);
  assert.equal(
    others.map((answer) => answer.status),
    [200, 200, 403, 200],
  );
  assert.ok(done.length < hashing.length, 'the places are still taken');
  assert.is(done.filter((answer) => answer.status === 200).length, 0);

  const full = await stack.post('/token?grant_type=password', { email: user.email, password: PASSWORD });
  assert.is(full.status, 503);
  assert.ok(full.headers.get('retry-after'));

  const answers = await Promise.all(hashing);
  assert.ok(answers.some((answer) => answer.status === 200));
  const refused = answers.filter((answer) => answer.status !== 200);
  assert.ok(refused.length >= 9);
  for (const answer of refused) {
    assert.is(answer.status, 503);
    assert.ok(answer.headers.get('retry-after'));
  }
});

test('afterwards passwords work again, and a request without one never enters the line', async () => {
  const { email, password } = await confirmedUser(stack);
  const answer = await stack.post('/token?grant_type=password', { email, password });
  assert.is(answer.status, 200);
});

test.run();
