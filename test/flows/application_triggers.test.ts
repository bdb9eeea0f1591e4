// Objects of applications on auth.users: triggers that create profiles, triggers that raise errors, and foreign keys
// with and without cascade.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { confirmedUser, newEmail, readRedirectFragment, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
const auto = await stack.another({ SVC_MAILER_AUTOCONFIRM: 'true' });
const { sql } = stack.db;
test.after(() => stack.close());

const PASSWORD = 'correct horse battery';
const SAVING = { code: 500, error_code: 'unexpected_failure', msg: 'Database error saving new user' };
const CONFIRMING = { code: 500, error_code: 'unexpected_failure', msg: 'Error confirming user' };

await sql.unsafe(`
  create table public.profiles (user_id uuid primary key references auth.users (id) on delete cascade, name text);
  create table public.orders (user_id uuid not null references auth.users (id));
  create function public.make_profile() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    insert into public.profiles (user_id, name) values (new.id, new.raw_user_meta_data ->> 'name');
    if new.email like 'refused%' then
      raise exception 'no room for you' using detail = 'not JSON', errcode = coalesce(new.raw_user_meta_data ->> 'state', 'P0001');
    end if;
    return new;
  end $$;
  create function public.keep_out() returns trigger language plpgsql as $$
  begin
    if new.email like 'unwanted%' and new.email_confirmed_at is not null then
      raise exception 'stay outside';
    end if;
    return new;
  end $$;
  -- Counts jobs when they are inserted, because the worker deletes jobs after it has processed them.
  create table public.enqueued (name text);
  create function public.count_job() returns trigger language plpgsql security definer set search_path = '' as $$
  begin
    insert into public.enqueued (name) values (new.name);
    return new;
  end $$;
  create trigger count_job after insert on auth_queue.job for each row when (new.name = 'mail') execute function public.count_job();
  create trigger keep_out before update on auth.users for each row execute function public.keep_out();
  create trigger make_profile after insert on auth.users for each row execute function public.make_profile()`);

const everything = async () => {
  const tables = [
    'addresses',
    'attempts',
    'identities',
    'messages',
    'passwords',
    'pending_passwords',
    'sessions',
    'users',
  ];
  const counts = tables.map((table) => `(select count(*)::int from auth.${table}) as ${table}`);
  const [row] = await sql.unsafe(
    `select ${counts.join(', ')}, (select count(*)::int from public.profiles) as profiles,
     (select count(*)::int from auth.audit_log) as audit, (select count(*)::int from public.enqueued) as jobs`,
  );
  return { ...row };
};

test('a trigger that creates a profile sees id, address and metadata, on every route that creates a user', async () => {
  const profile = async (email: string) =>
    (
      await sql`select p.name from public.profiles as p join auth.users as u on u.id = p.user_id where u.email = ${email}`
    )[0]?.name;
  for (const [node, path] of [
    [stack, '/signup'],
    [auto, '/signup'],
    [stack, '/otp'],
    [stack, '/magiclink'],
    [auto, '/magiclink'],
  ] as const) {
    const email = newEmail();
    const answer = await node.post(path, { email, password: PASSWORD, data: { name: 'Ada' } });
    assert.is(answer.status, 200, answer.text);
    assert.is(await profile(email), 'Ada');
  }
});

test('a trigger that raises: 500, with our own text, and nothing is stored', async () => {
  for (const state of ['P0001', '23505', '22P02', '42501', 'XX001']) {
    for (const [node, path] of [
      [stack, '/signup'],
      [auto, '/signup'],
      [stack, '/otp'],
      [stack, '/magiclink'],
      [auto, '/magiclink'],
    ] as const) {
      const before = await everything();
      const email = `refused.${newEmail()}`;
      const answer = await node.post(path, { email, password: PASSWORD, data: { state } });
      const { error_id: _, ...body } = answer.body;
      assert.equal(body, SAVING, `${path} with ${state}`);
      assert.is(answer.status, 500);
      assert.not.match(answer.text, 'no room');
      assert.equal(await everything(), before);
    }
  }
});

test('a trigger may raise as in PostgREST: status and text are its own', async () => {
  const before = await everything();
  // sql/errors.sql has errors with status 400 and 503, and none with 402.
  for (const status of [402, 400, 503]) {
    const data = { state: `PT${status}` };
    const answer = await stack.post('/signup', { email: `refused.${newEmail()}`, password: PASSWORD, data });
    assert.is(answer.status, status);
    assert.is(answer.body.msg, 'no room for you');
  }
  assert.equal(await everything(), before);
});

