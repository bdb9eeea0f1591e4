// Triggers of hostile applications on auth.users and on tables with foreign keys to it, on PostgreSQL 18 and 15.
// Triggers on referencing tables cannot access Postern's objects, and no request is affected by the session state that
// an earlier request left.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { SERVICE } from '../support/clients/admin.ts';
import { createDatabase, type TestDatabase } from '../support/database/db.ts';
import { createDebianCluster } from '../support/database/debian.ts';
import { renameForLayout } from '../support/database/layout.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { type Answer, bearer, newEmail, type Stack, startStack } from '../support/processes/stack.ts';

const PASSWORD = 'correct horse battery';
const SETTINGS = { SVC_MAILER_AUTOCONFIRM: 'true', SVC_DB_MAX_POOL_SIZE: '4' };

/**
 * Statements of an attack, by purpose. A query, update or deletion must find no row, and any other statement must fail.
 * Only the owner of the trigger may create the temporary table.
 */
const ATTEMPTS: Readonly<Record<string, string>> = {
  'sees users': 'select from auth.users',
  'sees passwords': 'select from auth.passwords',
  'sees sessions': 'select from auth.sessions',
  'sees the audit log': 'select from auth.audit_log',
  'sees the queue': 'select from auth_queue.job',
  'gives itself a role': `update auth.users set role = 'service_role'`,
  'deletes users': 'delete from auth.users',
  'makes a user': `insert into auth.users (id, aud, role) values (gen_random_uuid(), 'x', 'service_role')`,
  'empties users': 'truncate auth.users',
  'locks a table for others': 'lock table auth.sessions in access exclusive mode',
  'switches row security off': 'alter table auth.users disable row level security',
  'lets itself see users': 'alter policy deletes on auth.users using (true)',
  'drops the policy': 'drop policy deletes on auth.users',
  'gives its role away': `grant auth_triggers to public`,
  'makes a function': `create function auth.mine() returns int language sql as 'select 1'`,
  'makes a private function': `create function auth_lib.mine() returns int language sql as 'select 1'`,
  'makes a table': 'create table public.mine (x int)',
  'makes a schema': 'create schema mine',
  'makes a temporary table': 'create temporary table users (x int)',
  'deletes by a private function': `select auth_lib.delete_user_row(id) from shop.people`,
  'deletes by the function that may': `select auth_lib.run_delete(id) from shop.people`,
  'calls an endpoint': `select auth_api.get_user('{}', '{}')`,
  'calls an administrator’s endpoint': `select auth_api.end_every_session('{}', '{}', '{}')`,
  'takes the caller down from definer': 'alter function auth_lib.run_delete security invoker',
  'becomes the owner': 'set role auth_owner',
  'becomes the owner by a setting': `select set_config('role', 'auth_owner', false)`,
  'becomes whoever is connected': 'reset role',
  'becomes nobody': `select set_config('role', 'none', true)`,
  'lets the owner log in': 'alter role auth_owner login',
  'reads a file': `select pg_read_file('PG_VERSION')`,
};

const BEHIND = `
  before delete on shop.profiles for each row
  after delete on shop.profiles for each row
  after delete on shop.profiles for each statement
  before update on shop.orders for each row
  after update on shop.orders for each row`
  .trim()
  .split('\n')
  .map((position) => `create trigger at_NAME ${position.trim()} execute function shop.FUNCTION()`)
  .concat(
    ['delete on shop.profiles', 'update on shop.orders'].map(
      (event) =>
        `create constraint trigger at_NAME after ${event} deferrable initially deferred for each row execute function shop.FUNCTION()`,
    ),
  );

interface Member {
  id: string;
  token: unknown;
}

/** An application in the gateway's database. Its owner has only the rights that docs/for-dbas.md names. */
class ShopApplication {
  readonly owner: string;
  readonly #stack: Stack;
  readonly #db: TestDatabase;

  constructor(stack: Stack) {
    this.#stack = stack;
    this.#db = stack.db;
    this.owner = `shop_${stack.db.name}`;
  }

