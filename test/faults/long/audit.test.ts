// runner: timeout=1500

// Measures the cost of a refresh with ten million audit entries and a week of expired rows, also during the purge, and
// prints it beside the cost in an empty database. Asserts only that old months are dropped and that the purge ends
// without an error. POSTERN_AUDIT_ROWS sets the number of entries. Needs about 6 GB of disk space.
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { processCpu } from '../../../bench/server/proc.ts';
import { createLog } from '../../../core/log.ts';
import { startHousekeeping } from '../../../worker/housekeeping.ts';
import { createCluster, type TestCluster } from '../../support/database/cluster.ts';
import { createDatabase, type TestDatabase } from '../../support/database/db.ts';
import { faultTest } from '../fault_test.ts';

const ROWS = Number(process.env.POSTERN_AUDIT_ROWS ?? 10_000_000);
/** Number of expired rows per table: the rows of one week. */
const WEEK = Math.ceil(ROWS / 100);
const USERS = 1_000;
const SETTINGS = JSON.stringify({ jwt_aud: 'authenticated', security_refresh_token_rotation_enabled: true });
const CLIENT = JSON.stringify({ ip: '127.0.0.1', user_agent: 'test', request_id: 'test' });

let server: TestCluster;
let db: TestDatabase;
let gateway: Sql;
let worker: Sql;
/** An empty database for comparison, because other load on the machine slows both. */
let empty: TestDatabase;
let empty_gateway: Sql;
test.before(async () => {
  server = await createCluster({ settings: { shared_buffers: '1GB', max_wal_size: '8GB' } });
  db = await createDatabase({ server });
  gateway = postgres(db.url('gateway'), { max: 1, onnotice: () => undefined });
  empty = await createDatabase({ server });
  empty_gateway = postgres(empty.url('gateway'), { max: 1, onnotice: () => undefined });
  worker = postgres(db.url('worker'), { max: 2, onnotice: () => undefined });
});
test.after(async () => {
  await gateway?.end();
  await empty_gateway?.end();
  await empty?.drop();
  await worker?.end();
  await db?.drop();
  await server?.stop();
});

