// runner: when=sql,gateway,core

// While every slot for password hashing is busy, requests without a password do not wait, and no client uses up the
// slots of others.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { type Answer, bearer, confirmedUser, newEmail, startStack } from '../support/processes/stack.ts';

const stack = await startStack({
  // With these limits, a request that wrongly waits for a slot fails before the test's timeout.
  env: { SVC_SECURITY_HASH_CONCURRENCY: '1', SVC_HASH_WAIT: '2', SVC_API_MAX_REQUEST_DURATION: '60' },
});
const { sql } = stack.db;
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';

test('refreshes, users and codes work while hashes hold all slots; requests that would wait too long are 503', async () => {
  const user = await confirmedUser(stack);
  // A blocked sign-up holds its slot, as a slow hash would, until the test releases it.
  await sql.unsafe(`
    create function public.stand() returns trigger language plpgsql as $$
    begin if new.email like 'slow%' then perform pg_advisory_xact_lock(1); end if; return new; end $$;
    create trigger stand after insert on auth.users for each row execute function public.stand()`);
  const gate = await sql.reserve();
  await gate`select pg_advisory_lock(1)`;
  const standing = async (): Promise<number> => {
    const [row] = await sql`select count(*)::integer as count from pg_locks as l
      join pg_database as d on d.oid = l.database and d.datname = current_database()
      where l.locktype = 'advisory' and not l.granted`;
    return row?.count;
  };

  const done: Answer[] = [];
  const hashing = Array.from({ length: 60 }, async () => {
    const answer = await stack.post('/signup', { email: `slow.${newEmail()}`, password: PASSWORD });
    done.push(answer);
    return answer;
  });
  try {
    for (let looks = 0; (await standing()) === 0; looks += 1) {
      assert.ok(looks < 1_000, 'no sign-up has taken the place');
      await sleep(20);
    }
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
    // Queued requests are rejected while the only slot is busy. The request that holds the slot succeeds in the end.
    for (let looks = 0; done.length < hashing.length - 1; looks += 1) {
      assert.ok(looks < 3_000, `${done.length} were answered`);
      await sleep(20);
    }
    assert.is(await standing(), 1, 'the place is still taken');
  } finally {
    await gate`select pg_advisory_unlock(1)`;
    gate.release();
  }
  const answers = await Promise.all(hashing);
  assert.is(answers.filter((answer) => answer.status === 200).length, 1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    assert.is(answer.status, 503);
    assert.ok(answer.headers.get('retry-after'));
  }
});

test('afterwards passwords work again, and a request without one never enters the queue', async () => {
  const { email, password } = await confirmedUser(stack);
  const answer = await stack.post('/token?grant_type=password', { email, password });
  assert.is(answer.status, 200);
});

/** Signs in on a connection from one of this machine's addresses. */
function signIn(from: { url: string; agent: Agent }, body: object): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${from.url}/token?grant_type=password`,
      { method: 'POST', agent: from.agent },
      (answer) => void answer.resume().once('end', () => resolve(answer.statusCode ?? 0)),
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

const agentAt = (localAddress: string): Agent => new Agent({ keepAlive: true, localAddress });

test('F-24 sixty connections of one client that flood with passwords do not block sign-ins of others', async () => {
  if (process.platform !== 'linux') return cannotRun('a flood from another address', 'needs all of 127.0.0.0/8');
  const { email, password } = await confirmedUser(stack);
  const node = await stack.another({ SVC_SECURITY_BCRYPT_COST: '10', SVC_HASH_WAIT: '2' });
  const flooding = { url: node.url, agent: agentAt('127.0.0.66') };
  const honest = { url: node.url, agent: agentAt('127.0.0.7') };
  let over = false;
  const flood = Array.from({ length: 60 }, async (_, at) => {
    for (let sent = 0; !over && sent < 1_000; sent += 1) {
      await signIn(flooding, { email: `flood${at}@example.com`, password: `wrong ${sent}` });
    }
  });
  const statuses: number[] = [];
  for (let sent = 0; sent < 25; sent += 1) statuses.push(await signIn(honest, { email, password }));
  over = true;
  await Promise.all(flood);
  for (const { agent } of [flooding, honest]) agent.destroy();
  assert.ok(statuses.filter((status) => status === 200).length >= 13, statuses.join(' '));
});

test('most of a hundred sign-ins at once are accepted', async () => {
  const { email, password } = await confirmedUser(stack);
  const node = await stack.another({ SVC_HASH_WAIT: '30' });
  const statuses = await Promise.all(
    Array.from({ length: 100 }, () =>
      node.post('/token?grant_type=password', { email, password }).then(({ status }) => status),
    ),
  );
  assert.ok(statuses.filter((status) => status === 200).length > 50, statuses.join(' '));
});

test.run();
