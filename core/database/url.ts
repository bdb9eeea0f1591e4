// Parses libpq connection URLs, because each driver parses them differently.
import type { ConnectionPoolConfig } from '@databases/pg';
import type { Options } from 'postgres';
import { sharedHostList } from './host_list.ts';
import { HostSocket } from './host_socket.ts';
import { readPasswordFile } from './password_file.ts';
import { SESSION_ATTRIBUTES, type SessionAttributes } from './session_attributes.ts';
import { type ConnectionTls, parseTlsParameters } from './tls.ts';

/** Thrown for an invalid connection URL. The message contains neither the URL nor a correctly encoded password. */
export class DatabaseUrlError extends Error {
  readonly code = 'database_url_invalid';
  constructor(message: string) {
    super(message);
    this.name = 'DatabaseUrlError';
  }
}

export interface DatabaseTarget {
  /** Host names or IP addresses, or the directory of a Unix socket. */
  hosts: string[];
  /** Port of each host. */
  ports: number[];
  database: string;
  user: string;
  password: string;
  /** Reads the password again. Set if the password comes from a password file. */
  current_password?: () => string;
  tls: ConnectionTls;
  target_session_attrs: SessionAttributes;
  /**
   * Timeout in seconds per host; null if neither the URL nor the environment sets one. 0 means no timeout, as in
   * libpq.
   */
  connect_timeout: number | null;
  /** Startup options, such as `-c name=value`. */
  options: string;
  /** '' if neither the URL nor the environment names one. */
  application_name: string;
  warnings: string[];
}

/**
 * Accepted libpq parameters. The value is the environment variable that is used if the URL does not set the
 * parameter; '' if there is none. fallback_application_name is accepted and ignored.
 */
const PARAMETERS: Record<string, string> = {
  host: 'PGHOST',
  port: 'PGPORT',
  dbname: 'PGDATABASE',
  user: 'PGUSER',
  password: 'PGPASSWORD',
  passfile: 'PGPASSFILE',
  connect_timeout: 'PGCONNECT_TIMEOUT',
  options: 'PGOPTIONS',
  application_name: 'PGAPPNAME',
  fallback_application_name: '',
  target_session_attrs: 'PGTARGETSESSIONATTRS',
  load_balance_hosts: 'PGLOADBALANCEHOSTS',
  sslmode: 'PGSSLMODE',
  sslrootcert: 'PGSSLROOTCERT',
  sslcert: 'PGSSLCERT',
  sslkey: 'PGSSLKEY',
  sslpassword: '',
  ssl_min_protocol_version: 'PGSSLMINPROTOCOLVERSION',
  client_encoding: 'PGCLIENTENCODING',
};

/** Parameters that are accepted only with a value that has no effect. Other values are rejected. */
const HARMLESS: Record<string, RegExp> = {
  client_encoding: /^(utf-?8|auto)$/i,
  gssencmode: /^(disable|prefer)$/,
  channel_binding: /^(disable|prefer)$/,
  keepalives: /^1$/,
  sslnegotiation: /^postgres$/,
  sslsni: /^1$/,
  sslcompression: /^0$/,
};

