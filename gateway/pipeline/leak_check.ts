// Checks whether a password is in a list of leaked passwords: a file, or a service that receives only the first five
// hexadecimal digits of the password's SHA-1 digest. Password and digest never appear in a log, a span or an audit
// entry.
import { type FindLeaked, openLeakedList } from '../../core/leaked/list.ts';
import { containsDigest, LeakedListError, parseRange, passwordDigest, rangePrefix } from '../../core/leaked/range.ts';
import { readLimitedText } from '../../core/limited_read.ts';
import type { Logger } from '../../core/log.ts';
import { sendOutgoingRequest } from '../../core/outgoing.ts';
import type { Settings } from '../../core/settings/table.ts';
import { errorType, type Telemetry } from '../../core/telemetry.ts';
import { unavailableError } from '../http/errors.ts';

export type LeakCheckSettings = Pick<
  Settings,
  | 'password_hibp_enabled'
  | 'password_hibp_fail_closed'
  | 'password_hibp_user_agent'
  | 'password_hibp_timeout'
  | 'password_hibp_url'
  | 'password_hibp_file_path'
  | 'password_hibp_min_count'
  | 'password_hibp_cache_prefixes'
  | 'password_min_length'
  | 'password_required_characters'
>;

export interface LeakCheck {
  /**
   * Returns true if a new password is in the list of leaked passwords, and null if it was not checked. Throws a 503
   * error if the check fails and PASSWORD_HIBP_FAIL_CLOSED is on.
   */
  ofNewPassword(password: string | null): Promise<boolean | null>;
  /**
   * Checks like ofNewPassword(). Also checks passwords that are too short or lack required characters, because POST
   * /admin/users accepts such passwords.
   */
  ofAnyPassword(password: string | null): Promise<boolean | null>;
  /** Checks a password at sign-in. Returns null if it was not checked, even if FAIL_CLOSED is on. */
  atSignIn(password: string | null): Promise<boolean | null>;
}

const SERVICE = 'https://api.pwnedpasswords.com';
/** Maximum size in bytes of the service's response, a range: about a thousand lines of 40 bytes. */
const RANGE_LIMIT = 1024 * 1024;
const CACHE_MS = 24 * 60 * 60 * 1000;
/** Number of consecutive failures after which the check pauses for PAUSE_MS. */
const MAX_FAULTS = 5;
const PAUSE_MS = 30_000;
const WARNING_MS = 60_000;
const MAX_BYTES = 72;
const SHORTEST = 6;

/** Creates the check. Returns null if it is off. Throws if PASSWORD_HIBP_FILE_PATH is not a valid list. */
export function createLeakCheck(o: {
  settings: LeakCheckSettings;
  log: Logger;
  release: { version: string };
  telemetry?: Pick<Telemetry, 'count'> | undefined;
  now?: () => number;
}): LeakCheck | null {
  const { settings, log, telemetry, now = Date.now } = o;
  if (!settings.password_hibp_enabled) return null;
  const find = settings.password_hibp_file_path
    ? withCircuitBreaker(createDiskListLookup(settings), now)
    : createRangeServiceLookup({ settings, version: o.release.version, now });
  let warned_at = Number.NEGATIVE_INFINITY;

  const ask = async (password: string, outcome: 'open' | 'closed'): Promise<boolean | null> => {
    try {
      const leaked = await find(passwordDigest(password));
      telemetry?.count('leak_checks', { outcome: leaked ? 'hit' : 'miss' });
      return leaked;
    } catch (error) {
      telemetry?.count('leak_checks', { outcome });
      if (now() - warned_at >= WARNING_MS) {
        warned_at = now();
        log.warn(
          { reason: reasonOf(error), fail_closed: settings.password_hibp_fail_closed },
          'passwords cannot be compared with leaked ones',
        );
      }
      return null;
    }
  };

  const ofAnyPassword = async (password: string | null): Promise<boolean | null> => {
    if (!password || Buffer.byteLength(password) > MAX_BYTES) return null;
    const leaked = await ask(password, settings.password_hibp_fail_closed ? 'closed' : 'open');
    if (leaked === null && settings.password_hibp_fail_closed) throw unavailableError(PAUSE_MS);
    return leaked;
  };

  return {
    ofAnyPassword,
    async ofNewPassword(password) {
      return password && isAcceptedBySql(password, settings) ? ofAnyPassword(password) : null;
    },
    async atSignIn(password) {
      if (!password || Buffer.byteLength(password) > MAX_BYTES) return null;
      return ask(password, 'open');
    },
  };
}

