// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { DeleteRedirectsBodyInput, GetRedirectsPagination, StageRedirects, StageRedirectsVersion } from './shared.ts';

export type StageRedirectsRequestBody = { projectId: string; teamId: string; overwrite?: boolean | undefined; name?: string | undefined; redirects?: ({ source: string; destination: string; statusCode?: number | string | undefined; permanent?: boolean | undefined; caseSensitive?: boolean | undefined; query?: boolean | undefined; preserveQueryParams?: boolean | undefined })[] | undefined };
/** Arguments of stageRedirects. */
export interface StageRedirectsRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: StageRedirectsRequestBody | undefined;
}
/** What stageRedirects answers. */
export type StageRedirectsResponseBody = StageRedirects;

/** Arguments of getRedirects. */
export interface GetRedirectsRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Version id: string in the query. */
  versionId?: string | undefined;
  /** Q: string in the query. */
  q?: string | undefined;
  /** Diff: true or false or one of `only` in the query. */
  diff?: boolean | 'only' | undefined;
  /** Page: whole number in the query. */
  page?: number | undefined;
  /** Per page: whole number in the query. */
  perPage?: number | undefined;
  /** Sort by: one of `source`, `destination`, `statusCode` in the query. */
  sortBy?: 'source' | 'destination' | 'statusCode' | undefined;
  /** Sort order: one of `asc`, `desc` in the query. */
  sortOrder?: 'asc' | 'desc' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getRedirects answers. */
export type GetRedirectsResponseBody = { pagination: GetRedirectsPagination; redirects: { caseSensitive?: boolean; destination: string; permanent?: boolean; preserveQueryParams?: boolean; query?: boolean; sensitive?: boolean; source: string; statusCode?: number }[]; version: StageRedirectsVersion } | { pagination: GetRedirectsPagination; redirects: { caseSensitive?: boolean; destination: string; permanent?: boolean; preserveQueryParams?: boolean; query?: boolean; sensitive?: boolean; source: string; statusCode?: number }[]; version?: StageRedirectsVersion } | Record<string, unknown>;

export type DeleteRedirectsRequestBody = DeleteRedirectsBodyInput;
/** Arguments of deleteRedirects. */
export interface DeleteRedirectsRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: DeleteRedirectsRequestBody | undefined;
}
/** What deleteRedirects answers. */
export type DeleteRedirectsResponseBody = { alias?: unknown; version: StageRedirectsVersion } | StageRedirects | { alias?: string; version: StageRedirectsVersion };

export type EditRedirectRequestBody = { name?: string | undefined; redirect: { source: string; destination?: string | undefined; statusCode?: number | undefined; permanent?: boolean | undefined; caseSensitive?: boolean | undefined; query?: boolean | undefined; preserveQueryParams?: boolean | undefined }; restore?: boolean | undefined };
/** Arguments of editRedirect. */
export interface EditRedirectRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: EditRedirectRequestBody | undefined;
}
/** What editRedirect answers. */
export type EditRedirectResponseBody = StageRedirects;

export type RestoreRedirectsRequestBody = DeleteRedirectsBodyInput;
/** Arguments of restoreRedirects. */
export interface RestoreRedirectsRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: RestoreRedirectsRequestBody | undefined;
}
/** What restoreRedirects answers. */
export type RestoreRedirectsResponseBody = { failedToRestore: string[]; restored: string[]; version: StageRedirectsVersion };

/** Arguments of getVersions. */
export interface GetVersionsRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getVersions answers. */
export type GetVersionsResponseBody = { versions: StageRedirectsVersion[] };

export type UpdateVersionRequestBody = { id: string; action: 'promote' | 'restore' | 'discard'; name?: string | undefined };
/** Arguments of updateVersion. */
export interface UpdateVersionRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateVersionRequestBody | undefined;
}
/** What updateVersion answers. */
export type UpdateVersionResponseBody = { version: StageRedirectsVersion };
