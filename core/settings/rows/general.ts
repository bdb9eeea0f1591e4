// Settings of the instance: where it is, what it listens on, its database, logs and our own switches.

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

/** The word that a line of the log has for `warn` is taken too. */
const LEVEL = choice(LOG_LEVELS, 'info', 'Least level that is logged.', {
  names: ['LOG_LEVEL', 'SVC_LOG_LEVEL', 'GOTRUE_LOG_LEVEL'],
});

export const GENERAL = {
  site_url: url(
    'Base URL of the app; the fallback of `redirect_to`. Redirects to its host are allowed over https; over http where this is http or loopback.',
    {
      required: true,
      any_scheme: true,
    },
  ),
  uri_allow_list: list([], 'Further `redirect_to` targets: globs where `*` stops at `.` and `/`, `**` does not.', {
    patterns: true,
  }),
  disable_signup: bool(false, 'New users only by invite or through the admin API.'),

  api_host: addresses('', 'Addresses to listen on, with commas between them; empty is all interfaces.', {
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
  api_prefix: pathPrefix(
    '/auth/v1',
    'Prefix under which every path is served too, so that `createClient(url, key)` of @supabase/supabase-js works without a proxy; empty: none.',
  ),
  request_id_header: text('', 'Header from which a request id is taken; empty: each request gets its own.', {
    names: [
      'SVC_REQUEST_ID_HEADER',
      'SVC_API_REQUEST_ID_HEADER',
      'REQUEST_ID_HEADER',
      'GOTRUE_API_REQUEST_ID_HEADER',
      'GOTRUE_REQUEST_ID_HEADER',
    ],
  }),
  api_max_request_duration: duration(10, 'A request that takes longer is answered 504; 0 is no limit.'),
  api_max_connections: int(
    4_000,
    'Connections open at once; for one more the longest idle is closed. Each takes about 20 kB.',
    { min: 1 },
  ),
  shutdown_delay: duration(
    2,
    'After SIGTERM: how long requests are taken as before, while /ready answers 503 so that no new ones are sent here.',
    { max: 60 },
  ),
  cors_allowed_headers: list([], 'Request headers that browsers may send beside the usual ones and `apikey`.'),
  http_engine: choice(
    HTTP_ENGINES,
    'auto',
    'HTTP engine. `auto` is node:http; `hyper-express` is installed by `npm ci --prefix optional/engine` and has gaps that docs/adr/0004-http-engines.md lists.',
  ),

  db_driver: choice(['postgres'], 'postgres', 'Kind of database.'),
  database_url: text('', 'Connection URL in libpq form, used where no URL of a login role is set.', {
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
    'URLs of streaming standbys, with commas between them, for the login role of the public API: they hash the passwords of ' +
      'sign-ins and answer GET /user (docs/scaling.md).',
    { secret: true, ...own('DATABASE_URL_REPLICAS') },
  ),
  replica_reads: bool(
    true,
    'Standbys answer GET /user, which halves its cost on the primary at least and makes it slower; false: they only hash.',
  ),
  replica_max_lag: duration(1, 'A standby that lags by more is not used until it has caught up.', { min: 0.1 }),
  db_max_pool_size: int(0, 'Connections of one process to each server in all; 0 is 16. Below 4 is refused.', {
    min: 0,
  }),
  db_namespace: text('auth', 'Schema of the tables, and prefix of the other schemas and the roles.', {
    names: ['SVC_DB_NAMESPACE', 'DB_NAMESPACE', 'GOTRUE_DB_NAMESPACE'],
  }),
  role_prefix: text('', 'Prefix of the role names; default: DB_NAMESPACE.', { default_text: 'SVC_DB_NAMESPACE' }),
  db_prepare: bool(true, 'Use prepared statements; set false behind PgBouncer below 1.21.'),
  data_dir: text('.postern', 'Folder of the embedded database, its keys and passwords.'),

  log_level: { ...LEVEL, parse: (text: string) => LEVEL.parse(text === 'warning' ? 'warn' : text) },
  log_file: text('', 'File to append the log to (mode 0660); empty is stderr.'),
  worker_heartbeat_file: text(
    '',
    'File that the worker touches every 5 s, for a probe to look at its time; empty is none.',
  ),

  rate_limit_header: text('', "Header in which proxies put the client's address; empty: no per-client limits."),
  rate_limit_trusted_proxies: trustedProxies(
    'Who may write that header: how many proxies there are, or their networks. docs/operating.md shows the usual ones.',
  ),
  rate_limit_token_refresh: float(150, 'Requests to /token per client and 5 minutes.', { min: 0 }),
  rate_limit_verify: float(30, 'Requests to /verify per client and 5 minutes.', { min: 0 }),
  rate_limit_otp: float(
    30,
    'Requests to each of /signup, /otp, /magiclink, /recover, /resend and PUT /user per client and 5 minutes.',
    { min: 0 },
  ),
  rate_limit_authorize: float(150, 'Ways begun to external providers per client and 5 minutes.', { min: 0 }),
  rate_limit_anonymous_users: float(30, 'Anonymous sign-ups per client and hour.', { min: 0 }),

  message_retention: duration(
    30 * 86400,
    'How long a message is kept after it was sent or given up, never less than a day.',
  ),
  message_lease: duration(
    30,
    'Lease of a message or event: another worker takes it when the lease has ended. The worker that sends a message extends it.',
    { min: 1 },
  ),
  audit_log_retention: duration(
    397 * 86400,
    'How long audit entries are kept, in whole months: 13 of them by default, never less than one; 0 is for ever.',
    { default_text: '13 months (9528h)' },
  ),
  unknown_address_rows: int(
    1_000_000,
    'Most rows kept about requests for addresses that nobody has; the oldest go. About 250 bytes each.',
    { min: 1000 },
  ),
  internal_http_timeout: duration(10, 'Deadline of calls to SMS gateways; at most 20 s.', { zero_is_default: true }),
} as const;
