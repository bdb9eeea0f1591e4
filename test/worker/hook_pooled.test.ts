// Hook functions behind a pooler in transaction mode. Other clients get the same server session, so session state that
// a function leaves is undone, and a session that lost its prepared statements is closed.
import postgres from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { OutgoingMessage } from '../../core/senders.ts';
import { createHookSender } from '../../worker/hooks/send.ts';
import { createBoundedPool } from '../../worker/queue/bounded_pool.ts';
import { createDatabase } from '../support/database/db.ts';
import { createHookSchema, defineHook, functionHookSettings } from '../support/database/hooks.ts';
import { LAYOUT, roleName } from '../support/database/layout.ts';
import { hasPooler, startPooler } from '../support/database/pooler.ts';
import { cannotRun } from '../support/processes/cannot_run.ts';
import { bearer, newEmail, type Stack, startStack } from '../support/processes/stack.ts';

/** Session state that a function must not leave. A call that leaves such state fails. */
const LEAVES: Readonly<Record<string, string>> = {
  'a statement': `execute 'prepare mine as select 1'; return null;`,
  'a statement, and fails': `execute 'prepare mine as select 1'; raise exception 'x';`,
  'a setting': `perform set_config('work_mem', '1MB', false); return null;`,
  'who asks': `perform set_config('request.jwt.claims', '{"sub": "x"}', false); return null;`,
  'a setting of our own': `set lock_timeout = 0; return null;`,
  'a cursor': `execute 'declare later cursor with hold for select 1'; return null;`,
  'an object': `perform lo_from_bytea(0, 'x'); return null;`,
};
/** Session state that ends with the call, or with its failure. */
const UNDONE: Readonly<Record<string, string>> = {
  'a setting, and fails': `perform set_config('work_mem', '1MB', false); raise exception 'x';`,
  'a lock': `perform pg_advisory_lock(4714); return null;`,
  'a lock, and fails': `perform pg_advisory_lock_shared(4714); raise exception 'x';`,
  'an ear': `listen spy; return null;`,
  'an ear, and fails': `listen spy; raise exception 'x';`,
  'a setting of the transaction': `perform set_config('work_mem', '1MB', true); return null;`,
};

