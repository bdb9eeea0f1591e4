// Server time of the lists and pages of the admin API with a million users and ten million audit entries, and the cost
// of storing rejected requests. DATABASE_URL names a separate, migrated database and logs in as a superuser:
//   node bench/console.ts fill users   (then: sessions, audit 0 … audit 9, rest, counts)
//   node bench/console.ts measure
//   node bench/console.ts pages      (HTTP: the calls of each page of the console, with the time of the whole page)
import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { createNames } from '../core/database/names.ts';
import { listReportNames, readReportQuery } from '../core/reports.ts';

const USERS = 1_000_000;
const ENTRIES = 10_000_000;
const REPEATS = 7;

const sql = postgres(process.env.DATABASE_URL ?? '', {
  max: 1,
  onnotice: () => undefined,
  connection: { statement_timeout: 0, synchronous_commit: 'off' } as never,
});
const [, , command, what = '', part = '0'] = process.argv;

const id = (n: string): string => `('00000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const FILL: Readonly<Record<string, readonly string[]>> = {
  users: [
    `insert into auth.users (id, aud, role, email, raw_app_meta_data, raw_user_meta_data, email_confirmed_at, banned_until, created_at, updated_at)
     select ${id('n')}, 'authenticated', 'authenticated', 'user' || n || '@example.com', '{"provider": "email", "providers": ["email"]}', '{"name": "Ada"}',
       now(), case when n % 500 = 0 then now() + interval '1 day' end, now() - (${USERS} - n) * interval '30 s', now()
     from generate_series(1, ${USERS}) as n`,
    `insert into auth.addresses (kind, value, user_id, is_primary, verified_at, created_at)
     select 'email', u.email, u.id, true, now(), u.created_at from auth.users as u`,
    `insert into auth.passwords (user_id, hash, updated_at) select u.id, '$2a$04$' || repeat('a', 53), now() from auth.users as u`,
  ],
  sessions: [
    `insert into auth.sessions (user_id, id, amr, ip, user_agent, created_at)
     select ${id(`1 + (n * 7919::bigint) % ${USERS}`)}, gen_random_uuid(), '[{"method": "password", "timestamp": 1}]', ('10.' || n % 250 || '.' || n % 199 || '.' || n % 251)::inet,
       'Mozilla/5.0', now() - (1000000 - n) * interval '2 s' from generate_series(1, 1000000) as n`,
  ],
  audit: [
    `insert into auth.audit_log (created_at, id, actor_id, actor_username, actions, traits, ip, user_agent, request_id)
     select now() - (${ENTRIES} - n) * interval '0.5 s', gen_random_uuid(), ${id(`1 + (n * 7919::bigint) % ${USERS}`)}, 'user@example.com',
       case when n % 100000 = 0 then '{user_deleted}'::text[] when n % 3 = 0 then '{login}' else '{token_refreshed,token_revoked}' end,
       case when n % 10 = 0 then jsonb_build_object('user_id', ${id(`1 + (n * 31::bigint) % ${USERS}`)}) else '{"provider": "email"}' end,
       ('10.' || n % 250 || '.' || n % 199 || '.' || n % 251)::inet, 'Mozilla/5.0', 'req-' || n
     from generate_series(${Number(part) * (ENTRIES / 10) + 1}::integer, ${(Number(part) + 1) * (ENTRIES / 10)}::integer) as n`,
  ],
  rest: [
    `insert into auth.messages (id, user_id, kind, channel, to_address, generation, base_url, redirect_to, state, last_error, expires_at, finished_at, created_at)
     select gen_random_uuid(), ${id(`1 + (n * 7919::bigint) % ${USERS}`)}, 'recovery', 'mail', 'user' || 1 + (n * 7919::bigint) % ${USERS} || '@example.com', 1, '', '',
       case when n % 1000 = 0 then 'failed' else 'sent' end, case when n % 1000 = 0 then '550 mailbox unavailable' end, now(), now() - n * interval '2 s', now() - n * interval '2 s'
     from generate_series(1, 1000000) as n`,
    `insert into auth.refusals (at, id, request_id, route, function, name, code, status, address_digest, user_id, ip, user_agent)
     select now() - n * interval '0.08 s', gen_random_uuid(), 'refused-' || n, '/token', 'sign_in_with_password', 'invalid_credentials',
       case when n % 5000 = 0 then 'user_banned' else 'invalid_credentials' end, 400, sha256(int4send(n % 10000)), ${id(`1 + (n * 7919::bigint) % ${USERS}`)},
       ('10.' || n % 250 || '.' || n % 199 || '.' || n % 251)::inet, 'Mozilla/5.0' from generate_series(1, 1000000) as n`,
    `insert into auth.attempts (digest, failures, failing_since, unknown, touched_at)
     select sha256(int4send(n)), n % 120 + 1, now() - n * interval '10 ms', true, now() from generate_series(1, 300000) as n`,
    `insert into auth.tallies (day, hour, kind, name, outcome, count)
     select current_date - d, h, 'latency', '/route' || r, b::text, 10 from generate_series(0, 13) as d, generate_series(0, 23) as h, generate_series(1, 60) as r,
       unnest(array[5, 10, 25, 50, 100]) as b`,
  ],
};

async function fillDatabase(): Promise<void> {
  await sql`select auth_api.maintain_partitions(settings => null)`;
  for (const statement of FILL[what] ?? []) await sql.unsafe(statement);
  if (what !== 'counts') return;
  for (let counted = 1; counted > 0; ) {
    const [row] = await sql`select auth_api.maintain_audit_counts(most => 500000) as done`;
    counted = Number((row?.done as { left?: number } | null)?.left ?? 0);
  }
  await sql`select auth_api.maintain_user_list_counts(most => 2000000)`;
  // Each call counts the messages of at most one day.
  for (let day = 0; day < 31; day += 1) await sql`select auth_api.purge_expired(most => 1, settings => null)`;
  await sql`analyze`;
}

const USER = '00000000-0000-4000-8000-0000000003e8';
const ADMIN = { claims: { role: 'service_role' }, settings: {} };
const CALLS: readonly [string, Record<string, unknown>][] = [
  ['get_administrator', {}],
  ['get_figures', { audience: null }],
  ['get_timeline', { user_id: USER }],
  ['explain_sign_in', { address: 'user1000@example.com', audience: null }],
  ['find_refusal', { id: 'refused-500000' }],
  ['find_refusal', { id: 'req-9999000' }],
  ['count_error', { code: 'user_banned' }],
  ['list_refusals', {}],
  ['list_refusals', { code: 'user_banned' }],
  ['list_refusals', { code: 'none' }],
  ['list_refusals', { ip: '10.1.1.0/24' }],
  ['list_refusals', { ip: '10.0.0.0/8' }],
  ['list_refusals', { ip: '10.1.1.1' }],
  ['list_refusals', { user_id: USER }],
  ['list_audit', { user_id: USER }],
  ['list_audit', { action: 'user_deleted' }],
  ['list_audit', { action: 'none' }],
  ['list_audit', { request_id: 'req-9999000' }],
  ['list_audit', { ip: '10.1.1.1' }],
  ['list_audit', { most: '200' }],
  ['list_all_sessions', {}],
  ['list_all_sessions', { ip: '10.1.1.1' }],
  ['list_all_sessions', { user_id: USER }],
  ['list_messages', {}],
  ['list_messages', { state: 'failed' }],
  ['list_messages', { address: 'user1000@example.com' }],
  ['list_webhook_events', {}],
  ['list_suppressions', {}],
  ['get_rule', { name: 'auth_api.sign_up' }],
  ['list_users', { most: '50' }],
  ['list_users', { email: 'user1000@example.com' }],
];

/** Returns the CPU time in ms of this process and of the backends of this database, which must run on this machine. */
async function readCpuTime(): Promise<number> {
  const { user, system } = process.cpuUsage();
  const backends = await sql`select a.pid from pg_stat_activity as a where a.datname = current_database()`;
  const ticks = backends.map(({ pid }) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  });
  return (user + system) / 1000 + 10 * ticks.reduce((sum, one) => sum + one, 0);
}

/** Returns median, worst and CPU time. On an idle machine, the elapsed time of a page is at most its CPU time. */
async function measureTime(work: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  await work();
  const used = await readCpuTime();
  for (let round = 0; round < REPEATS; round += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  const cpu = ((await readCpuTime()) - used) / REPEATS;
  times.sort((one, other) => one - other);
  return `${(times[REPEATS >> 1] ?? 0).toFixed(1)} | ${(times[REPEATS - 1] ?? 0).toFixed(1)} | ${cpu.toFixed(0)}`;
}

async function measureRequests(): Promise<void> {
  await sql`set enable_seqscan = off`;
  await sql`set plan_cache_mode = force_generic_plan`;
  await sql`set timezone = 'UTC'`;
  console.log('| call | median ms | worst ms | CPU ms |\n|---|---|---|---|');
  for (const [name, args] of CALLS) {
    const all: Record<string, unknown> = { ...ADMIN, ...args };
    const names = Object.keys(all);
    const [found] =
      await sql`select proargnames as names, pronargdefaults as defaults from pg_proc where proname = ${name} and pronamespace = 'auth_api'::regnamespace`;
    for (const needed of (found?.names ?? []) as string[]) if (!names.includes(needed)) names.push(needed);
    const text = `select auth_api.${name}(${names.map((one, at) => `${one} => $${at + 1}`).join(', ')})`;
    const values = names.map((one) => all[one] ?? null);
    const took = await measureTime(() => sql.unsafe(text, values as never[], { prepare: true }));
    console.log(`| \`${name}\` ${JSON.stringify(args)} | ${took} |`);
  }
  await sql`reset enable_seqscan`;
  await sql`reset plan_cache_mode`;
  const names = createNames('auth', 'auth');
  for (const name of listReportNames().filter((one) => one.endsWith('_by_hour')))
    console.log(`| report \`${name}\` | ${await measureTime(() => sql.unsafe(readReportQuery(name, names)))} |`);
  const rows = Array.from({ length: 1_000 }, (_, n) => ({
    at: new Date().toISOString(),
    request_id: `bench-${n}`,
    route: '/token',
    function: 'sign_in_with_password',
    name: 'invalid_credentials',
    code: 'invalid_credentials',
    status: 400,
    address: `user${n * 900 + 1}@example.com`,
    ip: '192.0.2.1',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
  }));
  for (const list of [[], rows])
    console.log(
      `| \`add_tallies\`, ${list.length} refused requests | ${await measureTime(() => sql`select auth_api.add_tallies(tallies => '[]', refusals => ${sql.json(list)})`)} |`,
    );
  await sql`delete from auth.refusals where request_id like 'bench-%'`;
}

