// Names that the rows of the route table use.
import type { GatewayError } from '../http/errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Required authentication: none, a user's token, or a token with an administrator, support or auditor role. */
export type RequiredAuth = 'none' | 'user' | 'admin';

/** Names of the rate limits per client. Each has its own buckets. */
export type LimiterName =
  | 'token'
  | 'authorize'
  | 'verify'
  | 'sign_up'
  | 'anonymous'
  | 'otp'
  | 'magiclink'
  | 'recover'
  | 'resend'
  | 'user'
  | 'export'
  | 'passkey_options'
  | 'passkey_verify'
  | 'factor_challenge'
  | 'factor_verify'
  | 'web3'
  | 'oauth_token'
  | 'oauth_register'
  | 'sso'
  | 'saml_assertion'
  | 'scim';

/** Check of a plain row. The checks run before the body is validated, in the order of the row. */
export type Guard = 'captcha' | `limit.${LimiterName}`;

/**
 * Kind of a response. `json`: as returned by SQL. `user`: a user in the wire format. `session`: a session with its
 * tokens. `page`: a page of a list. `tagged`: with an ETag. `no_content`: 204.
 */
export type ResponseKind = 'json' | 'user' | 'session' | 'page' | 'tagged' | 'no_content';

/** Settings that turn a feature on, and the error while all of them are off. */
export interface FeatureSwitch {
  readonly settings: readonly (
    | 'security_manual_linking_enabled'
    | 'security_account_merging_enabled'
    | 'passkey_enabled'
    | 'custom_oauth_enabled'
    | 'oauth_server_enabled'
    | 'saml_enabled'
    | 'scim_enabled'
    | 'external_web3_ethereum_enabled'
    | 'external_web3_solana_enabled'
  )[];
  readonly refuse: GatewayError;
}
