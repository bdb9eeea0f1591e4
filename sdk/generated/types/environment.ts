// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { CreateCustomEnvironment } from './shared.ts';

export type CreateCustomEnvironmentRequestBody = { slug?: string; description?: string; branchMatcher?: { type: 'equals' | 'startsWith' | 'endsWith'; pattern: string }; copyEnvVarsFrom?: string };
/** Arguments of createCustomEnvironment. */
export interface CreateCustomEnvironmentRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
  /** The request's body. */
  requestBody?: CreateCustomEnvironmentRequestBody;
}
/** What createCustomEnvironment answers. */
export type CreateCustomEnvironmentResponseBody = CreateCustomEnvironment;

/** Arguments of getV9ProjectsIdOrNameCustomEnvironments. */
export interface GetV9ProjectsIdOrNameCustomEnvironmentsRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Git branch: string in the query. */
  gitBranch?: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
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
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
}
/** What getCustomEnvironment answers. */
export type GetCustomEnvironmentResponseBody = CreateCustomEnvironment;

export type UpdateCustomEnvironmentRequestBody = { slug?: string; description?: string; branchMatcher?: { type: 'equals' | 'startsWith' | 'endsWith'; pattern: string } | null };
/** Arguments of updateCustomEnvironment. */
export interface UpdateCustomEnvironmentRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Environment slug or id: string in the path. */
  environmentSlugOrId: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
  /** The request's body. */
  requestBody?: UpdateCustomEnvironmentRequestBody;
}
/** What updateCustomEnvironment answers. */
export type UpdateCustomEnvironmentResponseBody = CreateCustomEnvironment;

export type RemoveCustomEnvironmentRequestBody = { deleteUnassignedEnvironmentVariables?: boolean };
/** Arguments of removeCustomEnvironment. */
export interface RemoveCustomEnvironmentRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Environment slug or id: string in the path. */
  environmentSlugOrId: string;
  /** Team id: string in the query. */
  teamId?: string;
  /** Slug: string in the query. */
  slug?: string;
  /** The request's body. */
  requestBody?: RemoveCustomEnvironmentRequestBody;
}
/** What removeCustomEnvironment answers. */
export type RemoveCustomEnvironmentResponseBody = CreateCustomEnvironment;
