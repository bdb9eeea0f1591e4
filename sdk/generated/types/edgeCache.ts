// Generated from sdk/catalogue by sdk/generator; edits are overwritten.

export type InvalidateByTagsRequestBody = { tags: string[] | string; target?: 'production' | 'preview' | undefined };
/** Arguments of invalidateByTags. */
export interface InvalidateByTagsRequest {
  /** Project id or name: string in the query. */
  projectIdOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: InvalidateByTagsRequestBody | undefined;
}
/** What invalidateByTags answers. */
export type InvalidateByTagsResponseBody = void;

export type DangerouslyDeleteByTagsRequestBody = { revalidationDeadlineSeconds?: number | undefined; tags: string[] | string; target?: 'production' | 'preview' | undefined };
/** Arguments of dangerouslyDeleteByTags. */
export interface DangerouslyDeleteByTagsRequest {
  /** Project id or name: string in the query. */
  projectIdOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: DangerouslyDeleteByTagsRequestBody | undefined;
}
/** What dangerouslyDeleteByTags answers. */
export type DangerouslyDeleteByTagsResponseBody = void;

export type InvalidateBySrcImagesRequestBody = { srcImages: string[] };
/** Arguments of invalidateBySrcImages. */
export interface InvalidateBySrcImagesRequest {
  /** Project id or name: string in the query. */
  projectIdOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: InvalidateBySrcImagesRequestBody | undefined;
}
/** What invalidateBySrcImages answers. */
export type InvalidateBySrcImagesResponseBody = void;

export type DangerouslyDeleteBySrcImagesRequestBody = { revalidationDeadlineSeconds?: number | undefined; srcImages: string[] };
/** Arguments of dangerouslyDeleteBySrcImages. */
export interface DangerouslyDeleteBySrcImagesRequest {
  /** Project id or name: string in the query. */
  projectIdOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: DangerouslyDeleteBySrcImagesRequestBody | undefined;
}
/** What dangerouslyDeleteBySrcImages answers. */
export type DangerouslyDeleteBySrcImagesResponseBody = void;
