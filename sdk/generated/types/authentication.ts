// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { ListAliasesPagination, ListAuthTokensTokensItem } from './shared.ts';

/** What listAuthTokens answers. */
export type ListAuthTokensResponseBody = { pagination: { count: number; next: string | null; prev: string | null }; tokens: ListAuthTokensTokensItem[] } | { pagination: ListAliasesPagination; tokens: ListAuthTokensTokensItem[] };

export type CreateAuthTokenRequestBody = { name: string; expiresAt?: number | undefined; projectId?: string | undefined };
/** Arguments of createAuthToken. */
export interface CreateAuthTokenRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: CreateAuthTokenRequestBody;
}
/** What createAuthToken answers. */
export type CreateAuthTokenResponseBody = { bearerToken: string; token: ListAuthTokensTokensItem };

/** Arguments of getAuthToken. */
export interface GetAuthTokenRequest {
  /** Token id: string in the path. */
  tokenId: string;
}
/** What getAuthToken answers. */
export type GetAuthTokenResponseBody = { token: ListAuthTokensTokensItem };

/** Arguments of deleteAuthToken. */
export interface DeleteAuthTokenRequest {
  /** Token id: string in the path. */
  tokenId: string;
}
/** What deleteAuthToken answers. */
export type DeleteAuthTokenResponseBody = { tokenId: string };
