// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { AddRouteBodyRouteInput, GetRoutesRoutesItem, GetRoutesVersion, StageRoutesBodyRoutesItemRouteInput } from './shared.ts';

/** Arguments of getRoutes. */
export interface GetRoutesRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Version id: string in the query. */
  versionId?: string | undefined;
  /** Q: string in the query. */
  q?: string | undefined;
  /** Filter: one of `rewrite`, `redirect`, `set_status`, `transform` in the query. */
  filter?: 'rewrite' | 'redirect' | 'set_status' | 'transform' | undefined;
  /** Diff: true or false or one of `only` in the query. */
  diff?: boolean | 'only' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getRoutes answers. */
export type GetRoutesResponseBody = { diffCount: number; routes: GetRoutesRoutesItem[]; version: GetRoutesVersion } | { limit: { currentRoutes: number; maxRoutes: number }; routes: GetRoutesRoutesItem[]; version: GetRoutesVersion } | { routes: GetRoutesRoutesItem[]; version: GetRoutesVersion } | Record<string, unknown>;

export type StageRoutesRequestBody = { overwrite?: boolean | undefined; routes?: ({ id: string; name: string; description?: string | undefined; enabled?: boolean | undefined; route: StageRoutesBodyRoutesItemRouteInput })[] | undefined };
/** Arguments of stageRoutes. */
export interface StageRoutesRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: StageRoutesRequestBody | undefined;
}
/** What stageRoutes answers. */
export type StageRoutesResponseBody = { version: GetRoutesVersion };

export type AddRouteRequestBody = { route: AddRouteBodyRouteInput; position?: { placement?: 'start' | 'end' | 'after' | 'before' | undefined; referenceId?: string | undefined } | undefined };
/** Arguments of addRoute. */
export interface AddRouteRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: AddRouteRequestBody | undefined;
}
/** What addRoute answers. */
export type AddRouteResponseBody = { route: GetRoutesRoutesItem; version: GetRoutesVersion };

export type DeleteRoutesRequestBody = { routeIds: string[] };
/** Arguments of deleteRoutes. */
export interface DeleteRoutesRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: DeleteRoutesRequestBody | undefined;
}
/** What deleteRoutes answers. */
export type DeleteRoutesResponseBody = { deletedCount: number; version: GetRoutesVersion };

export type EditRouteRequestBody = { route?: AddRouteBodyRouteInput | undefined; restore?: boolean | undefined };
/** Arguments of editRoute. */
export interface EditRouteRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Route id: string in the path. */
  routeId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: EditRouteRequestBody | undefined;
}
/** What editRoute answers. */
export type EditRouteResponseBody = { route?: GetRoutesRoutesItem; version: GetRoutesVersion };

export type GenerateRouteRequestBody = { prompt: string; currentRoute?: { name?: string | undefined; description?: string | undefined; pathCondition: { value?: string | undefined; syntax?: string | undefined }; conditions?: ({ field?: string | undefined; operator?: string | undefined; key?: string | undefined; value?: string | undefined; missing?: boolean | undefined })[] | undefined; actions: ({ type?: string | undefined; subType?: string | undefined; dest?: string | undefined; status?: number | undefined; headers?: ({ key?: string | undefined; value?: string | undefined; op?: string | undefined })[] | undefined })[] } | undefined };
/** Arguments of generateRoute. */
export interface GenerateRouteRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: GenerateRouteRequestBody | undefined;
}
/** What generateRoute answers. */
export type GenerateRouteResponseBody = { error?: string; route?: { actions: ({ dest?: string; headers?: ({ key: string; op: 'append' | 'delete' | 'set' | OpenString; value?: string })[]; status?: number; subType?: 'response-headers' | 'transform-request-header' | 'transform-request-query' | OpenString; type: 'modify' | 'redirect' | 'rewrite' | 'set-status' | OpenString })[]; conditions?: ({ field: 'cookie' | 'header' | 'host' | 'query' | OpenString; key?: string; missing: boolean; operator: 'contains' | 'eq' | 'exists' | 're' | OpenString; value?: string })[]; description: string; name: string; pathCondition: { syntax: 'equals' | 'path-to-regexp' | 'regex' | OpenString; value: string } } };

/** Arguments of getRouteVersions. */
export interface GetRouteVersionsRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getRouteVersions answers. */
export type GetRouteVersionsResponseBody = { versions: GetRoutesVersion[] };

export type UpdateRouteVersionsRequestBody = { id: string; action: 'promote' | 'restore' | 'discard' };
/** Arguments of updateRouteVersions. */
export interface UpdateRouteVersionsRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateRouteVersionsRequestBody | undefined;
}
/** What updateRouteVersions answers. */
export type UpdateRouteVersionsResponseBody = { version: GetRoutesVersion };
