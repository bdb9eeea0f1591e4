// Rate limits per client. The database has a bucket for the client's key and, for IPv6, one for its /48 network.
import type { KeyRing } from '../../core/keys/ring.ts';
import type { Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import { type Call, parseResult, statementText } from '../database/call.ts';
import { type ClientAddress, toQueueClient } from '../http/client_ip.ts';
import { bucketsWithRanges, createFallbackWarning, createLimiters } from '../routes/limiters.ts';
import type { LimiterName } from '../routes/names.ts';
import type { HttpRequest } from '../server/types.ts';

/**
 * Counts a request against the named limit. Throws a 429 error if the limit is reached. Does nothing without a name, or
 * if clients cannot be distinguished.
 */
export type CheckRateLimit = (
  name: LimiterName | undefined,
  request: HttpRequest,
  from: ClientAddress,
) => Promise<undefined>;

export function createRateLimitCheck(o: {
  settings: Settings;
  log: Logger;
  call: Call;
  ring: KeyRing;
  api: string;
}): CheckRateLimit {
  const { call, ring } = o;
  const limiters = createLimiters(o.settings);
  const warnOfFallback = createFallbackWarning(o.settings, o.log);
  const statement = {
    text: statementText(o.api, 'count_request', ['limits']),
    pool: 'fast',
    creates_user: false,
  } as const;
  return async (name, request, from) => {
    const { limit_key: key } = from;
    if (name === undefined || key === null) return;
    warnOfFallback(request, key);
    const buckets = bucketsWithRanges(key, limiters[name]).map(({ of, ...bucket }) => ({
      key: ring.throttleKey(name, of),
      ...bucket,
    }));
    parseResult(await call(statement, [buckets], { hashes: false, ...toQueueClient(request, key) }));
  };
}
