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
    const { read, read_settings: settings } = endpoint;
    if (o.replica_reads && read && settings !== undefined && deciding === endpoint.deciding) {
      const answer = await standbys.read(read, deciding.values(inputs), { settings, visitor });
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
