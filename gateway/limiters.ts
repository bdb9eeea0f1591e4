// The per-client limits as data (contract 7.1): how fast each bucket refills and how much it holds.

import type { Logger } from './log.ts';
import type { LimiterName } from './route.ts';
import type { Settings } from './settings/table.ts';

interface Bucket {
  per_second: number;
  burst: number;
}

const FIVE_MINUTES = 300;
const HOUR = 3600;
const BURST = 30;

export function createLimiters(settings: Settings): Record<LimiterName, Bucket> {
  const otp = { per_second: settings.rate_limit_otp / FIVE_MINUTES, burst: BURST };
  return {
    token: { per_second: settings.rate_limit_token_refresh / FIVE_MINUTES, burst: BURST },
    verify: { per_second: settings.rate_limit_verify / FIVE_MINUTES, burst: BURST },
    anonymous: { per_second: settings.rate_limit_anonymous_users / HOUR, burst: settings.rate_limit_anonymous_users },
    sign_up: otp,
    otp,
    magiclink: otp,
    recover: otp,
    resend: otp,
    user: otp,
  };
}

const WARN_EVERY_MS = 60_000;

/** Says that a request could not be limited because it had no key, where a header for keys is set; once a minute at most. */
export function createUnlimitedWarning(settings: Pick<Settings, 'rate_limit_header'>, log: Logger): () => void {
  let said_at = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (!settings.rate_limit_header || now - said_at < WARN_EVERY_MS) return;
    said_at = now;
    log.warn({ component: 'api' }, `a request had no ${settings.rate_limit_header} header, so it was not limited`);
  };
}
