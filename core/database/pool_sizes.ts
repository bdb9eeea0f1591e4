// Divides the connections of a process among the kinds of work, so that none can exhaust the connections of another.
import { availableParallelism } from 'node:os';

export interface PoolSizes {
  /** Connections for short calls, such as refresh, /user and /verify. */
  fast: number;
  /** Connections for calls that hash a password. */
  hash: number;
  /** Connections for the admin API. */
  admin: number;
  /** Connections for the worker. */
  queue: number;
}

const DEFAULT_CONNECTIONS = 16;
const FEWEST = 4;

/**
 * Divides DB_MAX_POOL_SIZE (0 means 16). Throws an error for the operator if a kind of work would get no connection.
 */
export function computePoolSizes(o: { db_max_pool_size: number; security_hash_concurrency: number }): PoolSizes {
  const all = o.db_max_pool_size || DEFAULT_CONNECTIONS;
  if (all < FEWEST) {
    throw new Error(`SVC_DB_MAX_POOL_SIZE must be 0 or at least ${FEWEST}: one connection for each kind of work`);
  }
  const share = Math.max(1, Math.floor(all / 4));
  const hash = Math.min(computeHashConcurrency(o), share);
  const admin = Math.min(2, share);
  return { hash, admin, queue: share, fast: all - hash - admin - share };
}

/** Returns the configured number of concurrent password hashes: SECURITY_HASH_CONCURRENCY; if it is 0, one per core. */
export function computeHashConcurrency(o: { security_hash_concurrency: number }): number {
  return o.security_hash_concurrency || availableParallelism();
}
