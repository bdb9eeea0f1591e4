// Leaves to a standby what it can do of a request: the bcrypt of a sign-in, and the answer of GET /user. Whatever it cannot or
// must not do, the primary does as if there were no standby.
import type { CallOptions } from '../database/call.ts';
import type { Standbys } from '../database/standbys.ts';
import type { Deciding, Exchange } from './exchange.ts';
import type { Ask } from './hooks.ts';

type AskWithStandbys = (exchange: Exchange, deciding: Deciding, o: CallOptions) => Promise<string | null>;

export function createAskWithStandbys(ask: Ask, standbys: Standbys, o: { replica_reads: boolean }): AskWithStandbys {
  return async ({ endpoint, inputs }, deciding, how) => {
    const { hashes, shares: _, ...visitor } = how;
    if (o.replica_reads && endpoint.read && deciding === endpoint.deciding) {
      const values = deciding.values(inputs);
      const settings = String(values[deciding.places.settings ?? -1]);
      const answer = await standbys.read(endpoint.read, values, { settings, visitor });
      return answer ?? ask(deciding, inputs, how);
    }
    if (endpoint.looking && hashes && deciding === endpoint.deciding && inputs.rehashed === null) {
      const { statement, values } = endpoint.looking;
      const looked = await standbys.hash(statement, values(inputs), { ...visitor, hashes: true });
      if (looked !== null) {
        inputs.seen = (JSON.parse(looked) as { seen: string }).seen;
        const answer = await ask(deciding, inputs, { ...visitor, hashes: false });
        if (!answer?.startsWith(UNSEEN)) return answer;
        inputs.seen = null;
      }
    }
    return ask(deciding, inputs, how);
  };
}

/** The password changed between the standby's look and the primary's. */
const UNSEEN = '{"unseen"';
