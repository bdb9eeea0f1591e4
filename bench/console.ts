// Time of calls of the admin API and of the pages of the console with a million users and ten million audit entries,
// and of storing rejected requests. DATABASE_URL names a separate, migrated database and logs in as a superuser. USERS
// (at least 2,000) fills a smaller one, with ten audit entries per user:
//   node bench/console.ts fill users   (then: sessions, audit 0 … audit 9, rest, configuration, counts)
//   node bench/console.ts measure
//   node bench/console.ts pages      (HTTP: the calls of each page of the console, with the time of the whole page)
import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { createNames } from '../core/database/names.ts';
import { listReportNames, readReportQuery } from '../core/reports.ts';

const USERS = Number(process.env.USERS ?? 1_000_000);
const ENTRIES = 10 * USERS;
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
       'Mozilla/5.0', now() - (${USERS} - n) * interval '2 s' from generate_series(1, ${USERS}) as n`,
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
     from generate_series(1, ${USERS}) as n`,
    `insert into auth.refusals (at, id, request_id, route, function, name, code, status, address_digest, user_id, ip, user_agent)
     select now() - n * interval '0.08 s', gen_random_uuid(), 'refused-' || n, '/token', 'sign_in_with_password', 'invalid_credentials',
       case when n % 5000 = 0 then 'user_banned' else 'invalid_credentials' end, 400, sha256(int4send(n % 10000)), ${id(`1 + (n * 7919::bigint) % ${USERS}`)},
       ('10.' || n % 250 || '.' || n % 199 || '.' || n % 251)::inet, 'Mozilla/5.0' from generate_series(1, ${USERS}) as n`,
    `insert into auth.attempts (digest, failures, failing_since, unknown, touched_at)
     select sha256(int4send(n)), n % 120 + 1, now() - n * interval '10 ms', true, now() from generate_series(1, ${0.3 * USERS}::integer) as n`,
    `insert into auth.tallies (day, hour, kind, name, outcome, count)
     select current_date - d, h, 'latency', '/route' || r, b::text, 10 from generate_series(0, 13) as d, generate_series(0, 23) as h, generate_series(1, 60) as r,
       unnest(array[5, 10, 25, 50, 100]) as b`,
  ],
  // One user in ten has passkeys, a factor and consents to OAuth clients; user 1,000 is one of them.
  configuration: [
    `insert into auth.passkeys (user_id, id, credential_id, public_key, attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up, friendly_name, created_at, updated_at)
     select ${id('n * 10')}, gen_random_uuid(), sha256(int4send(n * 10 + k)), 'x', 'none', '00000000-0000-0000-0000-000000000000', 0, '{internal}', true, true, 'Key ' || k, now(), now()
     from generate_series(1, ${USERS / 10}) as n, generate_series(1, 3) as k`,
    `insert into auth.factors (user_id, id, factor_type, status, friendly_name, secret, created_at, updated_at)
     select ${id('n * 10')}, gen_random_uuid(), 'totp', 'verified', 'App', 'sealed', now(), now() from generate_series(1, ${USERS / 10}) as n`,
    `insert into auth.oauth_clients (id, registration_type, client_type, token_endpoint_auth_method, redirect_uris, grant_types, client_name, created_at, updated_at)
     select ${id('n')}, 'manual', 'public', 'none', '{https://app.example.com/callback}', '{authorization_code,refresh_token}', 'App ' || n, now(), now() from generate_series(1, 50) as n`,
    `insert into auth.oauth_consents (user_id, client_id, scopes, granted_at)
     select ${id('n * 10')}, ${id('1 + (n + k) % 50')}, '{openid,email}', now() from generate_series(1, ${USERS / 10}) as n, generate_series(1, 3) as k`,
    `insert into auth.custom_providers (id, identifier, provider_type, name, client_id, client_secret, authorization_url, token_url, userinfo_url, created_at, updated_at)
     select gen_random_uuid(), 'custom:bench-' || n, 'oauth2', 'Provider ' || n, 'client', 'sealed', 'https://idp.example.com/authorize', 'https://idp.example.com/token',
       'https://idp.example.com/userinfo', now(), now() from generate_series(1, 20) as n`,
    `insert into auth.sso_providers (id, name, entity_id, metadata_xml, certificates, sso_url, fetched_at, created_at, updated_at)
     select ${id('n')}, 'Organization ' || n, 'https://idp' || n || '.example.com', '<EntityDescriptor>' || repeat('x', 8000), '[{}]', 'https://idp.example.com/sso', now(), now(), now()
     from generate_series(1, 200) as n`,
    `insert into auth.sso_domains (domain, provider_id, verified_at, verified_by, created_at)
     select 'domain' || k || '.org' || n || '.example.com', ${id('n')}, now(), 'dns', now() from generate_series(1, 200) as n, generate_series(1, 3) as k`,
    `insert into auth.templates (kind, locale, subject, html, text, updated_at)
     select k.kind::auth.mail_kind, l.locale, 'Your link', '<p>' || repeat('Follow the link. ', 200) || '{{ .ConfirmationURL }}</p>', 'Follow {{ .ConfirmationURL }}', now()
     from unnest('{confirmation,invite,recovery,magic_link}'::text[]) as k (kind), unnest(array['', 'de', 'fr', 'es']) as l (locale)`,
    `insert into auth.webhooks (id, url, kinds, secrets, created_at, updated_at)
     select ${id('n')}, 'https://example.com/hook' || n, '{user.updated}', '{sealed}', now(), now() from generate_series(1, 5) as n`,
    `insert into auth.webhook_events (id, webhook_id, user_id, kind, data, made_in, state, created_at, finished_at)
     select gen_random_uuid(), ${id('1 + n % 5')}, ${id(`1 + (n * 7919::bigint) % ${USERS}`)}, 'user.updated', case when n % 1000 = 0 then '{}'::jsonb end, pg_current_xact_id(),
       case when n % 1000 = 0 then 'failed' else 'delivered' end, now() - n * interval '2 s', now() - n * interval '2 s' from generate_series(1, ${USERS}) as n`,
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
  ['get_error_counts', { code: 'user_banned' }],
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
  ['list_audit', { request_id: 'none', since: '2020-01-01T00:00:00Z' }],
  ['list_audit', { ip: '203.0.113.1', since: '2020-01-01T00:00:00Z' }],
  ['list_all_sessions', {}],
  ['list_all_sessions', { since: '2020-01-01T00:00:00Z' }],
  ['list_all_sessions', { ip: '203.0.113.1', since: '2020-01-01T00:00:00Z' }],
  ['list_all_sessions', { ip: '10.1.1.1' }],
  ['list_all_sessions', { user_id: USER }],
  ['list_messages', {}],
  ['list_messages', { state: 'failed' }],
  ['list_messages', { address: 'user1000@example.com' }],
  ['list_webhook_events', {}],
  ['list_webhook_events', { state: 'failed' }],
  ['list_templates', {}],
  ['list_user_passkeys', { user_id: USER }],
  ['list_user_grants', { user_id: USER }],
  ['list_factors', { user_id: USER }],
  ['list_custom_providers', {}],
  ['list_sso_providers', {}],
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

/** Returns the median and worst elapsed time, and the CPU time per run, in ms. */
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

async function measureCases(): Promise<void> {
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
const userPath = (n: number): string => `/admin/users/00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
/** API calls of each page when it opens. In an inner list, each call waits for the one before it. */
const PAGES: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  'overview, 24 hours': overview(1, 'hour'),
  'overview, 7 days': overview(7, 'day'),
  'overview, 30 days': overview(30, 'day'),
  // The explanation names remedies, so the page loads the user whom they are for.
  'why, an address': [['/admin/why?q=user1000@example.com', userPath(1_000)]],
  'why, a request': [['/admin/why?q=refused-500000', userPath(1 + ((500_000 * 7_919) % USERS))]],
  'why, a network': ['/admin/refusals?ip=10.1.1.0/24&limit=50'],
  'why, an IP address': ['/admin/refusals?ip=10.1.1.1&limit=50'],
  'why, a code': ['/admin/why?q=user_banned', '/admin/refusals?code=user_banned&limit=12'],
  users: ['/admin/users?limit=50'],
  'users, part of an address': ['/admin/users?search=user1000&limit=50'],
  'one user': ['', '/timeline?limit=60', '/sessions', '/factors', '/passkeys', '/oauth/grants'].map(
    (path) => `/admin/users/${USER}${path}`,
  ),
  sessions: ['/admin/sessions?limit=50'],
  'audit log': ['/admin/audit?limit=50'],
  'audit log, an action': ['/admin/audit?action=user_deleted&limit=50'],
  'audit log, an address': ['/admin/audit?ip=10.1.1.1&limit=50'],
  messages: ['/admin/messages?limit=50', '/admin/figures', '/admin/suppressions?limit=50'],
  'messages, failed': ['/admin/messages?state=failed&limit=50', '/admin/figures', '/admin/suppressions?limit=50'],
  templates: ['/admin/templates'],
  webhooks: ['/admin/webhooks', '/admin/webhook-events?limit=50', '/admin/hooks'],
  providers: ['/admin/providers', '/admin/custom-providers', '/admin/sso/providers'],
  rules: ['/admin/rules?search=session'],
  'one rule': ['/admin/rules/auth_api.sign_up'],
  settings: ['/admin/settings'],
  keys: ['/admin/keys'],
  doctor: ['/admin/doctor'],
};

/** Measures the API calls of each page in PAGES, over HTTP with a gateway in this process. */
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
    SVC_PASSKEY_ENABLED: 'true',
    SVC_WEBAUTHN_RP_ID: 'localhost',
    SVC_WEBAUTHN_RP_ORIGINS: 'http://localhost:3000',
    SVC_OAUTH_SERVER_ENABLED: 'true',
    SVC_CUSTOM_OAUTH_ENABLED: 'true',
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
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${text}`);
  };
  const getInOrder = async (paths: string | readonly string[]): Promise<void> => {
    for (const path of [paths].flat()) await get(path);
  };
  console.log('| page | median ms | worst ms | CPU ms |\n|---|---|---|---|');
  for (const [name, paths] of Object.entries(PAGES))
    console.log(`| ${name} | ${await measureTime(() => Promise.all(paths.map(getInOrder)))} |`);
  await gateway.close({ at_once: true });
}

const COMMANDS: Readonly<Record<string, () => Promise<void>>> = {
  fill: fillDatabase,
  measure: measureCases,
  pages: measurePages,
};
await COMMANDS[command ?? '']?.();
await sql.end();
