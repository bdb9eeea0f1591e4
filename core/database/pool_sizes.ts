// How the connections of one process are divided, so that no kind of work can take what another needs.
import { availableParallelism } from 'node:os';

export interface PoolSizes {
  /** Refresh, /user, /verify and everything else that is short. */
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

/** Splits DB_MAX_POOL_SIZE (0: 16). Throws a sentence when it leaves some work without a connection. */
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

/** How many passwords this process hashes at once: SECURITY_HASH_CONCURRENCY, or one a core. */
export function hashConcurrency(o: { security_hash_concurrency: number }): number {
  return o.security_hash_concurrency || availableParallelism();
}
