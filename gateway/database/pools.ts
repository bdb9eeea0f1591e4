// The gateway's three connection pools for a server. On the primary, `fast` and `hash` run as the gateway's role, and
// `admin` runs as the role of the admin API. On a standby, all three run as the gateway's role.

import type postgres from 'postgres';
import type { Options } from 'postgres';
import { createDriverPool, type DriverPool } from '../../core/database/driver_pool.ts';
import { computePoolSizes, type PoolSizes } from '../../core/database/pool_sizes.ts';
import { parseDatabaseUrl, postgresOptions, withoutSessionAttributes } from '../../core/database/url.ts';
import { HOOK_STATEMENT_TIMEOUT } from '../../core/hooks/hook.ts';
import { createSlotQueue, type SlotQueue } from './slot_queue.ts';

export type PoolName = 'fast' | 'hash' | 'admin';

export interface Pool {
  driver: DriverPool;
  /** Role that runs the statements. */
  role: string;
  line: SlotQueue;
}

export interface Pools {
  by_name: Record<PoolName, Pool>;
  /** Limits concurrent password hashing in all pools. */
  hash_queue: SlotQueue;
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

/**
 * Limits of the queue for a connection: longest wait and initial estimate of a call's duration (both in milliseconds),
 * and maximum length.
 */
const FOR_CONNECTION = { wait_ms: 2_000, guess_ms: 5, most: 200 };
/**
 * Maximum length of the hash queue. It only bounds memory, because callers are usually rejected earlier for their
 * expected wait.
 */
const MOST_HASHES = 5_000;
/** Duration in milliseconds of one hash at cost 10. Each additional step of the cost doubles it. */
const HASH_MS = 50;

/**
 * Session settings that roles.sql sets for the login roles. Sent at connect by a pool that has no login of its own.
 */
const SESSION = {
  statement_timeout: '4s',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '10s',
  client_connection_check_interval: '1s',
  search_path: 'pg_catalog',
  timezone: 'UTC',
  log_parameter_max_length_on_error: '0',
};
/**
 * Plan settings for user requests. Postgres then uses indexes even if the tables were small when it planned a
 * statement.
 */
const PLANS = { plan_cache_mode: 'force_generic_plan', enable_seqscan: 'off', jit: 'off' };

// Passes jsonb as text, because settings are serialized once, and results are often forwarded unchanged.
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
  /**
   * True if statements may call a hook function. Their statement timeout is then HOOK_STATEMENT_TIMEOUT, because only a
   * statement timeout ends a hook function that hangs.
   */
  hooked?: boolean;
  /** URL of a standby. All statements on a standby run as the gateway's role. */
  standby?: string;
  /**
   * Longest wait in milliseconds for a connection, for a statement and for a lock, if it differs from the defaults. A
   * pool with a login of its own keeps the statement and lock timeouts of that login.
   */
  patience_ms?: number;
  warn: (sentence: string) => void;
}

/** Creates the pools. Connections are opened by the first statements. */
export function createPools(o: PoolOptions): Pools {
  const { settings } = o;
  const sizes: PoolSizes = computePoolSizes(settings);
  const wait_ms = o.patience_ms ?? FOR_CONNECTION.wait_ms;
  const patience = o.patience_ms && { statement_timeout: `${o.patience_ms}ms`, lock_timeout: `${o.patience_ms}ms` };
  const open = (name: PoolName, own_url: string, role: string): Pool => {
    const target = parseDatabaseUrl(o.standby || own_url || settings.database_url, process.env);
    for (const warning of target.warnings) o.warn(warning);
    // If the login is the role itself, it already has the role's settings. Any other login sets the role and its
    // settings at connect.
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
      onnotice: () => undefined,
      types: { jsonb: JSONB } as never,
    };
    return {
      driver: createDriverPool(() => withoutSessionAttributes(() => o.driver(options))),
      role,
      line: createSlotQueue({ places: sizes[name], ...FOR_CONNECTION, wait_ms }),
    };
  };
  const by_name = {
    fast: open('fast', settings.database_url_gateway, o.roles.gateway),
    hash: open('hash', settings.database_url_gateway, o.roles.gateway),
    // Only the primary serves the admin API. On a standby this pool is reserved for the health probe, which then never
    // waits for a connection.
    admin: open('admin', settings.database_url_admin, o.standby ? o.roles.gateway : o.roles.admin),
  };
  return {
    by_name,
    // There are as many slots as connections in the pool `hash`, because a second wait for a connection would not be
    // fair between clients.
    hash_queue: createSlotQueue({
      places: sizes.hash,
      wait_ms: hashWaitSeconds(settings) * 1_000,
      guess_ms: HASH_MS * 2 ** (settings.security_bcrypt_cost - 10),
      most: MOST_HASHES,
    }),
    async close() {
      await Promise.all(Object.values(by_name).map((pool) => pool.driver.close()));
    },
  };
}

/**
 * Returns the longest wait for a hash slot in seconds: hash_wait, but at most half of the maximum request time if there
 * is one, so that the sign-in still fits into the other half.
 */
export function hashWaitSeconds({
  hash_wait: wait,
  api_max_request_duration: all,
}: Pick<PoolSettings, 'hash_wait' | 'api_max_request_duration'>): number {
  return all > 0 ? Math.min(wait, all / 2) : wait;
}