/** Returns an id that depends only on the kind and the number of the row. */
const id = (kind: number, n: number): string => `0000000${kind}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const made = (kind: number, n: string): string =>
  `('0000000${kind}-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const counters = new Map<string, number>();

/** Refreshes a random session, which writes an audit entry. Returns the duration in ms. */
async function refresh(on: Sql): Promise<number> {
  const n = 1 + Math.floor(Math.random() * USERS);
  const whose = `${on === gateway} ${n}`;
  const counter = counters.get(whose) ?? 0;
  counters.set(whose, counter + 1);
  const started = performance.now();
  const [answer] = await on`select auth_api.refresh_session(user_id => ${id(1, n)}, session_id => ${id(3, n)},
    counter => ${counter}, settings => ${SETTINGS}::text::jsonb, client => ${CLIENT}::text::jsonb) as told`;
  assert.is(answer?.told.error, undefined, JSON.stringify(answer?.told));
  return performance.now() - started;
}

interface RefreshCost {
  when: string;
  refreshes: number;
  cpu_ms: string;
  p50_ms: string;
  p99_ms: string;
  worst_ms: string;
}
const costs: RefreshCost[] = [];

/** Refreshes until `going_on` returns false. Records the CPU time of the backend, and the durations. */
async function measureRefreshes(when: string, on: Sql, going_on: (count: number) => boolean): Promise<void> {
  const [backend] = await on`select pg_backend_pid() as pid`;
  const cpu = processCpu(backend?.pid);
  const times: number[] = [];
  do times.push(await refresh(on));
  while (going_on(times.length));
  const used = processCpu(backend?.pid) - cpu;
  times.sort((a, b) => a - b);
  const at = (share: number): string => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(2);
  const cpu_ms = ((used * 1000) / times.length).toFixed(3);
  costs.push({ when, refreshes: times.length, cpu_ms, p50_ms: at(0.5), p99_ms: at(0.99), worst_ms: at(1) });
}

/** Measures both databases alternately. */
async function compareDatabases(when: string): Promise<void> {
  for (let turn = 1; turn <= 3; turn += 1) {
    await measureRefreshes(`${when}, empty database`, empty_gateway, (n) => n < 2_000);
    await measureRefreshes(`${when}, this one`, gateway, (n) => n < 2_000);
  }
}

const count = async (table: string, where = 'true'): Promise<number> =>
  Number((await db.sql.unsafe(`select count(*) as n from auth.${table} where ${where}`))[0]?.n);

/** Runs `work` while refreshes are measured. Returns the duration of `work` in ms. */
async function measureDuring(when: string, work: () => Promise<unknown>): Promise<number> {
  let working = true;
  const started = performance.now();
  const done = work().finally(() => {
    working = false;
  });
  await measureRefreshes(when, gateway, () => working);
  await done;
  return performance.now() - started;
}

/** Fills the monthly audit partitions of the last 15 months. Half of the entries are in the current month. */
async function fillAuditLog(): Promise<void> {
  const old = `date_trunc('month', now()) - make_interval(months => m)`;
  await db.sql.unsafe(`set statement_timeout = 0;
    insert into auth.audit_log (created_at, id, actor_id, actor_username, actions)
    select ${old}, gen_random_uuid(), gen_random_uuid(), '', '{login}' from generate_series(1, 16) as m;
    select auth_api.maintain_partitions(settings => '{"audit_log_retention": 0}')`);
  const part = Math.ceil(ROWS / 20);
  // The current month gets half of the rows, because refreshes write to its index.
  const month = `date_trunc('month', now()) + (now() - date_trunc('month', now())) * (n / ${part * 10}::float8)`;
  const before = `date_trunc('month', now()) - interval '15 months' + interval '455 days' * (n / ${part * 10}::float8)`;
  for (const [moment, from] of [before, month].flatMap((m) => Array.from({ length: 10 }, (_, k) => [m, k] as const))) {
    await db.sql.unsafe(`insert into auth.audit_log (created_at, id, actor_id, actor_username, actions, ip, user_agent)
      select ${moment}, gen_random_uuid(), ${made(1, `1 + n % ${USERS}`)}, 'somebody@example.com',
        '{token_refreshed,token_revoked}', '127.0.0.1', 'Mozilla/5.0 (X11; Linux x86_64)'
      from generate_series(${from * part}, ${(from + 1) * part - 1}) as n`);
  }
}

/** Inserts expired sessions, attempts, limits and messages, which the purge deletes. */
async function insertExpiredRows(): Promise<void> {
  await db.sql.unsafe(`set statement_timeout = 0;
    insert into auth.sessions (user_id, id, amr, created_at, revoked_at, revoked_reason)
    select ${made(1, `1 + n % ${USERS}`)}, gen_random_uuid(), '[]', now() - interval '10 days',
      now() - interval '1 day' - interval '7 days' * random(), 'logout' from generate_series(1, ${WEEK}) as n;
    insert into auth.attempts (digest, touched_at)
    select sha256(int4send(n)), now() - interval '2 days' - interval '5 days' * random() from generate_series(1, ${WEEK}) as n;
    insert into auth.limits (key, tokens, refilled_at, created_at)
    select 'k' || n, 1, now() - interval '7 days' * random() - interval '2 hours', now() - interval '7 days' from generate_series(1, ${WEEK}) as n;
    insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to, state, expires_at, finished_at, created_at)
    select gen_random_uuid(), ${made(1, `1 + n % ${USERS}`)}, 'recovery', 'mail', 'somebody@example.com', 1, '', '', 'sent',
      now(), now() - interval '31 days' - interval '7 days' * random(), now() - interval '40 days' from generate_series(1, ${WEEK}) as n`);
}

async function insertAccounts(sql: Sql): Promise<void> {
  await sql.unsafe(`
    insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, email_confirmed_at, created_at, updated_at)
    select ${made(1, 'n')}, 'authenticated', 'authenticated', 'user' || n || '@example.com', '{}', '{}', now(), now(), now()
    from generate_series(1, ${USERS}) as n;
    insert into auth.sessions (user_id, id, amr, created_at)
    select ${made(1, 'n')}, ${made(3, 'n')}, '[{"method": "password", "timestamp": 1}]', now() from generate_series(1, ${USERS}) as n;
    analyze`);
}

faultTest('F-34', `months are dropped and rows purged with ${ROWS} audit rows and a week without purge`, async () => {
  for (const { sql } of [db, empty]) await insertAccounts(sql);
  await compareDatabases('before');
  await fillAuditLog();
  await insertExpiredRows();
  const rows = await count('audit_log');
  await compareDatabases('full');
  const settings = {
    audit_log_retention: 397 * 86_400,
    refusal_retention: 604_800,
    message_retention: 2_592_000,
    webhook_retention: 604_800,
    external_flow_state_expiry_duration: 300,
  };
  const spacing = {
    smtp_max_frequency: null,
    sms_max_frequency: 60,
    mfa_phone_max_frequency: 60,
    oauth_server_unused_client_after: 2_592_000,
    saml_relay_state_validity_period: 600,
  };
  const left = { ...spacing, mailer_otp_exp: 3_600, sms_otp_exp: 60 };
  const old = `created_at < now() - interval '397 days' - interval '31 days'`;
  const too_old = await count('audit_log', old);
  assert.ok(too_old > 0);
  const keep = await measureDuring('months dropped', async () => {
    await worker`select auth_api.maintain_partitions(settings => ${JSON.stringify(settings)}::text::jsonb)`;
  });
  assert.is(await count('audit_log', old), 0);
  const faults: string[] = [];
  const log = createLog({ level: 'error', stream: { write: (line: string) => void faults.push(line) } });
  const past = async (): Promise<number> =>
    (await count('sessions', 'revoked_at is not null')) +
    (await count('attempts')) +
    (await count('limits')) +
    (await count('messages'));
  const first = await past();
  const purged = await measureDuring('purging', async () => {
    const housekeeping = startHousekeeping({
      sql: worker,
      api: 'auth_api',
      settings: { ...left, ...settings },
      log,
      speed: 60,
    });
    while ((await past()) > 0 && faults.length === 0) await sleep(500);
    await housekeeping.close();
  });
  assert.equal(faults, []);
  await compareDatabases('afterwards');
  console.log(`F-34: ${rows} audit rows, ${too_old} too old, months dropped within ${keep.toFixed(0)} ms;`);
  console.log(`F-34: ${first} rows purged within ${(purged / 1000).toFixed(0)} s`);
  console.table(costs);
});

test.run();
