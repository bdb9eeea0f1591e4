// The per-client limits as data (contract 7.1): how fast each bucket refills and how much it holds.

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
