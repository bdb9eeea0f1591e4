// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { ListAccessGroupMembersPagination, ListKmsIssuersIssuersItem, ListKmsIssuersIssuersItemPoliciesItem, ListKmsIssuersIssuersItemSigningKeysItem } from './shared.ts';

/** Arguments of listKmsIssuers. */
export interface ListKmsIssuersRequest {
  /** Limit: whole number in the query. */
  limit?: number | undefined;
  /** Next: string in the query. */
  next?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listKmsIssuers answers. */
export type ListKmsIssuersResponseBody = { issuers: ListKmsIssuersIssuersItem[]; pagination: ListAccessGroupMembersPagination };

export type CreateKmsIssuerRequestBody = { name: string; algorithm?: 'RS256' | 'RS384' | 'RS512' | 'PS256' | 'PS384' | 'PS512' | 'ES256' | 'ES384' | 'ES512' | undefined; claimsSchema?: Record<string, unknown> | undefined; policy?: { kind: 'project-grant'; teamId: string; projectId: string; environments: string[]; tokenClaims?: Record<string, unknown> | undefined } | { kind: 'connex-grant'; clientId: string; tokenClaims?: Record<string, unknown> | undefined } | undefined; importKey?: string | undefined; importKeyId?: string | undefined };
/** Arguments of createKmsIssuer. */
export interface CreateKmsIssuerRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateKmsIssuerRequestBody | undefined;
}
/** What createKmsIssuer answers. */
export type CreateKmsIssuerResponseBody = ListKmsIssuersIssuersItem;

export type SignKmsMessageRequestBody = { message: string };
/** Arguments of signKmsMessage. */
export interface SignKmsMessageRequest {
  /** Issuer id: string in the path. */
  issuerId: string;
  /** The request's body. */
  requestBody?: SignKmsMessageRequestBody | undefined;
}
/** What signKmsMessage answers. */
export type SignKmsMessageResponseBody = { algorithm: string; keyId: string; signature: string };

export type SignKmsTokenRequestBody = { claims?: Record<string, unknown> | undefined; headers?: Record<string, unknown> | undefined; ttl?: number | null | undefined };
/** Arguments of signKmsToken. */
export interface SignKmsTokenRequest {
  /** Issuer id: string in the path. */
  issuerId: string;
  /** The request's body. */
  requestBody?: SignKmsTokenRequestBody | undefined;
}
/** What signKmsToken answers. */
export type SignKmsTokenResponseBody = { token: string };

export type CreateKmsSigningKeyRequestBody = { activation?: 'automatic' | 'manual' | undefined; revokePreviousAfterHours?: number | undefined; revokePreviousAt?: string | number | undefined; importKey?: string | undefined; importKeyId?: string | undefined };
/** Arguments of createKmsSigningKey. */
export interface CreateKmsSigningKeyRequest {
  /** Issuer id: string in the path. */
  issuerId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateKmsSigningKeyRequestBody | undefined;
}
/** What createKmsSigningKey answers. */
export type CreateKmsSigningKeyResponseBody = ListKmsIssuersIssuersItemSigningKeysItem;

export type ActivateKmsSigningKeyRequestBody = { revokePreviousAfterHours?: number | undefined };
/** Arguments of activateKmsSigningKey. */
export interface ActivateKmsSigningKeyRequest {
  /** Issuer id: string in the path. */
  issuerId: string;
  /** Key id: string in the path. */
  keyId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: ActivateKmsSigningKeyRequestBody | undefined;
}
/** What activateKmsSigningKey answers. */
export type ActivateKmsSigningKeyResponseBody = ListKmsIssuersIssuersItemSigningKeysItem;

/** Arguments of revokeKmsSigningKey. */
export interface RevokeKmsSigningKeyRequest {
  /** Issuer id: string in the path. */
  issuerId: string;
  /** Key id: string in the path. */
  keyId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What revokeKmsSigningKey answers. */
export type RevokeKmsSigningKeyResponseBody = ListKmsIssuersIssuersItem;

/** Arguments of getKmsIssuer. */
export interface GetKmsIssuerRequest {
  /** Issuer id: string in the path. */
  issuerId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getKmsIssuer answers. */
export type GetKmsIssuerResponseBody = ListKmsIssuersIssuersItem;

export type UpdateKmsIssuerRequestBody = { name?: string | undefined; claimsSchema?: Record<string, unknown> | null | undefined };
/** Arguments of updateKmsIssuer. */
export interface UpdateKmsIssuerRequest {
  /** Issuer id: string in the path. */
  issuerId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateKmsIssuerRequestBody | undefined;
}
/** What updateKmsIssuer answers. */
export type UpdateKmsIssuerResponseBody = ListKmsIssuersIssuersItem;

/** Arguments of deleteKmsIssuer. */
export interface DeleteKmsIssuerRequest {
  /** Issuer id: string in the path. */
  issuerId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteKmsIssuer answers. */
export type DeleteKmsIssuerResponseBody = void;

export type CreateKmsIssuerPolicyRequestBody = { kind: 'project-grant'; projectId: string; environments: string[]; tokenClaims?: Record<string, unknown> | undefined };
/** Arguments of createKmsIssuerPolicy. */
export interface CreateKmsIssuerPolicyRequest {
  /** Issuer id: string in the path. */
  issuerId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateKmsIssuerPolicyRequestBody | undefined;
}
/** What createKmsIssuerPolicy answers. */
export type CreateKmsIssuerPolicyResponseBody = ListKmsIssuersIssuersItemPoliciesItem;

export type UpdateKmsIssuerPolicyRequestBody = { environments?: string[] | undefined; tokenClaims?: Record<string, unknown> | null | undefined };
/** Arguments of updateKmsIssuerPolicy. */
export interface UpdateKmsIssuerPolicyRequest {
  /** Issuer id: string in the path. */
  issuerId: string;
  /** Kind: one of `project-grant` in the path. */
  kind: 'project-grant';
  /** Policy key: string in the path. */
  policyKey: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateKmsIssuerPolicyRequestBody | undefined;
}
/** What updateKmsIssuerPolicy answers. */
export type UpdateKmsIssuerPolicyResponseBody = ListKmsIssuersIssuersItemPoliciesItem;

/** Arguments of deleteKmsIssuerPolicy. */
export interface DeleteKmsIssuerPolicyRequest {
  /** Issuer id: string in the path. */
  issuerId: string;
  /** Kind: one of `project-grant`, `connex-grant` in the path. */
  kind: 'project-grant' | 'connex-grant';
  /** Policy key: string in the path. */
  policyKey: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteKmsIssuerPolicy answers. */
export type DeleteKmsIssuerPolicyResponseBody = void;
