// Computes password hashes in the formats of other systems, with limited concurrency.
import { computeHashConcurrency } from '../../core/database/pool_sizes.ts';
import type { Settings } from '../../core/settings/table.ts';
import { hashWaitSeconds } from '../database/pools.ts';
import { createSlotQueue, type QueueClient } from '../database/slot_queue.ts';
import { refuse } from '../http/errors.ts';
import { computeForeignHash, type ForeignHashParameters } from '../http/foreign_hash.ts';

export type ComputeForeignHash = (
  password: string,
  asked: ForeignHashParameters,
  visitor: QueueClient,
) => Promise<string>;

/**
 * Maximum number of concurrent hashes. Each uses up to 256 MiB and one of the four libuv threads, which are also needed
 * to resolve names and verify signatures.
 */
const MAX_AT_ONCE = 2;
const ESTIMATE_MS = 100;
const MAX_WAITING = 1_000;

export function createForeignHashes(
  settings: Settings,
  compute: typeof computeForeignHash = computeForeignHash,
): ComputeForeignHash {
  const line = createSlotQueue({
    places: Math.min(MAX_AT_ONCE, computeHashConcurrency(settings)),
    wait_ms: hashWaitSeconds(settings) * 1_000,
    guess_ms: ESTIMATE_MS,
    most: MAX_WAITING,
  });
  return async (password, asked, visitor) => {
    const leave = await line.enter(visitor);
    try {
      return await compute(password, asked);
    } catch (cause) {
      throw Object.assign(refuse('unavailable'), { cause });
    } finally {
      leave();
    }
  };
}
