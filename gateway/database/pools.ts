// The gateway's three pools, each a role of its own where the installation has login roles.

import type postgres from 'postgres';
import type { Options } from 'postgres';
import { parseDatabaseUrl, postgresOptions } from '../database_url.ts';
import { type DriverPool, driverPool } from './driver_pool.ts';
import { hashConcurrency, type PoolSizes, poolSizes } from './pool_sizes.ts';
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
}

/** How long a statement may wait for a connection, and how many may. */
const PATIENCE_MS = 2_000;
const LONGEST_LINE = 200;
const LONGEST_HASH_LINE = 50;

/** What roles.sql sets for the login roles; sent at the start of a session where one URL serves all. */
const SESSION = {
  statement_timeout: '4s',
  lock_timeout: '1s',
  idle_in_transaction_session_timeout: '10s',
  client_connection_check_interval: '1s',
  search_path: 'pg_catalog',
  log_parameter_max_length_on_error: '0',
};

// A statement's jsonb comes and goes as text: settings are written once, and an answer is often passed on as it is.
const JSONB = {
  to: 3802,
  from: [114, 3802],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string) => text,
};

/** Opens the pools; no connection is made before the first statement. */
export function createPools(o: {
  driver: typeof postgres;
  settings: PoolSettings;
  roles: { gateway: string; admin: string };
  warn: (sentence: string) => void;
}): Pools {
  const { settings } = o;
  const sizes: PoolSizes = poolSizes(settings);
  const open = (name: PoolName, url: string, role: string): Pool => {
    const target = parseDatabaseUrl(url || settings.database_url, process.env);
    for (const warning of target.warnings) o.warn(warning);
    const options: Options<Record<string, never>> = {
      ...postgresOptions(target, {
        application_name: `postern ${name}`,
        max: sizes[name],
        prepare: settings.db_prepare,
        ...(url ? {} : { role, session: SESSION }),
      }),
      max_lifetime: 30 * 60,
      fetch_types: false,
      onnotice: () => undefined,
      types: { jsonb: JSONB } as never,
    };
    return {
      driver: driverPool(() => o.driver(options)),
      role,
      line: createWaitingLine({ places: sizes[name], longest: LONGEST_LINE, patience_ms: PATIENCE_MS }),
    };
  };
  const by_name = {
    fast: open('fast', settings.database_url_gateway, o.roles.gateway),
    hash: open('hash', settings.database_url_gateway, o.roles.gateway),
    admin: open('admin', settings.database_url_admin, o.roles.admin),
  };
  return {
    by_name,
    hash_line: createWaitingLine({
      places: hashConcurrency(settings),
      longest: LONGEST_HASH_LINE,
      patience_ms: PATIENCE_MS,
    }),
    async close() {
      await Promise.all(Object.values(by_name).map((pool) => pool.driver.close()));
    },
  };
}
