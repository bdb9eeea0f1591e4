// Settings of the instance: addresses, database, logs and switches.

import { LOG_LEVELS } from '../../log_levels.ts';
import {
  addresses,
  bool,
  choice,
  databaseUrls,
  duration,
  float,
  int,
  list,
  pathPrefix,
  text,
  trustedProxies,
  url,
} from '../row.ts';

export const HTTP_ENGINES = ['auto', 'node', 'hyper-express'] as const;
export type HttpEngine = (typeof HTTP_ENGINES)[number];

const own = (name: string) => ({ names: [name] as const });

/** Row of the log level. `log_level` below also accepts `warning`, the name of the level `warn` in log lines. */
const LEVEL = choice(LOG_LEVELS, 'info', 'Minimum level that is logged.', {
  names: ['LOG_LEVEL', 'SVC_LOG_LEVEL', 'GOTRUE_LOG_LEVEL'],
});

export const GENERAL = {
  site_url: url(
    'Base URL of the app; the fallback for `redirect_to`. Redirects to its host are allowed with https. They are allowed with http if this URL has http or names this machine.',
    {
      required: true,
      any_scheme: true,
    },
  ),
  uri_allow_list: list(
    [],
    'Additional `redirect_to` targets: globs in which `*` stops at `.` and `/`, and `**` does not.',
    {
      patterns: true,
    },
  ),
  disable_signup: bool(false, 'Only invitations and the admin API create users.'),

  api_host: addresses('', 'Addresses to listen on, separated by commas; empty: all interfaces.', {
    default_text: 'all; the embedded start: `127.0.0.1,::1`',
  }),
  port: int(8081, 'Port to listen on.', {
    min: 0,
    max: 65535,
    names: ['PORT', 'SVC_API_PORT', 'SVC_PORT', 'GOTRUE_API_PORT', 'GOTRUE_PORT'],
  }),
  api_external_url: url('URL at which clients reach this server; links in mails start with it.', {
    required: true,
    names: ['SVC_API_EXTERNAL_URL', 'API_EXTERNAL_URL', 'GOTRUE_API_EXTERNAL_URL'],
  }),
  console_port: int(0, 'Port of the web console. 0: no console.', {
    min: 0,
    max: 65535,
    default_text: '0; the embedded start: PORT + 2',
  }),
  console_host: addresses('127.0.0.1,::1', 'Addresses on which the web console listens.'),
  console_url: url(
    'URL at which browsers reach the web console. The console responds only to requests for this host. Its cookie needs https, except on this machine.',
    { safe: true },
  ),
  api_prefix: pathPrefix(
    '/auth/v1',
    'Additional prefix of every path, so that `createClient(url, key)` of @supabase/supabase-js works without a proxy; empty: none.',
  ),
  request_id_header: text('', 'Header that contains the request id; empty: each request gets a new one.', {
    names: [
      'SVC_REQUEST_ID_HEADER',
      'SVC_API_REQUEST_ID_HEADER',
      'REQUEST_ID_HEADER',
      'GOTRUE_API_REQUEST_ID_HEADER',
      'GOTRUE_REQUEST_ID_HEADER',
    ],
  }),
  api_max_request_duration: duration(10, 'Longer requests return 504; 0: no limit.'),
  api_max_connections: int(
    4_000,
    'Maximum number of open connections. Beyond it, the connection that has been idle the longest is closed. A connection takes about 20 kB.',
    { min: 1 },
  ),
  shutdown_delay: duration(
    2,
    'Time after SIGTERM during which requests are still accepted, while /ready returns 503 so that the load balancer stops sending them.',
    { max: 60 },
  ),
  cors_allowed_headers: list([], 'Additional request headers for CORS, besides the usual ones and `apikey`.'),
  http_engine: choice(
    HTTP_ENGINES,
    'auto',
    'HTTP engine. `auto` means node:http. `hyper-express` is a package that you install yourself (docs/adr/0006-the-native-engine-is-opt-in.md). docs/adr/0004-http-engines.md lists its gaps.',
  ),

  db_driver: choice(['postgres'], 'postgres', 'Kind of database.'),
  database_url: text('', 'Connection URL in libpq form, used if the URL of a login role is not set.', {
    secret: true,
    names: ['DATABASE_URL', 'SVC_DB_DATABASE_URL', 'SVC_DATABASE_URL', 'GOTRUE_DB_DATABASE_URL', 'GOTRUE_DATABASE_URL'],
  }),
  database_url_gateway: text('', 'URL of the login role that serves the public API.', {
    secret: true,
    ...own('DATABASE_URL_GATEWAY'),
  }),
  database_url_admin: text('', 'URL of the login role that serves the admin API and the CLI.', {
    secret: true,
    ...own('DATABASE_URL_ADMIN'),
  }),
  database_url_worker: text('', 'URL of the login role of the worker.', {
    secret: true,
    ...own('DATABASE_URL_WORKER'),
  }),
  database_url_auditor: text('', 'URL of the login role that reads reports.', {
    secret: true,
    ...own('DATABASE_URL_AUDITOR'),
  }),
  database_url_migrate: text('', 'URL, not through PgBouncer, of the role that migrates.', {
    secret: true,
    ...own('DATABASE_URL_MIGRATE'),
  }),
  database_url_listen: text(
    '',
    "URL, not through PgBouncer, on which the worker listens for jobs; default: the worker's.",
    {
      secret: true,
      ...own('DATABASE_URL_LISTEN'),
    },
  ),
  database_url_replicas: databaseUrls(
    'URLs of streaming standbys, separated by commas, for the login role of the public API. Standbys hash the passwords of ' +
      'sign-ins and answer GET /user (docs/scaling.md).',
    { secret: true, ...own('DATABASE_URL_REPLICAS') },
  ),
  replica_reads: bool(
    true,
    'Standbys answer GET /user. This at least halves its cost on the primary, but makes it slower. false: standbys only hash passwords.',
  ),
  replica_max_lag: duration(1, 'Maximum lag of a standby. Beyond it, the standby is not used until it has caught up.', {
    min: 0.1,
  }),
  db_max_pool_size: int(
    0,
    'Maximum number of connections of one process to each server; 0: 16. Values below 4 are refused.',
    {
      min: 0,
    },
  ),
  db_namespace: text('auth', 'Schema of the tables, and prefix of the other schemas and the roles.', {
    names: ['SVC_DB_NAMESPACE', 'DB_NAMESPACE', 'GOTRUE_DB_NAMESPACE'],
  }),
  role_prefix: text('', 'Prefix of the role names; default: DB_NAMESPACE.', { default_text: 'SVC_DB_NAMESPACE' }),
  db_prepare: bool(true, 'Use prepared statements; set false behind PgBouncer below 1.21.'),
  data_dir: text('.postern', 'Folder of the embedded database, its keys and passwords.'),

  log_level: { ...LEVEL, parse: (text: string) => LEVEL.parse(text === 'warning' ? 'warn' : text) },
  log_file: text('', 'File to append the log to (mode 0660); empty: stderr.'),
  worker_heartbeat_file: text(
    '',
    'File that the worker touches every 5 s, so that a probe can check its modification time; empty: none.',
  ),

  rate_limit_header: text('', "Header in which proxies send the client's address; empty: no limits per client."),
  rate_limit_trusted_proxies: trustedProxies(
    'Trusted proxies for that header: their number or their networks. docs/operating.md shows common values.',
  ),
  rate_limit_token_refresh: float(150, 'Requests to /token per client and 5 minutes.', { min: 0 }),
  rate_limit_verify: float(30, 'Requests to /verify per client and 5 minutes.', { min: 0 }),
  rate_limit_otp: float(
    30,
    'Requests to each of /signup, /otp, /magiclink, /recover, /resend and PUT /user per client and 5 minutes.',
    { min: 0 },
  ),
  rate_limit_authorize: float(
    150,
    'Sign-ins started at external providers, and requests that start, decline or end sign-ins at the OAuth server, per client and 5 minutes.',
    { min: 0 },
  ),
  rate_limit_anonymous_users: float(30, 'Anonymous sign-ups per client and hour.', { min: 0 }),

  message_retention: duration(
    30 * 86400,
    'Time for which a message is stored after it was sent or has failed. At least a day.',
  ),
  message_lease: duration(
    30,
    'Time for which a worker leases a message or event. After it, another worker may lease it. A worker that is sending a message extends its lease.',
    { min: 1 },
  ),
  audit_log_retention: duration(
    397 * 86400,
    'Retention of audit entries, in whole months: 13 by default, at least one; 0: for ever.',
    { default_text: '13 months (9528h)' },
  ),
  refusal_retention: duration(7 * 86400, 'Time for which refused requests are stored, in whole days. At least a day.', {
    min: 86400,
  }),
  refusals_per_minute: int(
    1000,
    'Maximum number of refused requests that one gateway process stores in a minute, with about 300 bytes each. Further ones are only counted. 0: none.',
    { min: 0, max: 100_000 },
  ),
  unknown_address_rows: int(
    1_000_000,
    'Maximum number of rows about requests for addresses without an account, with about 250 bytes each. Beyond it, the oldest rows are deleted.',
    { min: 1000 },
  ),
  internal_http_timeout: duration(10, 'Deadline of calls to SMS gateways; at most 20 s.', { zero_is_default: true }),
} as const;
