// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { CreateCustomEnvironment } from './shared.ts';

export type CreateCustomEnvironmentRequestBody = { slug?: string | undefined; description?: string | undefined; branchMatcher?: { type: 'equals' | 'startsWith' | 'endsWith'; pattern: string } | undefined; copyEnvVarsFrom?: string | undefined };
/** Arguments of createCustomEnvironment. */
export interface CreateCustomEnvironmentRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateCustomEnvironmentRequestBody | undefined;
}
/** What createCustomEnvironment answers. */
export type CreateCustomEnvironmentResponseBody = CreateCustomEnvironment;

/** Arguments of getV9ProjectsIdOrNameCustomEnvironments. */
export interface GetV9ProjectsIdOrNameCustomEnvironmentsRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Git branch: string in the query. */
  gitBranch?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getV9ProjectsIdOrNameCustomEnvironments answers. */
export type GetV9ProjectsIdOrNameCustomEnvironmentsResponseBody = { accountLimit: { total: number }; environments: CreateCustomEnvironment[] };

/** Arguments of getCustomEnvironment. */
export interface GetCustomEnvironmentRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Environment slug or id: string in the path. */
  environmentSlugOrId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getCustomEnvironment answers. */
export type GetCustomEnvironmentResponseBody = CreateCustomEnvironment;

export type UpdateCustomEnvironmentRequestBody = { slug?: string | undefined; description?: string | undefined; branchMatcher?: { type: 'equals' | 'startsWith' | 'endsWith'; pattern: string } | null | undefined };
/** Arguments of updateCustomEnvironment. */
export interface UpdateCustomEnvironmentRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Environment slug or id: string in the path. */
  environmentSlugOrId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateCustomEnvironmentRequestBody | undefined;
}
/** What updateCustomEnvironment answers. */
export type UpdateCustomEnvironmentResponseBody = CreateCustomEnvironment;

export type RemoveCustomEnvironmentRequestBody = { deleteUnassignedEnvironmentVariables?: boolean | undefined };
/** Arguments of removeCustomEnvironment. */
export interface RemoveCustomEnvironmentRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Environment slug or id: string in the path. */
  environmentSlugOrId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: RemoveCustomEnvironmentRequestBody | undefined;
}
/** What removeCustomEnvironment answers. */
export type RemoveCustomEnvironmentResponseBody = CreateCustomEnvironment;