  async open(): Promise<void> {
    await this.#db.sql.unsafe(`
      create role ${this.owner} nologin;
      grant usage on schema auth to ${this.owner};
      grant references (id), trigger on auth.users to ${this.owner};
      grant temporary on database ${this.#db.name} to ${this.owner};
      create schema shop authorization ${this.owner}`);
    await this.run(`
      grant usage on schema shop to public;
      create table shop.found (what text, who text default current_user);
      create table shop.attempts (name text, statement text);
      create table shop.looks (trace text);
      create table shop.people (id uuid);
      create table shop.profiles (user_id uuid primary key references auth.users (id) on delete cascade);
      create table shop.orders (user_id uuid references auth.users (id) on delete set null);
      create table shop.later (x int);
      grant select, insert on all tables in schema shop to public`);
  }

  async close(): Promise<void> {
    await this.#db.sql.unsafe(`drop owned by ${this.owner} cascade; drop role ${this.owner}`);
    await this.#stack.close();
  }

  /** Runs statements as the owner of the application's tables. */
  async run(statements: string): Promise<void> {
    await this.#db.sql.unsafe(`set role ${this.owner}; ${statements}; reset role`);
  }

  async member(): Promise<Member> {
    const { status, text, body } = await this.#stack.post('/signup', { email: newEmail(), password: PASSWORD });
    assert.is(status, 200, text);
    return { id: (body.user as { id: string }).id, token: body.access_token };
  }

  change({ token }: Member): Promise<Answer> {
    return this.#stack.request('PUT', '/user', { data: { at: newEmail() } }, bearer(token));
  }

  /** Inserts a user's rows into the application's tables, and deletes the user. */
  async remove({ id }: Member): Promise<Answer> {
    await this.#db.sql`insert into shop.profiles values (${id})`;
    await this.#db.sql`insert into shop.orders values (${id})`;
    return this.#stack.request('DELETE', `/admin/users/${id}`, undefined, SERVICE);
  }

  /** Creates, changes and deletes a user. */
  async life(): Promise<void> {
    const person = await this.member();
    for (const answer of [await this.change(person), await this.remove(person)]) {
      assert.is(answer.status, 200, answer.text);
    }
  }

  /** Creates triggers on auth.users that call a function of the application, runs `work`, and drops the triggers. */
  async calling(name: string, work: () => Promise<void>, kind = 'trigger', how = 'for each row'): Promise<void> {
    const place = 'after insert or update or delete on auth.users';
    await this.run(`create ${kind} hostile ${place} ${how} execute function shop.${name}()`);
    try {
      await work();
    } finally {
      await this.#db.sql.unsafe('drop trigger hostile on auth.users');
    }
  }

  /**
   * Creates all kinds of triggers on referencing tables that call a function of the application, runs `work`, and drops
   * the triggers.
   */
  async behind(name: string, work: () => Promise<void>): Promise<void> {
    const made = BEHIND.map((text, at) => text.replace('NAME', String(at)).replace('FUNCTION', name));
    await this.run(made.join(';'));
    try {
      await work();
    } finally {
      const drops = made.map((text) => `drop trigger ${/ (at_\d+) .* on (\S+)/.exec(text)?.slice(1).join(' on ')}`);
      await this.#db.sql.unsafe(drops.join(';'));
    }
  }

  /** Returns the distinct rows that triggers have written since the last call. */
  async found(): Promise<string[]> {
    const rows = await this.#db.sql.unsafe(
      'with gone as (delete from shop.found returning *) select distinct what, who from gone order by 1, 2',
    );
    return rows.map(({ what, who }) => `${what}: ${who}`);
  }
}

const debian = await createDebianCluster();
if (debian === null) cannotRun('hostile triggers on PostgreSQL 15', 'no /usr/lib/postgresql/15/bin');
const shops: { version: string; stack: Stack; shop: ShopApplication }[] = [];
for (const [version, db] of [
  ['the server of the run', undefined],
  ...(debian === null ? [] : [['PostgreSQL 15', await createDatabase({ server: debian })] as const]),
] as const) {
  const stack = await startStack({ worker: false, env: SETTINGS, ...(db && { db }) });
  const shop = new ShopApplication(stack);
  await shop.open();
  shops.push({ version, stack, shop });
}
test.after(async () => {
  for (const { shop } of shops) await shop.close();
  await debian?.stop();
});

for (const { version, stack, shop } of shops) {
  const { db } = stack;

  test(`${version}: a trigger behind a foreign key runs neither as the owner nor as the login of the request`, async () => {
    await shop.run(`
      create function shop.who() returns trigger language plpgsql as $$
      begin
        insert into shop.found (what) values (format('%s %s %s', tg_when, tg_op, tg_table_name));
        return coalesce(new, old);
      end $$`);
    await shop.behind('who', () => shop.life());
    const rows = await shop.found();
    for (const place of [
      'BEFORE DELETE profiles',
      'AFTER DELETE profiles',
      'BEFORE UPDATE orders',
      'AFTER UPDATE orders',
    ]) {
      const results = rows.filter((row) => row.startsWith(`${place}: `)).map((row) => row.split(': ')[1] ?? '');
      assert.ok(results.length > 0, `${place} in ${rows.join('\n')}`);
      for (const role of results)
        assert.ok(['auth_triggers', shop.owner].map(renameForLayout).includes(role), `${place} ${role}`);
    }
  });

  test(`${version}: a trigger behind a foreign key reads, changes and calls nothing of ours`, async () => {
    const rows = Object.entries(ATTEMPTS).map(([name, statement]) => ({ name, statement: renameForLayout(statement) }));
    await db.sql`insert into shop.attempts ${db.sql(rows)}`;
    await shop.run(
      `
      create function shop.attack() returns trigger language plpgsql as $$
      declare
        v_attempt shop.attempts;
        v_rows    bigint;
      begin
        if pg_trigger_depth() > 3 then   -- its own statements call it as well
          return coalesce(new, old);
        end if;
        insert into shop.found values ('attacked', 'ATTACKER');
        for v_attempt in select * from shop.attempts loop
          begin
            execute v_attempt.statement;
            get diagnostics v_rows = row_count;
            if v_rows > 0 or v_attempt.statement !~ '^(select|update|delete)' then
              insert into shop.found (what) values (v_attempt.name);
            end if;
          exception when others then null;
          end;
        end loop;
        return coalesce(new, old);
      end $$`.replace('ATTACKER', shop.owner),
    );
    const witness = await shop.member();
    await db.sql`insert into shop.people values (${witness.id})`;
    await shop.behind('attack', () => shop.life());
    const mine = ['attacked', 'makes a temporary table'].map((what) => `${what}: ${shop.owner}`);
    const reached = await shop.found();
    assert.ok(reached.includes(mine[0] ?? ''), reached.join('\n'));
    assert.equal(
      reached.filter((row) => !mine.includes(row)),
      [],
    );
    assert.is((await shop.change(witness)).status, 200);
  });

  test(`${version}: a session is for the next request as it was for the last`, async () => {
    // Calls that share a statement wait 100 ms for a lock, other calls 1000 ms. Timing determines which calls share a
    // statement.
    await shop.run(`
      create function shop.look() returns trigger language plpgsql as $$
      begin
        insert into shop.looks (trace)
        select s.name || ' = ' || s.setting from pg_settings as s where s.source = 'session' and s.name <> 'application_name'
          and not (s.name = 'lock_timeout' and s.setting in ('100', '1000'))
        union all select 'app.tenant = ' || current_setting('app.tenant', true) where current_setting('app.tenant', true) <> ''
        union all select 'jwt ' || current_setting('request.jwt.claims', true) where current_setting('request.jwt.claims', true) <> ''
        union all select 'statement ' || p.name from pg_prepared_statements as p where p.from_sql
        union all select 'cursor ' || c.name from pg_cursors as c where c.is_holdable
        union all select 'channel ' || c from pg_listening_channels() as c
        union all select 'lock ' || l.objid from pg_locks as l where l.pid = pg_backend_pid() and l.locktype = 'advisory'
        union all select 'temporary ' || c.relname from pg_class as c where c.relnamespace = pg_my_temp_schema()
        union all select 'a look';
        return null;
      end $$;
      create function shop.temporary() returns void language plpgsql security definer as $$
      begin create temporary table if not exists jsonb (x int); end $$;
      create function shop.leave() returns trigger language plpgsql as $$
      begin
        perform set_config(name, value, is_local) from (values ('search_path', 'shop', false), ('statement_timeout', '1h', false),
          ('lock_timeout', '1h', false), ('default_transaction_read_only', 'on', false), ('row_security', 'off', false),
          ('timezone', 'Asia/Tokyo', false), ('request.jwt.claims', '{"sub": "x"}', false), ('app.tenant', 'x', false),
          ('enable_indexscan', 'off', true)) as s (name, value, is_local);
        if not exists (select from pg_prepared_statements where name = 'mine') then
          execute 'prepare mine as select 1';
          execute 'declare mine cursor with hold for select shop.say()';
        end if;
        execute 'listen spy';
        perform pg_advisory_lock(4713), shop.temporary();
        return coalesce(new, old);
      end $$;
      create function shop.say() returns int language plpgsql as $$
      begin insert into shop.found (what) values ('at the commit'); return 1; end $$;
      create function shop.fail() returns trigger language plpgsql as $$
      begin
        execute 'prepare mine as select 1';
        perform pg_advisory_lock(4713);
        raise exception 'no';
      end $$`);
    const people = await Promise.all(Array.from({ length: 8 }, () => shop.member()));
    const changeAll = async (): Promise<void> => {
      for (const answer of await Promise.all(people.map((one) => shop.change(one))))
        assert.is(answer.status, 200, answer.text);
    };
    const looks = async (): Promise<string[]> => {
      await shop.calling('look', changeAll);
      const rows = await db.sql.unsafe(
        'with gone as (delete from shop.looks returning *) select distinct trace from gone order by 1',
      );
      return rows.map(({ trace }) => trace as string);
    };
    const before = await looks();
    assert.ok(before.includes('a look'));
    const leave = async (): Promise<void> => {
      await changeAll();
      await Promise.all(Array.from({ length: 4 }, () => shop.life()));
    };
    await shop.calling('leave', leave);
    assert.equal(await looks(), before, 'row triggers');
    await shop.calling('leave', leave, 'constraint trigger', 'deferrable initially deferred for each row');
    assert.equal(await looks(), before, 'deferred triggers');
    await shop.calling('leave', leave, 'trigger', 'for each statement');
    assert.equal(await looks(), before, 'statement triggers');
    await shop.behind('leave', leave);
    assert.equal(await looks(), before, 'triggers behind a foreign key');
    const doomed = await Promise.all(Array.from({ length: 8 }, () => shop.member()));
    await shop.behind('fail', async () => {
      for (const answer of await Promise.all(doomed.map((one) => shop.remove(one))))
        assert.is(answer.status, 500, answer.text);
    });
    assert.equal(await looks(), before, 'triggers that fail');
    assert.equal(await shop.found(), [], 'no cursor runs with the rights of the connection');
  });

  test(`${version}: a statement that a trigger puts in the place of one of the gateway’s is not run`, async () => {
    await shop.run(`
      create function shop.replace() returns trigger language plpgsql as $$
      declare v_name text;
      begin
        for v_name in select s.name from pg_prepared_statements as s where not s.from_sql loop
          execute format('deallocate %I', v_name);
          execute format('prepare %I as select shop.say()', v_name);
        end loop;
        return null;
      end $$`);
    const person = await shop.member();
    await shop.calling('replace', async () => {
      for (const _ of [1, 2, 3]) assert.is((await shop.change(person)).status, 200);
    });
    for (const answer of await Promise.all(Array.from({ length: 8 }, () => shop.change(person))))
      assert.is(answer.status, 200);
    assert.equal(await shop.found(), []);
  });

  test(`${version}: a search_path that a trigger sets gives our functions no operators of the application`, async () => {
    await shop.run(`
      create function shop.get(jsonb, text) returns text language plpgsql as $$
      begin insert into shop.found (what) values ('operator'); return $1 operator(pg_catalog.->>) $2; end $$;
      create operator shop.->> (leftarg = jsonb, rightarg = text, function = shop.get);
      create function shop.concat(text, text) returns text language plpgsql as $$
      begin insert into shop.found (what) values ('operator'); return $1 operator(pg_catalog.||) $2; end $$;
      create operator shop.|| (leftarg = text, rightarg = text, function = shop.concat);
      create function shop.same(uuid, uuid) returns boolean language plpgsql as $$
      begin insert into shop.found (what) values ('operator'); return $1 operator(pg_catalog.=) $2; end $$;
      create operator shop.= (leftarg = uuid, rightarg = uuid, function = shop.same);
      create function shop.lead() returns trigger language plpgsql as $$
      begin perform set_config('search_path', 'shop, pg_catalog', false); return null; end $$;
      create function shop.lead_here() returns trigger language plpgsql as $$
      begin perform set_config('search_path', 'shop, pg_catalog', true); return null; end $$`);
    for (const name of ['lead', 'lead_here']) {
      await shop.calling(name, () => shop.life());
      await db.sql.unsafe(
        `create trigger at after delete on shop.profiles for each row execute function shop.${name}()`,
      );
      await shop.life();
      await db.sql.unsafe('drop trigger at on shop.profiles');
      assert.equal(await shop.found(), [], name);
    }
  });

  test(`${version}: a deferred trigger runs in its request without our rights, and not at the commit`, async () => {
    await shop.run(`
      create function shop.defer() returns trigger language plpgsql security definer as $$
      begin insert into shop.later values (1); return null; end $$;
      create function shop.defer_again() returns trigger language plpgsql as $$
      begin
        set constraints shop.again deferred;
        insert into shop.later values (2);
        return null;
      end $$;
      create constraint trigger later after insert on shop.later deferrable initially deferred for each row execute function shop.who()`);
    const person = await shop.member();
    await shop.calling('defer', async () => {
      assert.is((await shop.change(person)).status, 200);
    });
    const [row = ''] = await shop.found();
    assert.ok(
      ['auth_triggers', shop.owner].map(renameForLayout).includes(row.replace('AFTER INSERT later: ', '')),
      row,
    );
    await shop.run(`
      create constraint trigger again after insert on shop.later deferrable initially deferred for each row execute function shop.defer_again()`);
    await shop.calling('defer', async () => {
      const answer = await shop.change(person);
      assert.is(answer.status, 500, answer.text);
    });
    assert.match(stack.log(), /a deferred trigger defers itself again/);
    await shop.found();
  });

  test(`${version}: a trigger that makes or drops a function of the role that deletes users ends the request`, async () => {
    await db.sql.unsafe('grant create on schema shop to auth_triggers');
    await shop.run(`
      create function shop.drop_all() returns trigger language plpgsql as $$
      begin execute 'drop owned by ${renameForLayout('auth_triggers')}'; return null; end $$;
      create function shop.back_door() returns trigger language plpgsql as $$
      begin
        create function shop.open_door() returns void language sql security definer as 'delete from auth.users';
        return null;
      end $$`);
    const person = await shop.member();
    for (const name of ['back_door', 'drop_all']) {
      await shop.run(`create trigger hostile after delete on auth.users for each row execute function shop.${name}()`);
      assert.is((await shop.remove(person)).status, 500);
      await db.sql.unsafe('drop trigger hostile on auth.users; delete from shop.profiles; delete from shop.orders');
    }
    assert.equal([...(await db.sql`select from pg_proc where proname = 'open_door'`)], []);
    assert.is((await shop.remove(person)).status, 200);
    await db.sql.unsafe('revoke create on schema shop from auth_triggers');
  });

  test(`${version}: a session of a DBA who writes users keeps its settings`, async () => {
    await shop.calling('who', async () => {
      const [row] = await db.sql.begin(async (sql) => {
        await sql`select set_config('timezone', 'Asia/Tokyo', false)`;
        await sql`update auth.users set raw_user_meta_data = '{}' where id = (select id from auth.users limit 1)`;
        const rows = await sql`select current_setting('timezone') as zone`;
        await sql`reset timezone`;
        return rows;
      });
      assert.is(row?.zone, 'Asia/Tokyo');
    });
    await shop.found();
  });
}

test.run();