function createDiskListLookup(settings: LeakCheckSettings): FindLeaked {
  try {
    return openLeakedList(settings.password_hibp_file_path, settings.password_hibp_min_count);
  } catch (cause) {
    throw new Error(`SVC_PASSWORD_HIBP_FILE_PATH cannot be used: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * Returns the message of a LeakedListError, and only the type of any other error, because its message may contain the
 * range as part of a file name or URL.
 */
const reasonOf = (error: unknown): string => (error instanceof LeakedListError ? error.message : errorType(error));

/** Returns false for a password that SQL rejects because of its length or characters. */
function isAcceptedBySql(password: string, settings: LeakCheckSettings): boolean {
  const bytes = Buffer.byteLength(password);
  if (bytes > MAX_BYTES || bytes < Math.max(SHORTEST, settings.password_min_length)) return false;
  return settings.password_required_characters.every((set) => [...set].some((one) => password.includes(one)));
}

/** Circuit breaker: after MAX_FAULTS consecutive failures, rejects at once for PAUSE_MS. */
function withCircuitBreaker<Asked, Found>(
  find: (asked: Asked) => Promise<Found>,
  now: () => number,
): (asked: Asked) => Promise<Found> {
  let faults = 0;
  let closed_until = 0;
  return async (asked) => {
    if (now() < closed_until) throw new LeakedListError('not asked after several faults in a row');
    try {
      const found = await find(asked);
      faults = 0;
      return found;
    } catch (error) {
      faults += 1;
      if (faults >= MAX_FAULTS) {
        faults = 0;
        closed_until = now() + PAUSE_MS;
      }
      throw error;
    }
  };
}

/**
 * Creates the client of the service. It caches ranges for a day (PASSWORD_HIBP_CACHE_PREFIXES at most), and concurrent
 * callers share the request for a range.
 */
function createRangeServiceLookup(o: { settings: LeakCheckSettings; version: string; now: () => number }): FindLeaked {
  const { settings, version, now } = o;
  const base = (settings.password_hibp_url || SERVICE).replace(/\/$/, '');
  const headers = {
    'User-Agent': settings.password_hibp_user_agent || `postern/${version}`,
    // Hides the length of the response, which would reveal the range.
    'Add-Padding': 'true',
  };
  // Ordered by last use. If the cache is full, the first entry is evicted.
  const cache = new Map<string, { digests: Buffer; until: number }>();
  const asked = new Map<string, Promise<Buffer>>();

  const fetchRange = withCircuitBreaker(async (prefix: string): Promise<Buffer> => {
    const signal = AbortSignal.timeout(settings.password_hibp_timeout * 1_000);
    const answer = await sendOutgoingRequest(`${base}/range/${prefix}`, { headers, signal });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      throw new LeakedListError(`the service answered ${answer.status}`);
    }
    return parseRange(prefix, await readLimitedText(answer, RANGE_LIMIT), settings.password_hibp_min_count);
  }, now);

  const rangeOf = async (prefix: string): Promise<Buffer> => {
    const known = cache.get(prefix);
    cache.delete(prefix);
    if (known !== undefined && now() < known.until) {
      cache.set(prefix, known);
      return known.digests;
    }
    const running = asked.get(prefix) ?? fetchRange(prefix).finally(() => asked.delete(prefix));
    asked.set(prefix, running);
    const digests = await running;
    if (settings.password_hibp_cache_prefixes > 0) cache.set(prefix, { digests, until: now() + CACHE_MS });
    for (const oldest of cache.keys()) {
      if (cache.size <= settings.password_hibp_cache_prefixes) break;
      cache.delete(oldest);
    }
    return digests;
  };

  return async (digest) => containsDigest(await rangeOf(rangePrefix(digest)), digest);
}
