// If the database is down, slow or locked, the gateway returns 503 with Retry-After, or 504 if the whole request times
// out. A followed link redirects with the error. No session is lost.
import { setTimeout as sleep } from 'node:timers/promises';
import { isAuthRetryableFetchError } from '@supabase/auth-js';
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createClient, sessionOf } from '../support/clients/client.ts';
import { createDatabase } from '../support/database/db.ts';
import { roleName } from '../support/database/layout.ts';
import {
  type Answer,
  bearer,
  confirmedUser,
  newEmail,
  readRedirectFragment,
  startStack,
} from '../support/processes/stack.ts';
import { startDatabaseRelay } from './database_relay.ts';

const PASSWORD = 'correct horse battery';
const db = await createDatabase();
await db.sql.unsafe(`
  alter role auth_gateway in database ${db.name} set statement_timeout = '700ms';
  alter role auth_gateway in database ${db.name} set lock_timeout = '300ms'`);
const line = await startDatabaseRelay(db.url('gateway'));
const stack = await startStack({
  keeps_time_limits: true,
  db,
  env: { DATABASE_URL_GATEWAY: line.url(db.url('gateway')) },
});
const hasty = await stack.another({ SVC_API_MAX_REQUEST_DURATION: '0.1' });
test.after(async () => {
  await stack.close();
  await line.close();
});

const unavailable = (answer: Answer) => {
  assert.is(answer.status, 503, answer.text);
  assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
  assert.is(answer.body.msg, 'Service temporarily unavailable, please retry after a moment.');
};
/** Locks the sessions of a user during `work`. */
const locked = (user_id: string, work: () => Promise<void>): Promise<unknown> =>
  db.sql.begin(async (tx) => {
    await tx`select 1 from auth.sessions where user_id = ${user_id} for update`;
    await work();
  });
const refresh = (refresh_token: string, node = stack as typeof hasty) =>
  node.post('/token?grant_type=refresh_token', { refresh_token });

test('a row locked too long: 503, and the token stays valid', async () => {
  const { id, refresh_token } = await confirmedUser(stack);
  await locked(id, async () => unavailable(await refresh(refresh_token)));
  assert.is((await refresh(refresh_token)).status, 200);
});

test('a request that takes longer than API_MAX_REQUEST_DURATION: 504, and the token stays valid', async () => {
  const { id, refresh_token } = await confirmedUser(stack);
  await locked(id, async () => {
    const answer = await refresh(refresh_token, hasty);
    assert.is(answer.status, 504);
    assert.is(answer.body.error_code, 'request_timeout');
    assert.is(answer.body.msg, 'Processing this request timed out, please retry after a moment.');
  });
  assert.is((await refresh(refresh_token)).status, 200);
});

test('a statement that takes too long: 503, and it is rolled back', async () => {
  await db.sql.unsafe(`
    create function public.slow() returns trigger language plpgsql as $$
    begin if new.email like 'slow%' then perform pg_sleep(2); end if; return new; end $$;
    create trigger slow after insert on auth.users for each row execute function public.slow()`);
  const email = `slow.${newEmail()}`;
  unavailable(await stack.post('/signup', { email, password: PASSWORD }));
  const [left] = await db.sql`select count(*)::int as n from auth.addresses where value = ${email}`;
  assert.is(left?.n, 0);
});

test('a serialization failure or a deadlock is retried, and the client does not notice it', async () => {
  // A sequence is not rolled back, so the trigger fails only once.
  await db.sql.unsafe(`
    create sequence public.attempts;
    create function public.fail_once() returns trigger language plpgsql security definer set search_path = '' as $$
    begin
      if nextval('public.attempts') = 1 then
        raise exception 'once' using errcode = current_setting('fault.state');
      end if;
      return new;
    end $$;
    create trigger fail_once before update on auth.sessions for each row execute function public.fail_once()`);
  try {
    for (const state of ['40001', '40P01']) {
      await db.sql.unsafe(
        `alter database ${db.name} set fault.state = '${state}'; alter sequence public.attempts restart`,
      );
      const node = await stack.another({ DATABASE_URL_GATEWAY: db.url('gateway') });
      const { refresh_token } = await confirmedUser(stack);
      const answer = await refresh(refresh_token, node);
      assert.is(answer.status, 200, `${state}: ${answer.text}`);
      const [row] = await db.sql<{ last_value: string }[]>`select last_value from public.attempts`;
      assert.is(Number(row?.last_value), 2, `${state}: one failure and one success`);
      await node.close();
    }
  } finally {
    await db.sql.unsafe('drop trigger fail_once on auth.sessions');
  }
});

