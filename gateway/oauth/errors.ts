// Errors of the protocol routes in the form of RFC 6749, section 5.2.
import type { ApiError } from '../http/errors.ts';
import type { HttpResponse } from '../server/types.ts';
import { oauthJsonResponse } from './answer.ts';

/** Maps error codes of this server to OAuth error codes. Codes in OAUTH are not mapped. */
const ERRORS: Readonly<Record<string, string>> = {
  bad_json: 'invalid_request',
  validation_failed: 'invalid_request',
  request_entity_too_large: 'invalid_request',
  refresh_token_not_found: 'invalid_grant',
  refresh_token_already_used: 'invalid_grant',
  session_not_found: 'invalid_grant',
  session_expired: 'invalid_grant',
  user_banned: 'invalid_grant',
  over_request_rate_limit: 'temporarily_unavailable',
  request_timeout: 'temporarily_unavailable',
  oauth_dynamic_client_registration_disabled: 'access_denied',
};

const OAUTH: ReadonlySet<string | undefined> = new Set([
  'access_denied',
  'authorization_pending',
  'expired_token',
  'invalid_client',
  'invalid_client_metadata',
  'invalid_grant',
  'invalid_redirect_uri',
  'invalid_request',
  'invalid_scope',
  'invalid_target',
  'slow_down',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
]);

/** Returns the OAuth error that corresponds to one of our errors. */
export function oauthErrorCode({ code, status }: { code: string | undefined; status: number }): string {
  if (OAUTH.has(code)) return code as string;
  const known = code === undefined ? undefined : ERRORS[code];
  if (known !== undefined) return known;
  if (status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'access_denied';
}

/** Default of Retry-After in seconds. */
const RETRY_AFTER_S = '1';

/**
 * Returns the response for an error. `basic` is true if the client used HTTP Basic; a 401 then names that scheme.
 * `registration` is true at the registration endpoint, which has its own error code for invalid metadata (RFC 7591,
 * 3.2.2).
 */
export function oauthErrorResponse(refusal: ApiError, o: { basic: boolean; registration?: boolean }): HttpResponse {
  const error = oauthErrorCode(refusal);
  const shown = o.registration && error === 'invalid_request' ? 'invalid_client_metadata' : error;
  const retry: Record<string, string> =
    refusal.status === 429 || refusal.status === 503 ? { 'Retry-After': RETRY_AFTER_S } : {};
  return oauthJsonResponse(
    refusal.status,
    { error: shown, error_description: refusal.msg },
    {
      'x-sb-error-code': refusal.code || 'unexpected_failure',
      ...retry,
      ...(refusal.status === 401 && o.basic ? { 'WWW-Authenticate': 'Basic realm="oauth"' } : {}),
      ...refusal.headers,
    },
  );
}
