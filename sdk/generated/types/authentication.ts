// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { ListAliasesPagination, ListAuthTokensTokensItem } from './shared.ts';

/** What listAuthTokens answers. */
export type ListAuthTokensResponseBody = { tokens: ListAuthTokensTokensItem[]; pagination: ListAliasesPagination };

export type CreateAuthTokenRequestBody = { name: string; expiresAt?: number | undefined };
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
export type CreateAuthTokenResponseBody = { token: ListAuthTokensTokensItem; bearerToken: string };

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