const span = (days: number, step: string): string =>
  `since=${new Date(Date.now() - days * 86_400_000).toISOString()}&step=${step}`;
const REPORTS = ['sign_ins', 'refusals', 'latency', 'messages'];
const overview = (days: number, step: string): string[] => [
  '/admin/figures',
  ...REPORTS.map((name) => `/admin/reports/${name}_by_hour?${span(days, step)}`),
];
/** API calls of each page when it opens. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  'overview, 24 hours': overview(1, 'hour'),
  'overview, 7 days': overview(7, 'day'),
  'overview, 30 days': overview(30, 'day'),
  'why, an address': ['/admin/why?q=user1000@example.com'],
  'why, a request': ['/admin/why?q=refused-500000'],
  'why, a network': ['/admin/refusals?ip=10.1.1.0/24&limit=50'],
  'why, an IP address': ['/admin/refusals?ip=10.1.1.1&limit=50'],
  'why, a code': ['/admin/why?q=user_banned', '/admin/refusals?code=user_banned&limit=20'],
  users: ['/admin/users?limit=50'],
  'users, part of an address': ['/admin/users?search=user1000&limit=50'],
  'one user': ['', '/timeline?limit=60', '/sessions', '/factors'].map((path) => `/admin/users/${USER}${path}`),
  sessions: ['/admin/sessions?limit=50'],
  'audit log': ['/admin/audit?limit=50'],
  'audit log, an action': ['/admin/audit?action=user_deleted&limit=50'],
  'audit log, an address': ['/admin/audit?ip=10.1.1.1&limit=50'],
  messages: ['/admin/messages?limit=50', '/admin/figures', '/admin/suppressions?limit=50'],
  'messages, failed': ['/admin/messages?state=failed&limit=50'],
  webhooks: ['/admin/webhooks', '/admin/webhook-events?limit=50', '/admin/hooks'],
  providers: ['/admin/providers'],
  rules: ['/admin/rules?search=session'],
  'one rule': ['/admin/rules/auth_api.sign_up'],
  settings: ['/admin/settings'],
  keys: ['/admin/keys'],
};

/** Opens each page as the console does, with concurrent calls, over a gateway in this process. */
async function measurePages(): Promise<void> {
  const url = process.env.DATABASE_URL ?? '';
  const { readEnvironment, readSettings } = await import('../core/settings/reading.ts');
  const { createLog } = await import('../core/log.ts');
  const { startGateway } = await import('../gateway/main.ts');
  const { SignJWT } = await import('jose');
  const secret = 'a secret of a benchmark with more than 32 characters';
  const env = {
    DATABASE_URL: url,
    DATABASE_URL_AUDITOR: url,
    SVC_SITE_URL: 'http://localhost:3000',
    SVC_API_EXTERNAL_URL: 'http://localhost:8081',
    SVC_JWT_SECRET: secret,
    PORT: '0',
    SVC_API_HOST: '127.0.0.1',
  };
  const { settings, sources } = readSettings(readEnvironment({ env, file: null }), { weak_secrets: 'warn' });
  const gateway = await startGateway({ settings, sources, log: createLog({ level: 'fatal' }) });
  const token = await new SignJWT({ role: 'service_role' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(secret));
  const get = async (path: string): Promise<void> => {
    const answer = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    const text = await answer.text();
    if (answer.status !== 200 && answer.status !== 404) throw new Error(`${path}: ${answer.status} ${text}`);
  };
  console.log('| page | median ms | worst ms | CPU ms |\n|---|---|---|---|');
  for (const [name, paths] of Object.entries(PAGES))
    console.log(`| ${name} | ${await measureTime(() => Promise.all(paths.map(get)))} |`);
  await gateway.close({ at_once: true });
}

const COMMANDS: Readonly<Record<string, () => Promise<void>>> = {
  fill: fillDatabase,
  measure: measureRequests,
  pages: measurePages,
};
await COMMANDS[command ?? '']?.();
await sql.end();
