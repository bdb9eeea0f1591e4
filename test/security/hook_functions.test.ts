// If a hook function of an operator is faulty, no sign-in succeeds and no partial write remains. The function can
// access only the objects granted to its role.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHookSchema, defineHook, functionHookSettings } from '../support/database/hooks.ts';
import { LAYOUT } from '../support/database/layout.ts';
import { type Answer, bearer, newEmail, startStack } from '../support/processes/stack.ts';
import { DEALLOCATES_STATEMENTS, FAULTY_HOOKS, returnClaims } from './hook_faults.ts';

const PASSWORD = 'correct horse battery';
const HOOKS = ['custom_access_token', 'before_user_created', 'after_user_created', 'password_verification_attempt'];
const stack = await startStack({
  keeps_time_limits: true,
  worker: false,
  env: {
    ...functionHookSettings(...HOOKS),
    SVC_MAILER_AUTOCONFIRM: 'true',
    SVC_EXTERNAL_ANONYMOUS_USERS_ENABLED: 'true',
  },
});
test.after(() => stack.close());
const { db } = stack;
await createHookSchema(db);

const signIn = (email: string, password = PASSWORD) => stack.post('/token?grant_type=password', { email, password });
const refresh = (refresh_token: unknown) => stack.post('/token?grant_type=refresh_token', { refresh_token });

/** Returns the row counts of the tables that a request writes, and a digest of the sessions. */
async function storedRows(): Promise<Record<string, unknown>> {
  const [row] = await db.sql`
    select (select count(*) from auth.users) as users, (select count(*) from auth.addresses) as addresses,
      (select count(*) from auth.identities) as identities, (select count(*) from auth.passwords) as passwords,
      (select count(*) from app.notes) as notes, (select count(*) from auth.messages) as messages,
      (select md5(string_agg(s::text, ' ' order by s.id)) from auth.sessions as s) as sessions`;
  return { ...row };
}

async function createMember(): Promise<{ email: string; answer: Answer }> {
  const email = newEmail();
  const answer = await stack.post('/signup', { email, password: PASSWORD });
  assert.is(answer.status, 200, answer.text);
  return { email, answer };
}

/** Asserts that a request fails and writes nothing while this hook is configured. */
async function assertRefusedWith(
  hook: { name?: string; body: string; declare?: string },
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { name = 'custom_access_token', body, declare } = hook;
  await defineHook(db, name, body, declare);
  const before = await storedRows();
  const answer = await ask();
  assert.not.ok(answer.body.access_token, answer.text);
  assert.equal(await storedRows(), before);
  await defineHook(db, name);
  return answer;
}

const person = await createMember();

await db.sql.unsafe(`
  create function app.note() returns int language plpgsql as 'begin insert into app.notes values (current_user); return 1; end';
  grant execute on function app.note to auth_hooks`);

for (const [what, [body, status, message, declare]] of Object.entries(FAULTY_HOOKS)) {
  if (LAYOUT.pooler && what === DEALLOCATES_STATEMENTS) {
    test(`behind a pooler a function that ${what} has no effect`, async () => {
      await defineHook(db, 'custom_access_token', body);
      for (const _ of [1, 2, 3]) assert.is((await signIn(person.email)).status, 200);
      await defineHook(db, 'custom_access_token');
    });
    continue;
  }
  test(`rejects the sign-in if a hook’s function ${what}`, async () => {
    const answer = await assertRefusedWith({ body, ...(declare ? { declare } : {}) }, () => signIn(person.email));
    assert.is(answer.status, status, answer.text);
    assert.match(String(answer.body.msg), message);
    assert.not.match(answer.text, /inner reason/);
  });
}

test('does not create a user whose token the hook rejects', async () => {
  const body = `return '{"error": {"http_code": 403, "message": "no"}}';`;
  await assertRefusedWith({ body }, () => stack.post('/signup', { email: newEmail(), password: PASSWORD }));
  await assertRefusedWith({ body }, () => stack.post('/signup', {}));
  for (const name of ['before_user_created', 'after_user_created']) {
    for (const faulty of [
      body,
      `raise exception 'x';`,
      `return '[]';`,
      `insert into app.notes values ('x'); return '1';`,
    ]) {
      await assertRefusedWith({ name, body: faulty }, () =>
        stack.post('/signup', { email: newEmail(), password: PASSWORD }),
      );
      await assertRefusedWith({ name, body: faulty }, () => stack.post('/signup', {}));
    }
  }
});

