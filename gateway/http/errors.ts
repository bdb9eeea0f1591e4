// Errors that the gateway itself returns, and the wire format of all errors.
import type { HttpResponse } from '../server/types.ts';
import { toWireJson } from './json.ts';

/** The date of the error format that clients request with `X-Supabase-Api-Version`. */
const ERROR_FORMAT_DATE = '2024-01-01';

/** Additional members of the error body (such as `weak_password`), response headers, and the name of the error. */
export interface ErrorExtras {
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
  rule?: string | undefined;
}

/** An error of SQL or the gateway with the status, code and text of its response. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly msg: string;
  readonly extra: Record<string, unknown> | undefined;
  readonly headers: Record<string, string> | undefined;
  /** Name of the error in sql/errors.sql or GATEWAY_ERRORS. It is more specific than the code, and not sent. */
  readonly rule: string | undefined;

  constructor(status: number, code: string | undefined, msg: string, more: ErrorExtras = {}) {
    super(msg);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.msg = msg;
    this.extra = more.extra;
    this.headers = more.headers;
    this.rule = more.rule;
  }
}

/**
 * Errors that the gateway creates: status, error code and text (`%s` is filled in), by name. sql/errors.sql lists those
 * of SQL. Some names are in both lists.
 */
export const GATEWAY_ERRORS = {
  bad_json: [400, 'bad_json', 'Could not parse request body as JSON: %s'],
  bad_json_verification: [400, 'bad_json', 'Could not read verification params: %s'],
  request_entity_too_large: [413, 'request_entity_too_large', 'Request body too large (max %s bytes)'],
  request_timeout: [504, 'request_timeout', 'Processing this request timed out, please retry after a moment.'],
  panic: [500, 'unexpected_failure', 'Internal Server Error'],
  unexpected_failure: [500, 'unexpected_failure', 'Unexpected failure, please check server logs for more information'],
  unavailable: [503, 'unexpected_failure', 'Service temporarily unavailable, please retry after a moment.'],
  stopping: [503, 'unexpected_failure', 'This instance is stopping.'],
  hook_failed: [500, 'unexpected_failure', 'Error running hook'],
  hook_timeout: [422, 'hook_timeout', 'Failed to reach hook within maximum time of %s seconds'],
  hook_unreachable: [422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries'],
  hook_answer_too_long: [422, 'hook_payload_over_size_limit', 'Payload size exceeded size limit of %s bytes'],
  hook_answer_no_json: [400, 'hook_payload_invalid_content_type', 'Invalid %s'],
  schema_unfit: [503, 'unexpected_failure', 'The database does not hold a schema that this release serves.'],
  captcha_missing: [400, 'captcha_failed', 'captcha protection: request disallowed (no captcha_token found)'],
  captcha_refused: [400, 'captcha_failed', 'captcha protection: request disallowed (%s)'],
  captcha_unavailable: [500, 'unexpected_failure', 'captcha verification process failed'],
  email_address_invalid: [400, 'email_address_invalid', 'Email address "%s" is invalid'],
  web3_disabled: [422, 'web3_provider_disabled', 'Web3 provider is disabled'],
  web3_chain_disabled: [422, 'web3_provider_disabled', '%s Web3 provider is disabled'],
  web3_chain_unsupported: [400, 'web3_unsupported_chain', 'Unsupported chain'],
  web3_message_short: [400, 'validation_failed', 'message is too short'],
  web3_message_long: [400, 'validation_failed', 'message must not exceed 20KB'],
  web3_message_malformed: [400, 'validation_failed', '%s: %s'],
  web3_signature_not_64: [
    400,
    'validation_failed',
    'signature must be 64 bytes encoded as base64 with or without padding',
  ],
  web3_signature_not_base64: [400, 'validation_failed', 'signature does not contain valid base64 characters'],
  web3_signature_not_65: [
    400,
    'validation_failed',
    'signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string',
  ],
  web3_signature_differs: [400, 'invalid_grant', 'Signature does not match address in message'],
  web3_uri_insecure: [400, 'invalid_grant', 'Signed %s message is using URI which does not use HTTPS'],
  web3_uri_foreign: [
    400,
    'invalid_grant',
    'Signed %s message is using URI which is not allowed on this server, message was signed for another app',
  ],
  web3_domain_foreign: [
    400,
    'invalid_grant',
    'Signed %s message is using a Domain that does not match the one in URI which is not allowed on this server',
  ],
  saml_disabled: [404, 'saml_provider_disabled', 'SAML 2.0 is disabled'],
  saml_relay_state_invalid: [400, 'validation_failed', 'SAML RelayState is not a valid UUID or URL'],
  saml_response_missing: [400, 'validation_failed', 'SAMLResponse is missing'],
  saml_response_base64: [400, 'validation_failed', 'SAMLResponse is not a valid Base64 string'],
  saml_response_xml: [400, 'validation_failed', 'SAMLResponse is not a valid XML SAML assertion'],
  saml_artifact: [400, 'validation_failed', 'SAML Artifact response can only be used with SP initiated flow'],
  saml_assertion_invalid: [400, 'validation_failed', 'SAML Assertion is not valid: %s'],
  saml_metadata_status: [400, 'saml_metadata_fetch_failed', "HTTP %s error fetching SAML Metadata from URL '%s'"],
  saml_metadata_unreachable: [400, 'saml_metadata_fetch_failed', "SAML Metadata could not be fetched from URL '%s'"],
  saml_metadata_utf8: [
    400,
    'validation_failed',
    'SAML Metadata XML contains invalid UTF-8 characters, which are not supported at this time',
  ],
  saml_metadata_xml: [400, 'validation_failed', 'SAML Metadata is not valid XML'],
  saml_metadata_entity: [400, 'validation_failed', 'SAML Metadata does not contain an EntityID'],
  saml_metadata_no_idp: [400, 'validation_failed', 'SAML Metadata does not contain any IDPSSODescriptor'],
  saml_metadata_several: [400, 'validation_failed', 'SAML Metadata contains multiple IDPSSODescriptors'],
  saml_metadata_unusable: [400, 'validation_failed', 'SAML Metadata cannot be used: %s'],
  sso_dns_unavailable: [503, 'unexpected_failure', 'DNS does not answer. Please retry after a moment.'],
  saml_metadata_no_url: [400, 'validation_failed', 'The metadata of this provider were given as XML'],
  manual_linking_disabled: [404, 'manual_linking_disabled', 'Manual linking is disabled'],
  account_merging_disabled: [404, 'feature_disabled', 'Merging of accounts is disabled'],
  merge_token_missing: [400, 'validation_failed', 'access_token of the account to merge is required'],
  passkeys_disabled: [404, 'passkey_disabled', 'Passkeys are disabled'],
  webauthn_config_missing: [400, 'validation_failed', 'WebAuthn config required'],
  webauthn_type_unknown: [400, 'validation_failed', 'WebAuthn type must be create or request'],
  webauthn_response_missing: [400, 'validation_failed', 'credential_response required'],
  webauthn_response_invalid: [400, 'validation_failed', 'Invalid credential_response'],
  credential_refused: [400, 'webauthn_verification_failed', 'Credential verification failed'],
  oauth_server_disabled: [404, 'feature_disabled', 'OAuth server is disabled'],
  scim_disabled: [404, 'feature_disabled', 'SCIM server is disabled'],
  scim_unknown: [404, 'not_found', 'Endpoint or resource does not exist'],
  scim_unsupported: [501, 'scim_unsupported', '%s'],
  scim_filtering: [403, 'scim_unsupported', 'Filtering is not supported on this endpoint'],
  scim_token_missing: [401, 'no_authorization', 'Invalid or missing SCIM token'],
  scim_media_type: [415, 'scim_media_type', 'The body must be application/scim+json or application/json'],
  scim_syntax: [400, 'scim_invalid_syntax', '%s'],
  scim_filter: [400, 'scim_invalid_filter', '%s'],
  scim_path: [400, 'scim_invalid_path', '%s'],
  scim_invalid: [400, 'scim_invalid_value', '%s'],
  scim_mutability: [400, 'scim_mutability', '%s'],
  scim_target: [400, 'scim_no_target', '%s'],
  provider_disabled: [400, 'validation_failed', 'Unsupported provider: provider is not enabled'],
  provider_unknown: [400, 'validation_failed', 'Unsupported provider: Provider %s could not be found'],
  provider_incomplete: [400, 'validation_failed', 'Unsupported provider: %s'],
  provider_unsupported: [400, 'oauth_provider_not_supported', 'Unsupported provider: %s'],
  oauth_state_missing: [400, 'bad_oauth_callback', 'OAuth state parameter missing'],
  oauth_state_invalid: [400, 'bad_oauth_state', 'OAuth state parameter is invalid'],
  oauth_state_unreadable: [400, 'bad_oauth_state', 'OAuth state not found or expired'],
  oauth_code_missing: [400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing'],
  oauth_issuer_differs: [400, 'bad_oauth_callback', 'OAuth callback is of another issuer'],
  code_not_exchanged: [500, 'unexpected_failure', 'Unable to exchange external code: %s'],
  provider_token_refused: [404, 'not_found', 'The provider has ended this access: sign in with it again'],
  provider_token_sealed: [
    503,
    'unexpected_failure',
    'This server cannot read the kept token. Please retry after a moment, or sign in with the provider again.',
  ],
  token_exchange_failed: [500, 'unexpected_failure', 'Unable to retrieve access token'],
  profile_request_failed: [500, 'unexpected_failure', 'Error getting user profile from external provider'],
  id_token_missing: [400, 'invalid request', 'id_token required'],
  id_token_issuer_missing: [400, 'invalid request', 'provider or client_id and issuer required'],
  id_token_linker_missing: [400, 'invalid request', 'Linking requires a valid user access token in Authorization'],
  id_token_issuer_undetected: [400, 'validation_failed', 'Unable to detect issuer in ID token for %s provider'],
  id_token_issuer_foreign: [400, 'validation_failed', 'Detected ID token issuer is not an %s ID token issuer'],
  id_token_issuer_differs: [400, 'validation_failed', 'Provided issuer does not match ID token issuer'],
  id_token_issuer_unknown: [400, 'validation_failed', 'Custom OIDC provider "%s" not allowed'],
  id_token_provider_disabled: [400, 'provider_disabled', 'Provider (issuer "%s") is not enabled'],
  id_token_bad: [400, 'invalid request', 'Bad ID token'],
  id_token_of_nobody: [400, 'invalid request', 'Missing sub claim in id_token'],
  id_token_audience: [400, 'invalid request', 'Unacceptable audience in id_token: [%s]'],
  id_token_nonce_alone: [400, 'invalid request', 'Passed nonce and nonce in id_token should either both exist or not.'],
  id_token_nonce_differs: [400, 'invalid nonce', 'Nonces mismatch'],
  custom_providers_disabled: [404, 'feature_disabled', 'Custom OAuth providers are disabled'],
  custom_providers_off: [400, 'validation_failed', 'Custom OAuth providers are disabled'],
  custom_provider_not_oidc: [400, 'validation_failed', 'Provider "%s" is not an OIDC provider'],
  custom_provider_unreachable: [400, 'validation_failed', 'The URL in %s %s'],
  custom_provider_undiscovered: [400, 'validation_failed', 'OIDC discovery failed: %s'],
  report_unknown: [404, 'not_found', 'There is no such report'],
  report_too_slow: [504, 'request_timeout', 'The report took longer than three seconds'],
  reports_busy: [503, 'reports_busy', 'Too many reports are running. Please retry after a moment.'],
  reports_off: [404, 'feature_disabled', 'Reports need DATABASE_URL_AUDITOR'],
  test_mail_off: [404, 'feature_disabled', 'Test mails need SVC_SMTP_HOST or SVC_SMTP_URLS'],
  webhook_unknown: [404, 'not_found', 'There is no such webhook'],
  hook_unknown: [404, 'not_found', 'There is no such hook'],
  hook_off: [422, 'validation_failed', 'SVC_HOOK_%s_ENABLED is not set'],
  error_unknown: [404, 'not_found', 'There is no such error'],
  not_found: [404, 'not_found', 'No such path'],
  method_not_allowed: [405, 'method_not_allowed', 'Method not allowed'],
  no_authorization: [401, 'no_authorization', 'This endpoint requires a valid Bearer token'],
  bad_jwt: [403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature, %s'],
  missing_sub: [403, 'bad_jwt', 'invalid claim: missing sub claim'],
  sub_not_uuid: [400, 'bad_jwt', 'invalid claim: sub claim must be a UUID'],
  session_id_not_uuid: [403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID'],
  client_token: [403, 'insufficient_scope', 'This route is not open to tokens of OAuth clients'],
  oauth_origin: [400, 'validation_failed', 'unauthorized request origin'],
  oauth_authorization_not_found: [404, 'oauth_authorization_not_found', 'authorization not found'],
  oauth_registration_off: [
    403,
    'oauth_dynamic_client_registration_disabled',
    'Dynamic client registration is not enabled',
  ],
  oauth_device_off: [404, 'feature_disabled', 'The device grant is disabled'],
  oauth_pages_off: [404, 'feature_disabled', 'The app has sign-in pages of its own'],
  oauth_client_unknown: [400, 'oauth_client_not_found', 'invalid client_id'],
  oauth_document_unreachable: [503, 'unexpected_failure', 'The document or the keys of the client cannot be reached'],
  oauth_request_invalid: [400, 'invalid_request', '%s'],
  oauth_logout_invalid: [400, 'validation_failed', '%s'],
  oauth_logout_hint: [400, 'validation_failed', 'id_token_hint must be an ID token of this server'],
  oauth_client_missing: [400, 'invalid_client', 'Invalid client credentials: client_id is required'],
  oauth_client_unauthenticated: [401, 'invalid_client', 'Invalid client credentials'],
  oauth_grant_type: [400, 'unsupported_grant_type', 'Client is not allowed to use grant type: %s'],
  not_admin: [403, 'not_admin', 'User not allowed'],
  validation_failed: [400, 'validation_failed', '%s'],
  audience_not_allowed: [400, 'validation_failed', 'X-JWT-AUD names an audience that is not allowed here'],
  audience_too_long: [400, 'validation_failed', 'X-JWT-AUD cannot be longer than %s bytes'],
  session_tag_unknown: [400, 'validation_failed', 'X-Session-Tag names a tag that is not set here'],
  unsupported_grant_type: [400, 'invalid_credentials', 'unsupported_grant_type'],
  verify_type_missing: [400, 'validation_failed', 'Verify requires a verification type'],
  verify_token_missing: [400, 'validation_failed', 'Verify requires a token or a token hash'],
  verify_type_not_email: [400, 'validation_failed', 'Invalid email verification type'],
  link_expired: [403, 'otp_expired', 'Email link is invalid or has expired'],
  user_not_saved: [500, 'unexpected_failure', 'Database error saving new user'],
  user_not_confirmed: [500, 'unexpected_failure', 'Error confirming user'],
  refresh_token_malformed: [400, 'validation_failed', 'Refresh token is not valid'],
  refresh_token_not_found: [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'],
} as const satisfies Record<string, readonly [status: number, code: string, text: string]>;

export type GatewayError = keyof typeof GATEWAY_ERRORS;

/** Default of the header Retry-After of a 503, in seconds. */
const RETRY_AFTER_S = '1';

/** Error codes whose responses always have the OAuth format (RFC 6749). */
const OAUTH_CODES: ReadonlySet<string> = new Set([
  'invalid request',
  'invalid nonce',
  'invalid_grant',
  'invalid_client',
]);

/** Creates the ApiError of a row of GATEWAY_ERRORS and fills in its `%s` in order. */
export function refuse(name: GatewayError, ...args: readonly (string | number)[]): ApiError {
  const [status, code, text] = GATEWAY_ERRORS[name];
  let next = 0;
  const msg = text.replace(/%s/g, () => String(args[next++] ?? ''));
  return new ApiError(status, code, msg, { rule: name });
}

/** Creates a 503 error with Retry-After. */
export function unavailableError(wait_ms: number, rule: 'unavailable' | 'reports_busy' = 'unavailable'): ApiError {
  const [status, code, text] = GATEWAY_ERRORS[rule];
  return new ApiError(status, code, text, {
    rule,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(wait_ms / 1000))) },
  });
}

/** Creates a 405 error with the Allow header. */
export function methodNotAllowedError(allowed: readonly string[]): ApiError {
  const [status, code, text] = GATEWAY_ERRORS.method_not_allowed;
  return new ApiError(status, code, text, {
    rule: 'method_not_allowed',
    headers: { Allow: allowed.join(', ') },
  });
}

/** Returns true if `X-Supabase-Api-Version` requests the 2024 error format: a valid date from 2024-01-01 on. */
export function wantsErrorFormat2024(apiVersion: string | undefined): boolean {
  if (apiVersion === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(apiVersion)) return false;
  const date = new Date(`${apiVersion}T00:00:00Z`);
  // 2024-02-30 rolls over to March. Such a date is invalid.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(apiVersion) && apiVersion >= ERROR_FORMAT_DATE;
}

/** Returns the response for an error: in the OAuth format for OAUTH_CODES, otherwise in that of the API version. */
export function errorResponse(
  refusal: ApiError,
  request: { api_version: string | undefined; request_id: string | undefined },
): HttpResponse {
  const { status, msg } = refusal;
  if (refusal.code !== undefined && OAUTH_CODES.has(refusal.code)) {
    const body = { error: refusal.code, error_description: msg };
    return { status, headers: { 'Content-Type': 'application/json' }, body: toWireJson(body) };
  }
  const code = refusal.code || (status === 500 ? 'unexpected_failure' : 'unknown');
  const headers: Record<string, string> = { 'Content-Type': 'application/json' };
  if (status === 503) headers['Retry-After'] = RETRY_AFTER_S;
  Object.assign(headers, refusal.headers);
  if (wantsErrorFormat2024(request.api_version)) {
    headers['X-Supabase-Api-Version'] = ERROR_FORMAT_DATE;
    // Omits the header for this code, as supabase/auth does.
    if (code !== 'weak_password') headers['x-sb-error-code'] = code;
    return { status, headers, body: toWireJson({ ...refusal.extra, code, message: msg }) };
  }
  headers['x-sb-error-code'] = code;
  const body: Record<string, unknown> = { ...refusal.extra, code: status, error_code: code, msg };
  if (status >= 500 && request.request_id) body.error_id = request.request_id;
  return { status, headers, body: toWireJson(body) };
}
