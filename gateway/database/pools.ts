// The gateway's three pools, each a role of its own where the installation has login roles.

import type postgres from 'postgres';
import type { Options } from 'postgres';
import { type DriverPool, driverPool } from '../../core/database/driver_pool.ts';
import { type PoolSizes, poolSizes } from '../../core/database/pool_sizes.ts';
import { parseDatabaseUrl, postgresOptions } from '../../core/database/url.ts';
import { HOOK_STATEMENT_TIMEOUT } from '../../core/hooks/hook.ts';
import { createWaitingLine, type WaitingLine } from './waiting_line.ts';

export type PoolName = 'fast' | 'hash' | 'admin';

export interface Pool {
  driver: DriverPool;
  /** The role that its statements run as. */
  role: string;
  line: WaitingLine;
}

export interface Pools {
  by_name: Record<PoolName, Pool>;
  /** Around every call that hashes a password, whatever its pool. */
  hash_line: WaitingLine;
  close(): Promise<void>;
}

export interface PoolSettings {
  database_url: string;
  database_url_gateway: string;
  database_url_admin: string;
  db_max_pool_size: number;
  db_prepare: boolean;
  security_hash_concurrency: number;
  security_bcrypt_cost: number;
  hash_wait: number;
  api_max_request_duration: number;
}

/** How long a statement may wait for a connection, how long one takes until that is measured, and how many may wait. */
const FOR_CONNECTION = { wait_ms: 2_000, guess_ms: 5, most: 200 };
/** Only bounds memory: unless hashes are very fast, callers are refused for the time they would wait long before this. */
const MOST_HASHES = 5_000;
/** One hash of cost 10; each step more doubles it. */
const HASH_MS = 50;

/** What roles.sql sets for the login roles; sent at the start of a session where one URL serves all. */
const SESSION = {
  statement_timeout: '4s',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '10s',
  client_connection_check_interval: '1s',
  search_path: 'pg_catalog',
  timezone: 'UTC',
  log_parameter_max_length_on_error: '0',
};
/** For what is done for users: each statement finds its rows by an index, whatever the tables held when it was planned. */
const PLANS = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' };

// A statement's jsonb comes and goes as text: settings are written once, and an answer is often passed on as it is.
const JSONB = {
  to: 3802,
  from: [114, 3802],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string) => text,
};

export interface PoolOptions {
  driver: typeof postgres;
  settings: PoolSettings;
  roles: { gateway: string; admin: string };
  /** Statements may call a function of the operator: nothing ends one that hangs but the timeout of its statement. */
  hooked?: boolean;
  /** A standby, where everything runs as the gateway's role. */
  standby?: string;
  /** How long a call may wait for a connection, and its statement for a lock; otherwise what is usual. */
  patience_ms?: number;
  warn: (sentence: string) => void;
}

/** Opens the pools; no connection is made before the first statement. */
export function createPools(o: PoolOptions): Pools {
  const { settings } = o;
  const sizes: PoolSizes = poolSizes(settings);
  const wait_ms = o.patience_ms ?? FOR_CONNECTION.wait_ms;
  const patience = o.patience_ms && { statement_timeout: `${o.patience_ms}ms`, lock_timeout: `${o.patience_ms}ms` };
  const open = (name: PoolName, own_url: string, role: string): Pool => {
    const target = parseDatabaseUrl(o.standby || own_url || settings.database_url, process.env);
    for (const warning of target.warnings) o.warn(warning);
    // Whoever logs in as the role has its settings; another login plays it, as where one URL serves all.
    const url = o.standby ? target.user === role : own_url !== '';
    const options: Options<Record<string, never>> = {
      ...postgresOptions(target, {
        application_name: `postern ${name}`,
        max: sizes[name],
        prepare: settings.db_prepare,
        ...(url ? {} : { role }),
        session: {
          ...(url ? {} : { ...SESSION, ...patience }),
          ...(url || name === 'admin' ? {} : PLANS),
          ...(o.hooked ? { statement_timeout: HOOK_STATEMENT_TIMEOUT } : {}),
        },
      }),
      max_lifetime: 30 * 60,
      fetch_types: false,
      onnotice: () => undefined,
      types: { jsonb: JSONB } as never,
    };
    return {
      driver: driverPool(() => o.driver(options)),
      role,
      line: createWaitingLine({ places: sizes[name], ...FOR_CONNECTION, wait_ms }),
    };
  };
  const by_name = {
    fast: open('fast', settings.database_url_gateway, o.roles.gateway),
    hash: open('hash', settings.database_url_gateway, o.roles.gateway),
    // Administration is left to the primary; on a standby that place is the probe's, behind nobody's work.
    admin: open('admin', settings.database_url_admin, o.standby ? o.roles.gateway : o.roles.admin),
  };
  return {
    by_name,
    // No more places than connections: a second line behind this one would not be fair.
    hash_line: createWaitingLine({
      places: sizes.hash,
      wait_ms: hashWait(settings) * 1_000,
      guess_ms: HASH_MS * 2 ** (settings.security_bcrypt_cost - 10),
      most: MOST_HASHES,
    }),
    async close() {
      await Promise.all(Object.values(by_name).map((pool) => pool.driver.close()));
    },
  };
}

/** Half of what a request may take at most: after the wait there must be time left to sign in. */
export function hashWait({
  hash_wait: wait,
  api_max_request_duration: all,
}: Pick<PoolSettings, 'hash_wait' | 'api_max_request_duration'>): number {
  return all > 0 ? Math.min(wait, all / 2) : wait;
}
