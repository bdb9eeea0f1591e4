// Divides the connections of a process among kinds of work, so that none can exhaust what another needs.
import { availableParallelism } from 'node:os';

export interface PoolSizes {
  /** Short calls: refresh, /user, /verify and others. */
  fast: number;
  /** Calls that hash a password. */
  hash: number;
  /** The admin API. */
  admin: number;
  /** The worker. */
  queue: number;
}

const DEFAULT_CONNECTIONS = 16;
const FEWEST = 4;

/**
 * Divides DB_MAX_POOL_SIZE (0 means 16). Throws an error for the operator if a kind of work would get no connection.
 */
export function poolSizes(o: { db_max_pool_size: number; security_hash_concurrency: number }): PoolSizes {
  const all = o.db_max_pool_size || DEFAULT_CONNECTIONS;
  if (all < FEWEST) {
    throw new Error(`SVC_DB_MAX_POOL_SIZE must be 0 or at least ${FEWEST}: one connection for each kind of work`);
  }
  const share = Math.max(1, Math.floor(all / 4));
  const hash = Math.min(hashConcurrency(o), share);
  const admin = Math.min(2, share);
  return { hash, admin, queue: share, fast: all - hash - admin - share };
}

/** Number of passwords that this process hashes at once: SECURITY_HASH_CONCURRENCY, or one per core. */
export function hashConcurrency(o: { security_hash_concurrency: number }): number {
  return o.security_hash_concurrency || availableParallelism();
}