test('a failing hook ends no session: the refresh returns 503, and the same token works later', async () => {
  const { answer } = await createMember();
  for (const body of [
    `raise exception 'x';`,
    `return '{}';`,
    `return null;`,
    `return '{"error": {"message": "x"}}';`,
  ]) {
    const refused = await assertRefusedWith({ body }, () => refresh(answer.body.refresh_token));
    assert.is(refused.status, 503, refused.text);
    assert.ok(refused.headers.get('retry-after'));
  }
  const again = await refresh(answer.body.refresh_token);
  assert.is(again.status, 200, again.text);
  const refusal = `return '{"error": {"http_code": 403, "message": "your account is closed"}}';`;
  const rejected = await assertRefusedWith({ body: refusal }, () => refresh(again.body.refresh_token));
  assert.equal([rejected.status, rejected.body.msg], [403, 'your account is closed']);
});

test('a hook runs as its own role with a fixed path and at most 2 s, and its writes are committed with the request', async () => {
  await defineHook(
    db,
    'custom_access_token',
    `insert into app.notes values (current_user || ' ' || current_setting('search_path') || ' '
       || current_setting('statement_timeout') || ' ' || current_setting('lock_timeout')); ${returnClaims('')}`,
  );
  const before = await storedRows();
  assert.is((await signIn(person.email)).status, 200);
  await defineHook(db, 'custom_access_token');
  const rows = await db.sql`select note from app.notes`;
  assert.equal(
    rows.map(({ note }) => note as string),
    ['auth_hooks pg_catalog, pg_temp 2s 1s'],
  );
  assert.not.equal(await storedRows(), before);
  await db.sql`delete from app.notes`;
});

test('statements and locks of a hook do not reach the next request', async () => {
  await defineHook(db, 'custom_access_token', `perform pg_advisory_lock(4711); ${returnClaims('')}`);
  assert.is((await signIn(person.email)).status, 200);
  const locks = await db.sql`select from pg_locks where locktype = 'advisory' and objid = 4711 and granted`;
  assert.is(locks.length, 0);
  // The hook replaces the gateway's own prepared statements. Behind a pooler the gateway has none.
  await defineHook(
    db,
    'custom_access_token',
    `for v_name in select s.name from pg_prepared_statements as s where not s.from_sql loop
       execute format('deallocate %I', v_name);
       execute format('prepare %I as select current_user::text as answer', v_name);
     end loop;
     ${returnClaims('')}`,
    'v_name text;',
  );
  for (const _ of [1, 2, 3]) {
    const answer = await signIn(person.email);
    const expected = LAYOUT.pooler ? [200, undefined] : [500, 'Error running hook'];
    assert.equal([answer.status, answer.body.msg], expected, answer.text);
  }
  await defineHook(db, 'custom_access_token');
  const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(person.email)));
  for (const { status, text } of answers) assert.is(status, 200, text);
});

test('locks, prepared statements and listeners of a failed function do not reach the next request either', async () => {
  const look = `if exists (select from pg_prepared_statements as s where s.from_sql)
      or exists (select from pg_listening_channels()) then raise exception 'PT499'; end if;`;
  await defineHook(
    db,
    'custom_access_token',
    `perform pg_advisory_lock(4712); execute 'prepare mine as select 1'; raise exception 'x';`,
  );
  for (const _ of [1, 2, 3]) assert.is((await signIn(person.email)).status, 500);
  await defineHook(db, 'custom_access_token', `listen spy; ${returnClaims('')}`);
  for (const _ of [1, 2, 3]) assert.is((await signIn(person.email)).status, 200);
  await defineHook(db, 'custom_access_token', `${look} ${returnClaims('')}`);
  const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(person.email)));
  for (const { status, text } of answers) assert.is(status, 200, text);
  const locks = await db.sql`select from pg_locks where locktype = 'advisory' and objid = 4712 and granted`;
  assert.is(locks.length, 0);
  await defineHook(db, 'custom_access_token');
});