test('no connection: every route returns 503, the real client keeps its session and recovers', async () => {
  const { email, access_token, refresh_token } = await confirmedUser(stack);
  const client = createClient(stack.url);
  const session = sessionOf(await client.auth.setSession({ access_token, refresh_token }));
  await line.cut();
  await sleep(20);
  unavailable(await stack.post('/signup', { email: newEmail(), password: PASSWORD }));
  unavailable(await stack.post('/token?grant_type=password', { email, password: PASSWORD }));
  unavailable(await refresh(session.refresh_token));
  unavailable(await stack.post('/token?grant_type=pkce', { auth_code: 'x', code_verifier: 'y' }));
  unavailable(await stack.post('/verify', { type: 'email', email, token: '123456' }));
  unavailable(await stack.post('/otp', { email }));
  unavailable(await stack.post('/magiclink', { email }));
  unavailable(await stack.post('/recover', { email }));
  unavailable(await stack.post('/resend', { type: 'signup', email }));
  unavailable(await stack.get('/user', bearer(access_token)));
  unavailable(await stack.post('/logout', undefined, bearer(access_token)));
  assert.is((await stack.get('/health')).status, 200);
  assert.is((await stack.get('/settings')).status, 200);

  const { error } = await client.auth.getUser();
  assert.ok(isAuthRetryableFetchError(error), `${error?.name}`);
  const refreshing = client.auth.refreshSession(); // auth-js retries by itself
  await sleep(100);
  await line.restore();
  const after = sessionOf(await refreshing);
  assert.is(after.user.email, email);
  assert.is((await client.auth.getUser()).data.user?.email, email);
});

test('a link followed during an outage redirects with the reason, and works afterwards', async () => {
  const email = newEmail();
  await stack.post('/signup', { email, password: PASSWORD });
  const { path } = await stack.mail(email);
  await line.cut();
  const during = await stack.get(path);
  assert.is(during.status, 303);
  assert.is(readRedirectFragment(during).get('error'), 'temporarily_unavailable');
  await line.restore();
  let after = await stack.get(path);
  for (let tries = 0; !readRedirectFragment(after).has('access_token') && tries < 600; tries += 1) {
    assert.is(readRedirectFragment(after).get('error'), 'temporarily_unavailable');
    await sleep(100);
    after = await stack.get(path);
  }
  assert.ok(readRedirectFragment(after).has('access_token'));
});

test('connections terminated under load: 200 or 503, never another status, and the token chain continues', async () => {
  const { refresh_token } = await confirmedUser(stack);
  const requests = Array.from({ length: 60 }, () => refresh(refresh_token));
  for (let i = 0; i < 3; i += 1) {
    await db.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${db.name} and usename = ${roleName('gateway')}`;
    await sleep(10);
  }
  const answers = await Promise.all(requests);
  for (const answer of answers) if (answer.status !== 200) unavailable(answer);
  let last = await refresh(refresh_token);
  for (let tries = 0; last.status === 503 && tries < 600; tries += 1) {
    await sleep(100);
    last = await refresh(refresh_token);
  }
  assert.is(last.status, 200, last.text);
});

test('a database that accepts no connections: 503', async () => {
  const { access_token } = await confirmedUser(stack);
  const maintenance = postgres(new URL('/postgres', db.superuser_url).href, { max: 1 });
  await maintenance.unsafe(`alter database ${db.name} allow_connections false`);
  try {
    await maintenance`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = ${db.name} and usename = ${roleName('gateway')}`;
    await sleep(50);
    unavailable(await stack.get('/user', bearer(access_token)));
  } finally {
    await maintenance.unsafe(`alter database ${db.name} allow_connections true`);
    await maintenance.end();
  }
});

test.run();
