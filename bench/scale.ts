// CPU cost of a request in Postgres with a thousand users and with a million, measured in the backend. Each of many
// short rounds measures both sizes. Prints the median of each size, and the median and interquartile range of their
// ratio. Also prints the ratio of the minimums, because other load can only make a round slower. Usage: node
// bench/scale.ts; environment: USERS, ROUNDS, ONLY (a regular expression for the names of cases).
import { readFileSync } from 'node:fs';
import postgres, { type Sql } from 'postgres';
import { createCluster } from '../test/support/database/cluster.ts';
import { createDatabase, type TestDatabase } from '../test/support/database/db.ts';
import { median } from './server/load.ts';

const SMALL = 1_000;
const LARGE = Number(process.env.USERS ?? 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 41);

const SETTINGS = JSON.stringify({
  jwt_aud: 'authenticated',
  security_refresh_token_rotation_enabled: true,
  security_refresh_token_reuse_interval: 10,
});
const CLIENT = JSON.stringify({ ip: '127.0.0.1', user_agent: 'bench', request_id: 'bench' });
const ADMIN = JSON.stringify({ role: 'service_role' });

/** Returns an id of user n. Ids are computed from n, so that a call needs no lookup. */
const id = (kind: number, n: number): string => `0000000${kind}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

/** Role that runs the call. `owner` is a superuser, for functions that the other two may not execute. */
type CallerRole = 'gateway' | 'admin' | 'owner';

interface SizedDatabase {
  users: number;
  sql: Record<CallerRole, Sql>;
  pids: Record<CallerRole, number>;
  close(): Promise<void>;
  /** Number of the next user with an unused link. */
  fresh: number;
  counters: Map<number, number>;
}

// A large shared_buffers, so that tables and indexes stay in memory.
const server = await createCluster({ settings: { shared_buffers: '3GB', max_wal_size: '8GB' } });

async function prepareDatabase(users: number): Promise<SizedDatabase> {
  const db = await createDatabase({ server });
  const made = `'0000000' || k || '-0000-4000-8000-' || lpad(to_hex(n), 12, '0')`;
  await db.sql.unsafe(`
    set statement_timeout = 0;
    create function pg_temp.made(k integer, n bigint) returns uuid language sql as $$ select (${made})::uuid $$;
    insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
    select pg_temp.made(1, n), 'authenticated', 'authenticated', 'user' || n || '@example.com',
      '{"provider": "email", "providers": ["email"]}', '{"name": "Somebody"}', now(), now() - n * interval '1 s', now()
    from generate_series(1, ${users}) as n;
    insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
    select 'email', 'user' || n || '@example.com', pg_temp.made(1, n), true, now(), now() from generate_series(1, ${users}) as n;
    insert into auth.identities (user_id, provider, id, subject, identity_data, created_at, updated_at)
    select pg_temp.made(1, n), 'email', pg_temp.made(2, n), pg_temp.made(1, n)::text,
      jsonb_build_object('sub', pg_temp.made(1, n), 'email', 'user' || n || '@example.com'), now(), now()
    from generate_series(1, ${users}) as n;
    insert into auth.sessions (user_id, id, amr, created_at)
    select pg_temp.made(1, n), pg_temp.made(3, n), '[{"method": "password", "timestamp": 1}]', now() from generate_series(1, ${users}) as n;
    insert into auth.one_time_tokens (id, user_id, kind, purpose, address, key_id, digits, valid_for, expires_at, created_at)
    select pg_temp.made(4, n), pg_temp.made(1, n), 'recovery', 'magiclink', 'user' || n || '@example.com', 1, 6, '1 day', now() + interval '1 day', now()
    from generate_series(1, ${users}) as n;
    analyze`);
  await addEntries(db, users);
  for (const table of ['users', 'addresses', 'identities', 'sessions', 'one_time_tokens', 'audit_log'])
    await db.sql.unsafe(`vacuum analyze auth.${table}`);
  for (let closed = 1; closed > 0; ) {
    const [row] = await db.sql`select auth_api.maintain_user_list_counts(most => 100000) as done`;
    closed = row?.done.closed;
  }
  for (let left = 1; left > 0; ) {
    const [row] = await db.sql`select auth_api.maintain_audit_counts(most => 50000) as done`;
    left = row?.done.left;
  }
  const owner = postgres(db.superuser_url, { max: 1, onnotice: () => undefined });
  await owner`select set_config(s.name, s.value, false) from (values ('plan_cache_mode', 'force_generic_plan'), ('enable_seqscan', 'off'),
    ('jit', 'off')) as s (name, value)`; // same values as for the gateway in roles.sql
  const sql = { gateway: db.login('gateway', 1), admin: db.login('admin', 1), owner };
  const pidOf = async (one: Sql): Promise<number> => (await one`select pg_backend_pid() as pid`)[0]?.pid;
  const pids = { gateway: await pidOf(sql.gateway), admin: await pidOf(sql.admin), owner: await pidOf(owner) };
  const close = async (): Promise<void> => {
    for (const one of Object.values(sql)) await one.end();
    await db.drop();
  };
  return { users, sql, pids, close, fresh: 1, counters: new Map() };
}

/**
 * Inserts one audit entry per 20 seconds, so that a million entries cover 231 days. One entry in a thousand has a rare
 * action.
 */
async function addEntries({ sql }: TestDatabase, entries: number): Promise<void> {
  const ago = "now() - n * interval '20 s'";
  const columns = '(created_at, id, actor_id, actor_username, actions)';
  const of = (actions: string): string =>
    `${ago}, gen_random_uuid(), gen_random_uuid(), 'user' || n || '@example.com', ${actions}`;
  // Insert an entry for every 23 days first, so that each month has a partition before the bulk insert.
  await sql.unsafe(
    `insert into auth.audit_log ${columns} select ${of("'{login}'")} from generate_series(1, ${entries}, 100000) as n`,
  );
  for (let late = 1; late > 0; ) {
    const [row] = await sql`select auth_api.maintain_partitions(settings => '{"audit_log_retention": 0}') as done`;
    late = row?.done.late;
  }
  const actions = `case when n % 1000 = 0 then '{user_deleted}' when n % 10 = 0 then '{token_refreshed,token_revoked}'
    when n % 7 = 0 then '{logout}' else '{login}' end::text[]`;
  await sql.unsafe(
    `set statement_timeout = 0; insert into auth.audit_log ${columns} select ${of(actions)} from generate_series(1, ${entries}) as n`,
  );
}

/** Returns the number of a random user. */
const anybody = ({ users }: SizedDatabase): number => 1 + Math.floor(Math.random() * users);

interface Case {
  name: string;
  /** Number of calls per round, and of warm-up calls before the first round. */
  calls: number;
  warm: number;
  asker: CallerRole;
  call(size: SizedDatabase): PromiseLike<unknown>;
}

const lists = (name: string, number: (users: number) => number, sort: string): Case => ({
  name: `list, ${name}`,
  calls: 10,
  warm: 30,
  asker: 'admin',
  call: ({ sql, users }) =>
    sql.admin`select auth_api.list_users(claims => ${ADMIN}::text::jsonb, page => ${String(number(users))}, per_page => '50', sort => ${sort},
      filter => null, audience => null, settings => ${SETTINGS}::text::jsonb)`,
});

const entries = (name: string, number: (entries: number) => number, query = ''): Case => ({
  name: `audit log, ${name}`,
  calls: 10,
  warm: 30,
  asker: 'admin',
  call: ({ sql, users }) =>
    sql.admin`select auth_api.list_audit(claims => ${ADMIN}::text::jsonb, page => ${String(number(users))}, per_page => '50', query => ${query},
      settings => ${SETTINGS}::text::jsonb)`,
});

const CASES: Case[] = [
  {
    name: 'GET /user',
    calls: 100,
    warm: 1_000,
    asker: 'gateway',
    call(size) {
      const n = anybody(size);
      const claims = JSON.stringify({
        sub: id(1, n),
        aud: 'authenticated',
        role: 'authenticated',
        session_id: id(3, n),
      });
      return size.sql
        .gateway`select auth_api.get_user(claims => ${claims}::text::jsonb, audience => null, settings => ${SETTINGS}::text::jsonb)`;
    },
  },
  {
    name: 'refresh',
    calls: 100,
    warm: 1_000,
    asker: 'gateway',
    call(size) {
      const n = anybody(size);
      const counter = size.counters.get(n) ?? 0;
      size.counters.set(n, counter + 1);
      return size.sql
        .gateway`select auth_api.refresh_session(user_id => ${id(1, n)}, session_id => ${id(3, n)}, counter => ${counter},
        settings => ${SETTINGS}::text::jsonb, client => ${CLIENT}::text::jsonb)`;
    },
  },
  {
    name: 'sign-in look-up',
    calls: 200,
    warm: 1_000,
    asker: 'owner',
    call: (size) => size.sql.owner`select auth_lib.find_user('email', ${`user${anybody(size)}@example.com`})`,
  },
  {
    name: 'verify',
    calls: Math.floor((SMALL - 100) / ROUNDS), // a link works once
    warm: 100,
    asker: 'gateway',
    async call(size) {
      const link = JSON.stringify({ id: id(4, size.fresh), pkce: false });
      size.fresh += 1;
      const [row] = await size.sql
        .gateway`select auth_api.verify_token(type => 'magiclink', email => null, phone => null, code => null,
        link => ${link}::text::jsonb, redirect_to => null, password => null, needs_password => false, code_keys => '{}',
        audience => null, settings => ${SETTINGS}::text::jsonb, client => ${CLIENT}::text::jsonb) as answer`;
      if (row?.answer.body === undefined) throw new Error(`no session: ${JSON.stringify(row)}`);
    },
  },
  lists('first page', () => 1, 'created_at desc'),
  lists('middle (page 10,000)', (users) => Math.ceil(users / 100), 'created_at desc'),
  lists('three quarters', (users) => Math.ceil((users / 100) * 1.5), 'created_at desc'),
  lists('last page', (users) => Math.ceil(users / 50), 'created_at desc'),
  lists('oldest first, middle', (users) => Math.ceil(users / 100), 'created_at asc'),
  entries('first page', () => 1),
  entries('middle', (users) => Math.ceil(users / 100)),
  entries('last page', (users) => Math.ceil(users / 50)),
  entries('by type, middle', (users) => Math.ceil(users / 500), 'type:token'),
  entries('a rare action', () => 1, 'action:user_deleted'),
];

/** Returns the CPU time in nanoseconds of a single-threaded process. /proc/PID/stat has a resolution of only 10 ms. */
const onProcessor = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0] as string);

/** Returns the backend's CPU time in microseconds per call. */
async function measureCase(size: SizedDatabase, { asker, call }: Case, calls: number): Promise<number> {
  const before = onProcessor(size.pids[asker]);
  for (let n = 0; n < calls; n += 1) await call(size);
  return (onProcessor(size.pids[asker]) - before) / 1000 / calls;
}

const small = await prepareDatabase(SMALL);
const large = await prepareDatabase(LARGE);
const line = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(30) : cell.padStart(14))).join('');
console.log(
  line(['µs of CPU in Postgres', `${SMALL} users`, `${LARGE} users`, 'ratio', 'of rounds', 'the least', '', 'ratio']),
);
for (const one of CASES.filter(({ name }) => new RegExp(process.env.ONLY ?? '').test(name))) {
  for (const size of [small, large]) await measureCase(size, one, one.warm);
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Alternate the order, because the first measurement of a round affects the processor caches of the second.
    const order = round % 2 === 0 ? [small, large] : [large, small];
    const taken = new Map<SizedDatabase, number>();
    for (const size of order) taken.set(size, await measureCase(size, one, one.calls));
    rounds.push([taken.get(small) as number, taken.get(large) as number]);
  }
  const ratios = rounds.map(([a, b]) => b / a).sort((a, b) => a - b);
  const quarter = (part: number): string => (ratios[Math.floor(ratios.length * part)] as number).toFixed(2);
  const sizes = [rounds.map(([a]) => a), rounds.map(([, b]) => b)] as const;
  const [few, many] = sizes.map(median) as [number, number];
  const [least_few, least_many] = sizes.map((taken) => Math.min(...taken)) as [number, number];
  const middle = [few.toFixed(1), many.toFixed(1), median(ratios).toFixed(2), `${quarter(0.25)}–${quarter(0.75)}`];
  console.log(
    line([one.name, ...middle, least_few.toFixed(1), least_many.toFixed(1), (least_many / least_few).toFixed(2)]),
  );
}
await small.close();
await large.close();
await server.stop();
process.exit(0);