if (!hasPooler()) {
  test('hooks behind PgBouncer', () => cannotRun('hooks behind PgBouncer', 'pgbouncer is not installed'));
} else {
  const db = await createDatabase({ template: 'migrated' });
  await createHookSchema(db);
  await db.sql.unsafe(`grant execute on function lo_from_bytea(oid, bytea) to auth_hooks`);
  const { hostname: host, port } = new URL(db.superuser_url);
  const users = Object.fromEntries(
    (['gateway', 'admin', 'worker'] as const).map((role) => [
      roleName(role),
      decodeURIComponent(new URL(db.url(role)).password),
    ]),
  );
  // One server session for all clients.
  const pooler = await startPooler({
    host,
    port,
    mode: 'transaction',
    users,
    pool_size: 1,
    ignores: ['statement_timeout'],
  });
  const through = (role: 'gateway' | 'admin' | 'worker'): string => {
    const url = new URL(db.url(role));
    url.port = String(pooler.port);
    return url.href;
  };
  const open = (prepare: boolean) => postgres(through('worker'), { max: 1, prepare, onnotice: () => undefined });
  const next = open(false);
  test.after(async () => {
    await next.end({ timeout: 1 });
    await pooler.stop();
    await db.drop();
  });

  /** Returns the session state that another client sees. */
  const session = async () => {
    const [row] = await next`
      select pg_backend_pid() as pid, current_user::text as who, current_setting('work_mem') as work_mem,
        current_setting('lock_timeout') as lock_timeout, coalesce(current_setting('request.jwt.claims', true), '') as claims,
        (select count(*) from pg_prepared_statements where from_sql)::int as statements,
        (select count(*) from pg_cursors where is_holdable)::int as cursors,
        (select count(*) from pg_listening_channels())::int as ears,
        (select count(*) from pg_locks where locktype = 'advisory' and objid = 4714)::int as locks,
        (select count(*) from pg_largeobject_metadata)::int as objects`;
    return { ...row } as { pid: number };
  };
  const attempt = async (prepare: boolean): Promise<string> => {
    const sql = createBoundedPool(() => open(prepare), { max: 1 });
    const send = createHookSender('send_email', { schema: 'app', function: 'send_email' }, { sql, api: 'auth_api' });
    try {
      await send({ id: '1', event: { user: {} } } as OutgoingMessage, new AbortController().signal);
      return 'sent';
    } catch (error) {
      return (error as Error).message;
    } finally {
      await sql.end();
    }
  };

  for (const [what, body] of Object.entries({ ...LEAVES, ...UNDONE })) {
    test(`behind a pooler ${what} left by a hook does not reach the next client`, async () => {
      const before = await session();
      await defineHook(db, 'send_email', body);
      const outcome = await attempt(false);
      if (what in LEAVES) assert.is(outcome, 'the function of the hook failed (PH003)');
      assert.equal(await session(), before, 'the same session, as it was');
      await defineHook(db, 'send_email');
      assert.is(await attempt(false), 'sent');
    });
  }

  test('ends a session without its prepared statements, because a pooler that keeps them would go on lending it', async () => {
    await defineHook(db, 'send_email', `execute 'deallocate all'; return null;`);
    const { pid } = await session();
    assert.is(await attempt(true), 'the function of the hook failed (PH003)');
    assert.is.not((await session()).pid, pid);
  });

  /**
   * Runs a sign-up, a refresh, a change and a rejected sign-in. Asserts that the next client then finds the gateway's
   * single session unchanged.
   */
  const leavesNothing = async (stack: Stack) => {
    const other = postgres(through('gateway'), { max: 1, prepare: false });
    const look = async () => [
      ...(await other`
        select pg_backend_pid()::text as trace union all select current_user::text
        union all select s.name || ' ' || s.setting from pg_settings as s
        where s.source = 'session' and s.name <> 'transaction_read_only'
        union all select p.name from pg_prepared_statements as p where p.from_sql
        union all select c.name from pg_cursors as c where c.is_holdable
        union all select pg_listening_channels()
        union all select l.locktype || l.mode from pg_locks as l where l.pid = pg_backend_pid() and l.locktype = 'advisory'
        union all select c.relname from pg_class as c where c.relnamespace = pg_my_temp_schema() order by 1`),
    ];
    try {
      const before = await look();
      const person = { email: newEmail(), password: 'correct horse battery' };
      const { body } = await stack.post('/signup', person);
      const again = await stack.post('/token?grant_type=refresh_token', { refresh_token: body.refresh_token });
      const changed = await stack.request('PUT', '/user', { data: { x: 1 } }, bearer(again.body.access_token));
      const wrong = await stack.post('/token?grant_type=password', { ...person, password: 'wrong' });
      assert.equal([again.status, changed.status, wrong.status], [200, 200, 400], changed.text);
      assert.equal(await look(), before);
    } finally {
      await other.end({ timeout: 1 });
    }
  };

  test('the gateway leaves nothing there either, and warns at start that the pooler has dropped the limit of hooks', async () => {
    const env = {
      ...functionHookSettings('custom_access_token'),
      SVC_MAILER_AUTOCONFIRM: 'true',
      SVC_DB_PREPARE: 'true',
      DATABASE_URL_GATEWAY: through('gateway'),
      DATABASE_URL_ADMIN: through('admin'),
    };
    const stack = await startStack({
      keeps_time_limits: true,
      db: { ...db, drop: async () => undefined },
      worker: false,
      env,
    });
    try {
      // If the whole run uses a pooler, the role has the setting already.
      const warned = /alter role auth_(gateway|admin) in database \w+ set statement_timeout = '2s'/.test(stack.log());
      assert.is(warned, LAYOUT.pooler === null, stack.log());
      await leavesNothing(stack);
      const pids = async () =>
        (
          await db.sql<{ pid: number }[]>`
            select pid from pg_stat_activity where usename = 'auth_gateway' and datname = current_database()`
        ).map(({ pid }) => pid);
      const before = await pids();
      assert.is(before.length, 1);
      await defineHook(db, 'custom_access_token', `execute 'deallocate all'; return null;`);
      const answer = await stack.post('/signup', { email: newEmail(), password: 'correct horse battery' });
      assert.equal([answer.status, answer.body.msg], [500, 'Error running hook'], answer.text);
      assert.not((await pids()).includes(before[0] ?? 0));
    } finally {
      await stack.close();
    }
  });
}

test.run();
