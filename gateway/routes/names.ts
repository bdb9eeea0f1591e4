// Names that rows of the route table use, and other files with them.
import type { GatewayError } from '../http/errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Permitted callers: anyone, the holder of a user's token, the holder of a token with an administrator's role. */
export type Auth = 'none' | 'user' | 'admin';

/** Limits per client. Each has buckets of its own. */
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
  | 'saml_assertion';

/** Runs before the body is read, in the order of the row. */
export type Guard = 'captcha' | `limit.${LimiterName}`;

/**
 * Form of a response. `json`: as SQL wrote it. `user`: a user in the wire form. `session`: a session with its tokens. `page`:
 * a page of a list. `tagged`: with an ETag. `no_content`: 204.
 */
export type ReplyKind = 'json' | 'user' | 'session' | 'page' | 'tagged' | 'no_content';

/** The error of a feature while all of its settings are off. */
export interface Switch {
  readonly settings: readonly (
    | 'security_manual_linking_enabled'
    | 'security_account_merging_enabled'
    | 'passkey_enabled'
    | 'custom_oauth_enabled'
    | 'oauth_server_enabled'
    | 'saml_enabled'
    | 'external_web3_ethereum_enabled'
    | 'external_web3_solana_enabled'
  )[];
  readonly refuse: GatewayError;
}
