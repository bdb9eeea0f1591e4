// Computes password hashes in the formats of other systems, with limited concurrency.
import { hashConcurrency } from '../../core/database/pool_sizes.ts';
import type { Settings } from '../../core/settings/table.ts';
import { hashWait } from '../database/pools.ts';
import { createWaitingLine, type Visitor } from '../database/waiting_line.ts';
import { refuse } from '../http/errors.ts';
import { computeForeign, type ForeignSalt } from '../http/foreign_hash.ts';

export type ComputeForeign = (password: string, asked: ForeignSalt, visitor: Visitor) => Promise<string>;

/**
 * Maximum number of concurrent hashes. Each takes up to 256 MiB and one of the four libuv threads, which also resolve
 * names and verify signatures.
 */
const MAX_AT_ONCE = 2;
const ESTIMATE_MS = 100;
const MAX_WAITING = 1_000;

export function createForeignHashes(
  settings: Settings,
  compute: typeof computeForeign = computeForeign,
): ComputeForeign {
  const line = createWaitingLine({
    places: Math.min(MAX_AT_ONCE, hashConcurrency(settings)),
    wait_ms: hashWait(settings) * 1_000,
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
