// A password whose stored hash came from another system: SQL cannot compute that hash, so it answers with the salt and the
// parameters, and is asked again with the result. No connection is held meanwhile.
import { hashConcurrency } from '../../core/database/pool_sizes.ts';
import type { Settings } from '../../core/settings/table.ts';
import { hashWait } from '../database/pools.ts';
import { createWaitingLine, type Visitor } from '../database/waiting_line.ts';
import { refuse } from '../http/errors.ts';
import { computeForeign, type ForeignSalt } from '../http/foreign_hash.ts';
import type { Inputs } from './exchange.ts';

/** Asks until SQL has an answer for the client. */
export type WithForeign = (
  inputs: Inputs,
  visitor: Visitor,
  ask: () => Promise<string | null>,
) => Promise<string | null>;

/** Once for the hash; once more where it has been replaced meanwhile; more only where somebody imports at the same time. */
const MOST_QUESTIONS = 4;
/** Each holds up to 256 MiB and one of the four threads with which Node resolves names and checks signatures. */
const MOST_AT_ONCE = 2;
const GUESS_MS = 100;
const MOST_WAITING = 1_000;
const QUESTION = '{"foreign_hash"';

export function createForeignHashes(settings: Settings, compute: typeof computeForeign = computeForeign): WithForeign {
  const line = createWaitingLine({
    places: Math.min(MOST_AT_ONCE, hashConcurrency(settings)),
    wait_ms: hashWait(settings) * 1_000,
    guess_ms: GUESS_MS,
    most: MOST_WAITING,
  });
  const inTurn = async (password: string, asked: ForeignSalt, visitor: Visitor): Promise<string> => {
    const leave = await line.enter(visitor);
    try {
      return await compute(password, asked);
    } catch (cause) {
      throw Object.assign(refuse('unavailable'), { cause });
    } finally {
      leave();
    }
  };

  return async (inputs, visitor, ask) => {
    for (let asked = 0; asked < MOST_QUESTIONS; asked += 1) {
      const answer = await ask();
      if (!answer?.startsWith(QUESTION)) return answer;
      const { foreign_hash } = JSON.parse(answer) as { foreign_hash: ForeignSalt | null };
      const password = String(inputs.body.password ?? '');
      inputs.rehashed = foreign_hash === null ? null : await inTurn(password, foreign_hash, visitor);
    }
    throw refuse('unavailable');
  };
}
