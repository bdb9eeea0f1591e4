// Row-level security in an application: policies on auth.uid() and session_is_live(), with claims set as by PostgREST.
import { randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { claimsOf } from '../support/clients/client.ts';
import { computeTotp, decodeBase32 } from '../support/clients/totp.ts';
import { bearer, confirmedUser, type Stack, startStack } from '../support/processes/stack.ts';

const stack = await startStack();
const { sql } = stack.db;
test.after(async () => {
  await sql.unsafe(`drop schema app cascade; drop owned by ${APP}, ${READER}; drop role ${APP}, ${READER}`);
  await stack.close();
});

// Roles belong to the server, so their names contain the name of this database.
const APP = `app_${stack.db.name}`;
const READER = `reader_${stack.db.name}`;
await sql.unsafe(`
  create role ${APP} nologin;
  create role ${READER} nologin;
  create schema app authorization ${APP};
  set role ${APP};
  create table app.notes (id bigint generated always as identity, owner uuid not null, body text not null);
  alter table app.notes enable row level security;
  create policy own on app.notes using (owner = auth.uid()) with check (owner = auth.uid());
  create table app.safe (owner uuid not null, body text not null);
  alter table app.safe enable row level security;
  create policy live on app.safe using (owner = (select auth.uid()) and (select auth.session_is_live()));
  create table app.mail (body text not null);
  alter table app.mail enable row level security;
  create policy mine on app.mail using (body = auth.email() and auth.role() = 'authenticated'
    and auth.jwt() ->> 'aal' = 'aal1');
  create table app.letters (owner uuid not null, body text not null);
  alter table app.letters enable row level security;
  create policy own on app.letters using (owner = (select auth.uid()));
  create policy proven on app.letters as restrictive using ((select auth.aal()) = 'aal2');
  grant usage on schema app to ${READER};
  grant select, insert, update, delete on app.notes, app.safe, app.mail, app.letters to ${READER};
  reset role`);

/** Runs statements as PostgREST does: with the application's role and the claims, for one transaction. */
async function runAs<T>(claims: unknown, text: string, o: { path?: string; role?: string } = {}): Promise<T[]> {
  return sql.begin(async (tx) => {
    await tx.unsafe(`set local role ${o.role ?? READER}`);
    if (o.path) await tx.unsafe(`set local search_path = ${o.path}`);
    const setting = typeof claims === 'string' ? claims : JSON.stringify(claims);
    await tx`select pg_catalog.set_config('request.jwt.claims', ${setting}, true)`;
    return [...(await tx.unsafe(text))] as T[];
  }) as Promise<T[]>;
}

const bodies = async (claims: unknown, table = 'notes', o: { path?: string; role?: string } = {}): Promise<string[]> =>
  (await runAs<{ body: string }>(claims, `select body from app.${table} order by body`, o)).map((row) => row.body);

async function createUserWithSession(of: Stack = stack) {
  const user = await confirmedUser(of);
  const claims = claimsOf(user.access_token);
  await sql`insert into app.notes (owner, body) values (${user.id}, ${`note of ${user.email}`})`;
  await sql`insert into app.safe (owner, body) values (${user.id}, ${`safe of ${user.email}`})`;
  await sql`insert into app.mail (body) values (${user.email})`;
  return { ...user, claims, note: `note of ${user.email}`, safe: `safe of ${user.email}` };
}

test('two users see, change and write only their own rows', async () => {
  const [ada, bob] = [await createUserWithSession(), await createUserWithSession()];
  assert.equal(await bodies(ada.claims), [ada.note]);
  assert.equal(await bodies(bob.claims), [bob.note]);
  assert.equal(await bodies(ada.claims, 'mail'), [ada.email]);
  const changed = await runAs(bob.claims, `update app.notes set body = 'mine' where body = '${ada.note}' returning id`);
  assert.equal(changed, []);
  const refused = await runAs(bob.claims, `insert into app.notes (owner, body) values ('${ada.id}', 'x')`).catch(
    (error: Error) => error.message,
  );
  assert.match(String(refused), 'row-level security');
  await runAs(bob.claims, `insert into app.notes (owner, body) values ('${bob.id}', 'another')`);
  assert.equal(await bodies(bob.claims), ['another', bob.note]);
});

test('session_is_live(): signed out, banned, soft-deleted, deleted, expired, of another user: no row', async () => {
  const ada = await createUserWithSession();
  assert.equal(await bodies(ada.claims, 'safe'), [ada.safe]);
  await stack.post('/logout', undefined, bearer(ada.access_token));
  assert.equal(await bodies(ada.claims, 'safe'), []);
  assert.equal(await bodies(ada.claims), [ada.note], 'a policy on auth.uid() alone goes by the token');

  for (const [end, back] of [
    [`banned_until = now() + interval '1 hour'`, `banned_until = now() - interval '1 second'`],
    [`deleted_at = now()`, `deleted_at = null`],
  ]) {
    const bob = await createUserWithSession();
    await sql.unsafe(`update auth.users set ${end} where id = '${bob.id}'`);
    assert.equal(await bodies(bob.claims, 'safe'), []);
    await sql.unsafe(`update auth.users set ${back} where id = '${bob.id}'`);
    assert.equal(await bodies(bob.claims, 'safe'), [bob.safe]);
  }

  // Changes the rows instead of the clock, because functions called by policies read now().
  const eve = await createUserWithSession();
  await sql`update auth.sessions set not_after = now() - interval '1 second' where user_id = ${eve.id}`;
  assert.equal(await bodies(eve.claims, 'safe'), []);
  await sql`delete from auth.sessions where user_id = ${eve.id}`;
  assert.equal(await bodies(eve.claims, 'safe'), []);

  const [one, two] = [await createUserWithSession(), await createUserWithSession()];
  assert.equal(await bodies({ ...one.claims, session_id: two.claims.session_id }, 'safe'), []);
  assert.equal(await bodies({ ...one.claims, session_id: randomUUID() }, 'safe'), []);
  assert.equal(await bodies({ ...one.claims, session_id: '' }, 'safe'), []);
  assert.equal(await bodies({ ...one.claims, session_id: undefined }, 'safe'), []);
  await sql`delete from auth.users where id = ${one.id}`;
  assert.equal(await bodies(one.claims, 'safe'), []);
});

test('functions called by policies are independent: they work while a migrate has dropped our other schemas', async () => {
  const [ada, bob] = [await createUserWithSession(), await createUserWithSession()];
  await stack.post('/logout', undefined, bearer(bob.access_token));
  const undone = new Error('nothing of this stays');
  const seen: string[][] = [];
  await sql
    .begin(async (tx) => {
      await tx`drop schema auth_lib, auth_api cascade`;
      await tx.unsafe(`set local role ${READER}`);
      for (const { claims } of [ada, bob]) {
        await tx`select pg_catalog.set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`;
        seen.push((await tx<{ body: string }[]>`select body from app.safe`).map((row) => row.body));
      }
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  assert.equal(seen, [[ada.safe], []]);
});

test('auth.aal(): a row for the session with a verified second factor, and none once that is removed', async () => {
  const ada = await createUserWithSession();
  await sql`insert into app.letters (owner, body) values (${ada.id}, 'letter')`;
  const letters = (token: unknown) => bodies(claimsOf(String(token)), 'letters');
  assert.equal(await letters(ada.access_token), []);
  const { body: factor } = await stack.post('/factors', { factor_type: 'totp' }, bearer(ada.access_token));
  const path = `/factors/${String(factor.id)}`;
  const { body: challenge } = await stack.post(`${path}/challenge`, {}, bearer(ada.access_token));
  const code = computeTotp(decodeBase32((factor.totp as { secret: string }).secret), Date.now());
  const { body: raised } = await stack.post(
    `${path}/verify`,
    { challenge_id: challenge.id, code },
    bearer(ada.access_token),
  );
  assert.equal(await letters(raised.access_token), ['letter']);
  assert.equal(await letters(ada.access_token), [], 'the token of before');
  assert.is((await stack.request('DELETE', path, undefined, bearer(raised.access_token))).status, 200);
  const { refresh_token } = raised;
  const { body: lowered } = await stack.post('/token?grant_type=refresh_token', { refresh_token });
  assert.equal(await letters(lowered.access_token), []);
});

test('no claims, empty or malformed ones: no row or an error', async () => {
  await createUserWithSession();
  for (const claims of ['', '{}', '[]', 'null', '"x"', '1', '{"sub":null}', '{"sub":""}', '{"session_id":"x"}']) {
    for (const table of ['notes', 'safe', 'mail', 'letters']) {
      const rows = await bodies(claims, table).catch((error: { code?: string }) => error.code);
      assert.ok(rows === '22P02' || (Array.isArray(rows) && rows.length === 0), `${claims} in ${table}: ${rows}`);
    }
  }
  for (const claims of ['{', 'garbage', '{"sub":"x"}', `{"sub":"${randomUUID()}x"}`]) {
    assert.is(await bodies(claims).catch((error: { code?: string }) => error.code), '22P02', claims);
  }
  assert.equal(
    [
      ...(await sql`select auth.uid() as uid, auth.role() as role, auth.email() as email, auth.jwt() as jwt,
      auth.session_is_live() as live`),
    ],
    [{ uid: null, role: null, email: null, jwt: null, live: false }],
    'outside of a request',
  );
});

test('the settings of older PostgREST releases are read too', async () => {
  const ada = await createUserWithSession();
  const rows = await sql.begin(async (tx) => {
    await tx.unsafe(`set local role ${READER}`);
    await tx`select set_config('request.jwt.claim.sub', ${ada.id}, true),
      set_config('request.jwt.claim.email', ${ada.email}, true), set_config('request.jwt.claim.role', 'authenticated', true)`;
    return tx`select n.body, auth.email() as email, auth.role() as role from app.notes as n`;
  });
  assert.equal([...rows], [{ body: ada.note, email: ada.email, role: 'authenticated' }]);
});

test('the helpers are inlined: the plan contains no function except the settings it reads', async () => {
  const ada = await createUserWithSession();
  const plan = (
    await runAs<{ 'QUERY PLAN': string }>(ada.claims, 'explain (verbose, costs off) select * from app.notes')
  )
    .map((row) => row['QUERY PLAN'])
    .join('\n');
  assert.match(plan, /current_setting\('request\.jwt\.claims'/);
  assert.not.match(plan, /auth\.uid\(\)|\buid\(\)/);
  const live = (await runAs<{ 'QUERY PLAN': string }>(ada.claims, 'explain (costs off) select * from app.safe'))
    .map((row) => row['QUERY PLAN'])
    .join('\n');
  assert.match(live, /InitPlan/, 'session_is_live() runs once a statement');
});

test('a hostile search_path changes nothing, neither for the caller nor through the policy’s owner', async () => {
  const [ada, bob] = [await createUserWithSession(), await createUserWithSession()];
  await sql.unsafe(`
    create schema hostile;
    grant usage on schema hostile to ${READER}, ${APP};
    create function hostile.current_setting(text, boolean) returns text language sql as $$ select '{"sub":"${bob.id}"}' $$;
    create function hostile.nullif(text, text) returns text language sql as $$ select '${bob.id}' $$;
    create function hostile.uid() returns uuid language sql as $$ select '${bob.id}'::uuid $$;
    create function hostile.now() returns timestamptz language sql as $$ select '-infinity'::timestamptz $$;
    create function hostile.get(jsonb, text) returns text language sql as $$ select '${bob.id}' $$;
    create operator hostile.->> (leftarg = jsonb, rightarg = text, function = hostile.get);
    create function hostile.never(text, text) returns boolean language sql as $$ select false $$;
    create operator hostile.= (leftarg = text, rightarg = text, function = hostile.never);
    create domain hostile.jsonb as pg_catalog.text;
    create domain hostile.uuid as pg_catalog.text;
    create view hostile.sessions as select 1 as user_id;
    grant execute on all functions in schema hostile to public`);
  try {
    for (const path of ['hostile, pg_catalog', 'hostile, auth, public, pg_catalog', `''`]) {
      assert.equal(await bodies(ada.claims, 'notes', { path }), [ada.note]);
      assert.equal(await bodies(ada.claims, 'safe', { path }), [ada.safe]);
      assert.equal(await bodies(ada.claims, 'mail', { path }), [ada.email]);
    }
    await stack.post('/logout', undefined, bearer(ada.access_token));
    assert.equal(await bodies(ada.claims, 'safe', { path: 'hostile, pg_catalog' }), []);
  } finally {
    await sql.unsafe('drop schema hostile cascade');
  }
});

test('the helpers give no access to our tables', async () => {
  const ada = await createUserWithSession();
  for (const table of ['users', 'sessions', 'passwords', 'one_time_tokens']) {
    const refused = await runAs(ada.claims, `select * from auth.${table}`).catch(
      (error: { code?: string }) => error.code,
    );
    assert.is(refused, '42501');
  }
  const refused = await runAs(ada.claims, 'select auth_api.get_release()').catch(
    (error: { code?: string }) => error.code,
  );
  assert.is(refused, '42501');
});

test.run();
