// What a request costs Postgres with a thousand users and with a million: CPU of the one backend that runs the statement, and
// the ratio. Users, identities, addresses, sessions and links are made in SQL. node scale.ts; USERS, CALLS.
import postgres, { type Sql } from 'postgres';
import { createCluster } from '../test/support/cluster.ts';
import { createDatabase } from '../test/support/db.ts';
import { median } from './server/load.ts';
import { processCpu } from './server/proc.ts';

const SMALL = 1_000;
const LARGE = Number(process.env.USERS ?? 1_000_000);
const CALLS = Number(process.env.CALLS ?? 2_000);
const ROUNDS = 5;

const SETTINGS = JSON.stringify({
  jwt_aud: 'authenticated',
  security_refresh_token_rotation_enabled: true,
  security_refresh_token_reuse_interval: 10,
});
const CLIENT = JSON.stringify({ ip: '127.0.0.1', user_agent: 'bench', request_id: 'bench' });
const ADMIN = JSON.stringify({ role: 'service_role' });

/** User n of a database has ids that are made of n, so that a call need not look them up. */
const id = (kind: number, n: number): string => `0000000${kind}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

interface Size {
  users: number;
  sql: Sql;
  pid: number;
  close(): Promise<void>;
  /** The next user whose link is not used yet. */
  fresh: number;
  counters: Map<number, number>;
}

// Tables and indexes fit into the buffers, as on a machine that was made for so many users.
const server = await createCluster({ settings: { shared_buffers: '3GB', max_wal_size: '8GB' } });

async function prepare(users: number): Promise<Size> {
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
  for (const table of ['users', 'addresses', 'identities', 'sessions', 'one_time_tokens'])
    await db.sql.unsafe(`vacuum analyze auth.${table}`);
  for (let closed = 1; closed > 0; ) {
    const [row] = await db.sql`select auth_api.keep_user_blocks(most => 100000) as done`;
    closed = row?.done.closed;
  }
  const sql = postgres(db.superuser_url, { max: 1, onnotice: () => undefined });
  const [backend] = await sql`select pg_backend_pid() as pid`;
  const close = async (): Promise<void> => {
    await sql.end();
    await db.drop();
  };
  return { users, sql, pid: backend?.pid, close, fresh: 1, counters: new Map() };
}

/** Anybody but the newest, whose rows are warm. */
const anybody = ({ users }: Size): number => 1 + Math.floor(Math.random() * users);

interface Case {
  name: string;
  calls?: number;
  call(size: Size): PromiseLike<unknown>;
}

const page = (number: (size: Size) => number, sort: string) => (size: Size) =>
  size.sql`select auth_api.list_users(claims => ${ADMIN}::text::jsonb, page => ${String(number(size))}, per_page => '50', sort => ${sort},
    filter => null, audience => null, settings => ${SETTINGS}::text::jsonb)`;

const CASES: Case[] = [
  {
    name: 'GET /user',
    call(size) {
      const n = anybody(size);
      const claims = JSON.stringify({
        sub: id(1, n),
        aud: 'authenticated',
        role: 'authenticated',
        session_id: id(3, n),
      });
      return size.sql`select auth_api.get_user(claims => ${claims}::text::jsonb, audience => null, settings => ${SETTINGS}::text::jsonb)`;
    },
  },
  {
    name: 'refresh',
    call(size) {
      const n = anybody(size);
      const counter = size.counters.get(n) ?? 0;
      size.counters.set(n, counter + 1);
      return size.sql`select auth_api.refresh_session(user_id => ${id(1, n)}, session_id => ${id(3, n)}, counter => ${counter},
        settings => ${SETTINGS}::text::jsonb, client => ${CLIENT}::text::jsonb)`;
    },
  },
  {
    name: 'sign-in look-up',
    call: (size) => size.sql`select auth_lib.find_user('email', ${`user${anybody(size)}@example.com`})`,
  },
  {
    name: 'verify',
    calls: 150,
    call(size) {
      const link = JSON.stringify({ id: id(4, size.fresh), pkce: false });
      size.fresh += 1;
      return size.sql`select auth_api.verify_token(type => 'magiclink', email => null, phone => null, code => null,
        link => ${link}::text::jsonb, redirect_to => null, password => null, needs_password => false, code_keys => '{}',
        audience => null, settings => ${SETTINGS}::text::jsonb, client => ${CLIENT}::text::jsonb)`;
    },
  },
  { name: 'list, first page', calls: 200, call: page(() => 1, 'created_at desc') },
  {
    name: 'list, page in the middle',
    calls: 200,
    call: page(({ users }) => Math.ceil(users / 100), 'created_at desc'),
  },
  {
    name: 'list, half as far again',
    calls: 200,
    call: page(({ users }) => Math.ceil((users / 100) * 1.5), 'created_at desc'),
  },
  { name: 'list, last page', calls: 200, call: page(({ users }) => Math.ceil(users / 50), 'created_at desc') },
  {
    name: 'list, oldest first, middle',
    calls: 200,
    call: page(({ users }) => Math.ceil(users / 100), 'created_at asc'),
  },
];

/** Microseconds of the backend's CPU for a call. */
async function measure(size: Size, one: Case): Promise<number> {
  const calls = one.calls ?? CALLS;
  const before = processCpu(size.pid);
  for (let n = 0; n < calls; n += 1) await one.call(size);
  return ((processCpu(size.pid) - before) * 1e6) / calls;
}

const small = await prepare(SMALL);
const large = await prepare(LARGE);
const line = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(30) : cell.padStart(14))).join('');
console.log(line(['µs of CPU in Postgres', `${SMALL} users`, `${LARGE} users`, 'ratio']));
for (const one of CASES) {
  await measure(small, one);
  await measure(large, one);
  const rounds: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push([await measure(small, one), await measure(large, one)]);
  const [few, many] = [median(rounds.map(([a]) => a)), median(rounds.map(([, b]) => b))];
  console.log(line([one.name, few.toFixed(0), many.toFixed(0), median(rounds.map(([a, b]) => b / a)).toFixed(2)]));
}
await small.close();
await large.close();
await server.stop();
process.exit(0);