test('claims nested deeper than tokens allow are rejected; others yield a valid token', async () => {
  for (const [depth, status] of [
    [99, 200],
    [100, 500],
    [5_000, 500],
  ] as const) {
    await defineHook(
      db,
      'custom_access_token',
      returnClaims(`|| jsonb_build_object('x', (repeat('[', ${depth}) || repeat(']', ${depth}))::jsonb)`),
    );
    const answer = await signIn(person.email);
    assert.is(answer.status, status, `${depth}: ${answer.text}`);
    if (status === 500) assert.match(String(answer.body.msg), /nested deeper than 100 levels$/);
    else assert.is((await stack.get('/user', bearer(answer.body.access_token))).status, 200, `${depth}`);
  }
  await defineHook(db, 'custom_access_token');
  assert.is((await signIn(person.email)).status, 200);
});

test('deferred triggers of a hook run with its rights, not at the commit with those of the connection', async () => {
  await db.sql.unsafe(`
    create table app.later (x int);
    grant insert on app.later to auth_hooks;
    create function app.say_who() returns trigger language plpgsql as
      'begin insert into app.notes values (current_user); return null; end';
    create constraint trigger later after insert on app.later deferrable initially deferred
      for each row execute function app.say_who()`);
  await defineHook(db, 'custom_access_token', `insert into app.later values (1); ${returnClaims('')}`);
  const answer = await signIn(person.email);
  assert.is(answer.status, 200, answer.text);
  await defineHook(db, 'custom_access_token');
  assert.equal(
    (await db.sql`delete from app.notes returning note`).map(({ note }) => note as string),
    ['auth_hooks'],
  );
});

test('a trigger that defers itself again ends the request, because it would run at the commit', async () => {
  await db.sql.unsafe(`
    create table app.again (x int);
    grant insert on app.again to auth_hooks;
    create function app.put_off_again() returns trigger language plpgsql as $$
    begin
      set constraints app.again_and_again deferred;
      insert into app.again values (2);
      return null;
    end $$;
    create constraint trigger again_and_again after insert on app.again deferrable initially deferred
      for each row execute function app.put_off_again()`);
  const answer = await assertRefusedWith({ body: `insert into app.again values (1); ${returnClaims('')}` }, () =>
    signIn(person.email),
  );
  assert.equal([answer.status, answer.body.msg], [500, 'Error running hook']);
  assert.match(stack.log(), /a trigger defers itself again after it has run/);
});

test('a path that a hook sets for the session does not expose our functions to the application’s operators', async () => {
  await db.sql.unsafe(`
    create function app.concatenate(text, text) returns text language plpgsql as
      $$ begin raise exception 'an operator of the application runs as %', current_user; end $$;
    create operator app.|| (leftarg = text, rightarg = text, function = app.concatenate)`);
  for (const is_local of ['false', 'true']) {
    await defineHook(
      db,
      'custom_access_token',
      `perform set_config('search_path', 'app, pg_catalog', ${is_local}); ${returnClaims('')}`,
    );
    const expected = is_local === 'true' ? 200 : 500;
    assert.is((await signIn(person.email)).status, expected, is_local);
  }
  await defineHook(db, 'custom_access_token');
  assert.not.match(stack.log(), /an operator of the application runs as/);
  await db.sql.unsafe('drop operator app.|| (text, text)');
});

test('does not call a function that neither PUBLIC nor the role may execute', async () => {
  await db.sql.unsafe('revoke execute on function app.custom_access_token from auth_hooks');
  const before = await storedRows();
  const answer = await signIn(person.email);
  assert.equal([answer.status, answer.body.msg], [500, 'Error running hook']);
  assert.equal(await storedRows(), before);
  assert.match(stack.log(), /permission denied for function custom_access_token/);
});

test.run();