const HINTS: Record<string, string> = {
  pgbouncer: '; behind PgBouncer set SVC_DB_PREPARE=false instead',
  schema: '; the schema is SVC_DB_NAMESPACE',
  connection_limit: '; the size of the pool is SVC_DB_MAX_POOL_SIZE',
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Parses `postgres://user:password@host:port,host2/database?parameter=value` as libpq does. */
export function parseDatabaseUrl(text: string, env: Environment): DatabaseTarget {
  const given = readUrlWithoutSecrets(text);
  const get = (name: string): string => given.get(name) || (PARAMETERS[name] && env[PARAMETERS[name]]) || '';

  const hosts = get('host') ? get('host').split(',') : ['localhost'];
  const warnings: string[] = [];
  if (hosts.some((host) => host === '')) throw new DatabaseUrlError('a host of the list is empty');
  if (hosts.length > 1 && hosts.some((host) => host.startsWith('/'))) {
    throw new DatabaseUrlError('a Unix socket cannot be one of several hosts');
  }
  const ports = readPorts(get('port'), hosts.length);
  const user = get('user') || env.USER || env.LOGNAME || env.USERNAME || '';
  if (!user) throw new DatabaseUrlError('no user is named, and the operating system tells none');
  const database = get('dbname') || user;
  const attributes = SESSION_ATTRIBUTES.find((name) => name === (get('target_session_attrs') || 'any'));
  if (!attributes) throw new DatabaseUrlError(`target_session_attrs must be one of ${SESSION_ATTRIBUTES.join(', ')}`);

  const wanted = { file: get('passfile'), env, hosts, ports, database, user };
  const found = get('password') ? '' : readPasswordFile({ ...wanted, warnings });
  // The file is read for every connection, as in libpq, so that a rotated password needs no restart. If the file no
  // longer has a password, the password read at the start is used.
  const current_password = (): string => readPasswordFile({ ...wanted, warnings: [] }) || found;
  return {
    ...shuffleHosts(hosts, ports, get('load_balance_hosts')),
    database,
    user,
    password: get('password') || found,
    ...(found === '' ? {} : { current_password }),
    tls: parseTlsParameters({ get, env, hosts, fail: (message) => new DatabaseUrlError(message) }),
    target_session_attrs: attributes,
    connect_timeout: readTimeout(get('connect_timeout')),
    options: get('options'),
    application_name: get('application_name'),
    warnings,
  };
}

/**
 * Reads the URL. If a password contains an unencoded `/` or `?`, the rest of it looks like a host, path or parameter, and
 * the error must not quote it.
 */
function readUrlWithoutSecrets(text: string): Map<string, string> {
  try {
    return readUrl(text);
  } catch (error) {
    if (!(error instanceof DatabaseUrlError) || !/^[^/]*\/\/[^@/?]*[/?].*@/s.test(text)) throw error;
    throw new DatabaseUrlError('it has an @ after a / or ?: in a password, write / as %2F and ? as %3F');
  }
}

function readUrl(text: string): Map<string, string> {
  const [, authority, path = '', query = ''] =
    /^postgres(?:ql)?:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(text) ?? [];
  if (authority === undefined) throw new DatabaseUrlError('it must start with postgres:// or postgresql://');
  const given = new Map<string, string>();
  const at = authority.indexOf('@');
  if (at >= 0) {
    const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(authority.slice(0, at)) ?? [];
    given.set('user', decodeUrlPart(user, 'user name'));
    given.set('password', decodeUrlPart(password, 'password'));
  }
  readHosts(authority.slice(at + 1), given);
  if (path) given.set('dbname', decodeUrlPart(path, 'database name'));
  for (const pair of query ? query.split('&') : []) readParameter(pair, given);
  return given;
}

function readHosts(list: string, given: Map<string, string>): void {
  if (!list) return;
  const parts = list.split(',').map((part) => {
    const [, literal, name, port = ''] = /^(?:\[([0-9a-fA-F:.%]+)\]|([^:[\]]*))(?::(\d*))?$/.exec(part) ?? [];
    if (literal === undefined && name === undefined) {
      throw new DatabaseUrlError('a host must be name:port or [IPv6 address]:port');
    }
    return { host: decodeUrlPart(literal ?? name ?? '', 'host'), port };
  });
  if (parts.some((part) => part.host)) given.set('host', parts.map((part) => part.host).join(','));
  if (parts.some((part) => part.port)) given.set('port', parts.map((part) => part.port || '5432').join(','));
}

function readParameter(pair: string, given: Map<string, string>): void {
  const at = pair.indexOf('=');
  const name = decodeUrlPart(at < 0 ? pair : pair.slice(0, at), 'parameter');
  if (at < 0) throw new DatabaseUrlError(`parameter "${name}" has no "="`);
  const value = decodeUrlPart(pair.slice(at + 1), `parameter "${name}"`);
  if (name === 'ssl' && value === 'true') given.set('sslmode', 'require');
  else if (Object.hasOwn(HARMLESS, name)) {
    if (!HARMLESS[name]?.test(value))
      throw new DatabaseUrlError(`parameter "${name}" is not supported with this value`);
  } else if (Object.hasOwn(PARAMETERS, name)) given.set(name, value);
  else throw new DatabaseUrlError(`unknown parameter "${name}"${Object.hasOwn(HINTS, name) ? HINTS[name] : ''}`);
}

function decodeUrlPart(text: string, what: string): string {
  try {
    const decoded = decodeURIComponent(text);
    if (!decoded.includes('\0')) return decoded;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  throw new DatabaseUrlError(`the ${what} is not percent-encoded correctly (a literal % is written %25)`);
}

function readPorts(text: string, count: number): number[] {
  const ports = (text || '5432').split(',').map((port) => (port === '' ? 5432 : Number(port)));
  if (ports.some((port) => !Number.isInteger(port) || port < 1 || port > 65535)) {
    throw new DatabaseUrlError('a port must be a number from 1 to 65535');
  }
  if (ports.length === 1) return new Array<number>(count).fill(ports[0] ?? 5432);
  if (ports.length !== count) throw new DatabaseUrlError(`there are ${count} hosts but ${ports.length} ports`);
  return ports;
}

function readTimeout(text: string): number | null {
  if (text === '') return null;
  if (!/^-?\d+$/.test(text)) throw new DatabaseUrlError('connect_timeout must be a whole number of seconds');
  return Math.max(0, Number(text));
}

function shuffleHosts(hosts: string[], ports: number[], mode: string): { hosts: string[]; ports: number[] } {
  if (mode === '' || mode === 'disable') return { hosts, ports };
  if (mode !== 'random') throw new DatabaseUrlError('load_balance_hosts must be disable or random');
  const order = hosts.map((_, index) => ({ index, at: Math.random() })).sort((a, b) => a.at - b.at);
  return { hosts: order.map(({ index }) => hosts[index] ?? ''), ports: order.map(({ index }) => ports[index] ?? 5432) };
}

/**
 * Connect timeout in seconds if neither the URL nor the environment sets one. libpq would wait for an unreachable
 * host indefinitely.
 */
const CONNECT_TIMEOUT_S = 3;

export interface PoolOptions {
  /** Role to set as a startup parameter, if one URL serves all roles. */
  role?: string;
  /** Default if the URL has no application_name. */
  application_name: string;
  /** Startup parameters such as statement_timeout. PgBouncer rejects or drops them. */
  session?: Readonly<Record<string, string>>;
  max?: number;
  prepare?: boolean;
}

/**
 * Opens a pool of postgres.js without PGTARGETSESSIONATTRS in the environment. The driver would check the variable's
 * value even if the URL has another one, and would throw an error for `any`. The socket of postgresOptions() has
 * already checked the server.
 */
export function withoutSessionAttributes<T>(open: () => T): T {
  const { PGTARGETSESSIONATTRS } = process.env;
  delete process.env.PGTARGETSESSIONATTRS;
  try {
    return open();
  } finally {
    if (PGTARGETSESSIONATTRS !== undefined) process.env.PGTARGETSESSIONATTRS = PGTARGETSESSIONATTRS;
  }
}

/**
 * Returns options for postgres.js. Most are explicit, because the driver reads missing ones from the environment. Call
 * the driver within withoutSessionAttributes().
 */
export function postgresOptions(target: DatabaseTarget, o: PoolOptions): Options<Record<string, never>> {
  const timeout_ms = (target.connect_timeout ?? CONNECT_TIMEOUT_S) * 1_000;
  const { tls, target_session_attrs: wanted } = target;
  const list = sharedHostList(
    target.hosts.map((host, at) => ({ host, port: target.ports[at] ?? 5432 })),
    wanted,
  );
  const options = {
    // Used only in error messages, because the socket has all hosts, timeouts and TLS options.
    host: target.hosts[0] ?? '',
    port: target.ports[0] ?? 5432,
    socket: () => new HostSocket({ list, tls, wanted, timeout_ms }),
    connect_timeout: 0,
    database: target.database,
    username: target.user,
    password: target.current_password ?? target.password,
    ssl: false as const,
    // The library's default backoff grows to 20 s and is shared by the pool, so it would outlast a server restart.
    backoff: (attempt: number) => Math.min(0.05 * 2 ** attempt, 1),
    // False, because the driver does not handle an error of its query for array types. If the server crashes during
    // that query, the process ends.
    fetch_types: false as const,
    // Never queue a statement behind another one on the same connection.
    max_pipeline: 0,
    ...(o.max === undefined ? {} : { max: o.max }),
    ...(o.prepare === undefined ? {} : { prepare: o.prepare }),
    connection: {
      application_name: target.application_name || o.application_name,
      ...(target.options ? { options: target.options } : {}),
      ...(o.role ? { role: o.role } : {}),
      ...o.session,
    },
  };
  return options;
}

/** Returns one target per host, for a driver that cannot check whether a host is writable. */
export function targetPerHost(target: DatabaseTarget): DatabaseTarget[] {
  return target.hosts.map((host, index) => ({ ...target, hosts: [host], ports: [target.ports[index] ?? 5432] }));
}

/**
 * Returns options for @databases/pg. It supports neither startup options nor target_session_attrs, so use
 * targetPerHost() and query each server.
 */
export function databasesPgOptions(target: DatabaseTarget, o: { application_name: string }): ConnectionPoolConfig {
  const socket = target.hosts.some((host) => host.startsWith('/'));
  return {
    // Must not be undefined, because the library would then parse DATABASE_URL itself and merge the result.
    connectionString: '',
    host: target.hosts,
    port: target.ports,
    database: target.database,
    user: target.user,
    password: target.password,
    ssl: socket ? false : databasesSsl(target.tls),
    applicationName: target.application_name || o.application_name,
    connectionTimeoutMilliseconds: (target.connect_timeout ?? 10) * 1000,
  };
}

function databasesSsl(tls: ConnectionTls): ConnectionPoolConfig['ssl'] {
  if (tls.mode === 'disable') return false;
  return tls.mode === 'prefer' ? 'prefer' : tls.options;
}
