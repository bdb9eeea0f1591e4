// Rate limits per client: refill rate and capacity of each token bucket.
import type { Logger } from '../../core/log.ts';
import type { Settings } from '../../core/settings/table.ts';
import { rateLimitKey, widerNetworkKey } from '../http/client_ip.ts';
import type { HttpRequest } from '../server/types.ts';
import type { LimiterName } from './names.ts';

interface TokenBucket {
  per_second: number;
  burst: number;
}

const MINUTE = 60;
const FIVE_MINUTES = 300;
const HOUR = 3600;
const BURST = 30;
/** Limit of a /48 network, as a multiple of the limit of a /64 network. Providers assign either size to a customer. */
const CLIENTS_IN_A_NETWORK = 16;

/**
 * Returns a bucket with a larger burst, because an organization has one address and its users sign in within the same
 * minutes.
 */
const ofOffice = (limit: number): TokenBucket => ({
  per_second: limit / FIVE_MINUTES,
  burst: Math.max(BURST, 2 * limit),
});

export function createLimiters(settings: Settings): Record<LimiterName, TokenBucket> {
  const otp = { per_second: settings.rate_limit_otp / FIVE_MINUTES, burst: BURST };
  const passkey = { per_second: settings.rate_limit_passkey / FIVE_MINUTES, burst: BURST };
  const factor = { per_second: settings.mfa_rate_limit_challenge_and_verify / MINUTE, burst: BURST };
  return {
    token: { per_second: settings.rate_limit_token_refresh / FIVE_MINUTES, burst: BURST },
    authorize: { per_second: settings.rate_limit_authorize / FIVE_MINUTES, burst: BURST },
    verify: { per_second: settings.rate_limit_verify / FIVE_MINUTES, burst: BURST },
    anonymous: { per_second: settings.rate_limit_anonymous_users / HOUR, burst: settings.rate_limit_anonymous_users },
    sign_up: otp,
    otp,
    magiclink: otp,
    recover: otp,
    resend: otp,
    user: otp,
    export: otp,
    passkey_options: passkey,
    passkey_verify: passkey,
    factor_challenge: factor,
    factor_verify: factor,
    oauth_token: { per_second: settings.rate_limit_oauth_token / FIVE_MINUTES, burst: BURST },
    oauth_register: {
      per_second: settings.rate_limit_oauth_dynamic_client_register / FIVE_MINUTES,
      burst: settings.rate_limit_oauth_dynamic_client_register,
    },
    sso: ofOffice(settings.rate_limit_sso),
    saml_assertion: ofOffice(settings.saml_rate_limit_assertion),
    // Per SCIM token. The burst is the whole limit, because the first synchronization sends many requests at once.
    scim: { per_second: settings.rate_limit_scim / FIVE_MINUTES, burst: settings.rate_limit_scim },
    web3: { per_second: settings.rate_limit_web3 / FIVE_MINUTES, burst: BURST },
  };
}

/**
 * Returns the client's bucket and, for IPv6, the bucket of its /48 network. The database locks them in this order, so
 * that two requests cannot deadlock.
 */
export function bucketsWithRanges(key: string, bucket: TokenBucket): (TokenBucket & { of: string })[] {
  const own = { of: key, ...bucket };
  const wider = widerNetworkKey(key);
  if (wider === null) return [own];
  const { per_second, burst } = bucket;
  const shared = { per_second: per_second * CLIENTS_IN_A_NETWORK, burst: burst * CLIENTS_IN_A_NETWORK };
  return [own, { of: wider, ...shared }];
}

const WARN_EVERY_MS = 60_000;

/**
 * Returns a function that warns, at most once a minute, if a client is limited by the address of its connection
 * although a header is configured.
 */
export function createFallbackWarning(
  settings: Pick<Settings, 'rate_limit_header'>,
  log: Logger,
): (request: Pick<HttpRequest, 'remote_addr'>, key: string) => void {
  let said_at = Number.NEGATIVE_INFINITY;
  return ({ remote_addr }, key) => {
    const now = performance.now();
    if (!settings.rate_limit_header || now - said_at < WARN_EVERY_MS || key !== rateLimitKey(remote_addr)) return;
    said_at = now;
    log.warn(
      { component: 'api' },
      `a request was limited by the address of its connection: it had no readable ${settings.rate_limit_header} header, ` +
        'or came from no proxy that SVC_RATE_LIMIT_TRUSTED_PROXIES names',
    );
  };
}