test('only 4xx and 5xx in the SQLSTATE are a status; the log names the function of the trigger', async () => {
  const signUp = (state: string) =>
    stack.post('/signup', { email: `refused.${newEmail()}`, password: PASSWORD, data: { state } });
  const linesOf = (request_id: unknown) =>
    stack
      .log()
      .split('\n')
      .filter((line) => line.includes(String(request_id)));
  for (const state of ['PT200', 'PT302', 'PT999']) assert.is((await signUp(state)).body.msg, SAVING.msg, state);
  const { body } = await signUp('P0001');
  assert.type(body.error_id, 'string');
  const [line = ''] = linesOf(body.error_id);
  assert.match(line, '"trigger_function":"public.make_profile"');
  assert.match(line, 'no room for you');
  const named = () => stack.log().split('"trigger_function":"public.make_profile"').length;
  const before = named();
  assert.is((await signUp('PT402')).status, 402);
  assert.is(named(), before + 1);
  await stack.post('/signup', { email: 'no address', password: PASSWORD });
  assert.is(named(), before + 1);
});

test('a server error in a trigger is an outage, not a refusal', async () => {
  for (const state of ['53200', '57014', '55P03', '40001']) {
    const before = await everything();
    const answer = await stack.post('/signup', {
      email: `refused.${newEmail()}`,
      password: PASSWORD,
      data: { state },
    });
    assert.is(answer.status, 503, `${state}: ${answer.text}`);
    assert.ok(answer.headers.get('retry-after'));
    assert.equal(await everything(), before);
  }
});

test('a trigger that rejects a confirmation: 500 with the text of its own route, nothing is stored, the link stays valid', async () => {
  const email = `unwanted.${newEmail()}`;
  await stack.post('/signup', { email, password: PASSWORD });
  const { token, code, path } = await stack.mail(email);
  const tables = ['users', 'identities', 'one_time_tokens', 'addresses'];
  const kept = async () => [
    await everything(),
    ...(await Promise.all(tables.map((table) => sql`select * from auth.${sql(table)}`))),
  ];
  const before = await kept();
  for (const body of [
    { type: 'signup', token_hash: token },
    { type: 'signup', email, token: code },
  ]) {
    const answer = await stack.post('/verify', body);
    const { error_id: _, ...shown } = answer.body;
    assert.equal([answer.status, shown], [500, CONFIRMING]);
  }
  const values = readRedirectFragment(await stack.get(path));
  assert.equal([values.get('error'), values.get('error_description')], ['server_error', CONFIRMING.msg]);
  assert.equal(await kept(), before);
  assert.match(stack.log(), 'stay outside');
  await sql.unsafe('drop trigger keep_out on auth.users');
  assert.is((await stack.post('/verify', { type: 'signup', token_hash: token })).status, 200);
});

test("logs the trigger's message in the gateway, without the password", async () => {
  const password = 'a password that is nowhere';
  await stack.post('/signup', { email: `refused.${newEmail()}`, password });
  assert.match(stack.log(), 'no room for you');
  assert.not.match(stack.log(), password);
});

test('a trigger does not affect functions that read a user', async () => {
  const { email, password } = await confirmedUser(stack);
  const answer = await stack.post('/token?grant_type=password', { email, password });
  assert.is(answer.status, 200);
});

test('foreign keys: rows with cascade are deleted with the user, without it they prevent the deletion', async () => {
  const { id } = await confirmedUser(stack);
  await sql`insert into public.orders values (${id})`;
  const held = await sql`delete from auth.users where id = ${id}`.catch((error: { code?: string }) => error.code);
  assert.is(held, '23503');
  const [kept] = await sql`select count(*)::int as n from auth.sessions where user_id = ${id}`;
  assert.is(kept?.n, 1);
  await sql`delete from public.orders where user_id = ${id}`;
  await sql`delete from auth.users where id = ${id}`;
  for (const table of ['public.profiles', 'auth.sessions', 'auth.identities', 'auth.addresses', 'auth.passwords']) {
    const [left] = await sql.unsafe(`select count(*)::int as n from ${table} where user_id = '${id}'`);
    assert.is(left?.n, 0, table);
  }
  const [audit] = await sql`select count(*)::int as n from auth.audit_log where actor_id = ${id}`;
  assert.ok(audit?.n > 0, 'what happened stays on record');
});

test('a trigger that rejects a confirmation: the link redirects to the target with server_error, and works again afterwards', async () => {
  const email = newEmail();
  await stack.post('/signup', { email, password: PASSWORD });
  const { path } = await stack.mail(email);
  await sql.unsafe(`
    create function public.refuse_proof() returns trigger language plpgsql as $$
    begin raise exception 'not today'; end $$;
    create trigger refuse_proof before update of email_confirmed_at on auth.users
      for each row execute function public.refuse_proof()`);
  const answer = await stack.get(path);
  assert.is(answer.status, 303);
  const fragment = new URLSearchParams((answer.headers.get('location') ?? '').split('#')[1]);
  assert.equal([fragment.get('error'), fragment.get('error_code')], ['server_error', 'unexpected_failure']);
  assert.match(stack.log(), /"level":"error".*"status":303.*not today/);
  await sql`drop function public.refuse_proof() cascade`;
  assert.match((await stack.get(path)).headers.get('location') ?? '', /#access_token=/);
});

test.run();
