// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { CreateSharedEnvVariableCreatedItem, GetDeploymentCustomEnvironment, ListAliasesPagination } from './shared.ts';

export type CreateSharedEnvVariableRequestBody = { evs: ({ key: string; value: string; comment?: string | undefined })[]; type?: 'encrypted' | 'sensitive' | undefined; target: ('production' | 'preview' | 'development')[]; /** @deprecated */ projectId?: string[] | undefined } | { evs: ({ key: string; value: string; comment?: string | undefined })[]; type?: 'encrypted' | 'sensitive' | undefined; target?: ('production' | 'preview' | 'development')[] | undefined; /** @deprecated */ projectId?: string[] | undefined };
/** Arguments of createSharedEnvVariable. */
export interface CreateSharedEnvVariableRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateSharedEnvVariableRequestBody | undefined;
}
/** What createSharedEnvVariable answers. */
export type CreateSharedEnvVariableResponseBody = { created: CreateSharedEnvVariableCreatedItem[]; failed: ({ error: { action?: string; code: string; envVarId?: string; envVarKey?: string; gitBranch?: string; key?: string; link?: string; message: string; project?: string; target?: ('development' | 'preview' | 'production' | OpenString)[] | 'development' | 'preview' | 'production' | OpenString; value?: string | ('development' | 'preview' | 'production' | OpenString)[] } })[] };

/** Arguments of listSharedEnvVariable. */
export interface ListSharedEnvVariableRequest {
  /** Search: string in the query. */
  search?: string | undefined;
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Ids: string in the query. */
  ids?: string | undefined;
  /** Exclude ids query parameter: string in the query. */
  excludeIdsQueryParameter?: string | undefined;
  /** Exclude ids query parameter1: string in the query. */
  excludeIdsQueryParameter1?: string | undefined;
  /** Exclude project id query parameter: string in the query. */
  excludeProjectIdQueryParameter?: string | undefined;
  /** Exclude project id query parameter1: string in the query. */
  excludeProjectIdQueryParameter1?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listSharedEnvVariable answers. */
export type ListSharedEnvVariableResponseBody = { data: ({ applyToAllCustomEnvironments?: boolean; comment?: string; created: Date; createdAt?: number; createdBy?: string | null; customEnvironmentIds?: string[]; decrypted: boolean; deletedAt?: number; deletedBy?: string | null; id: string; key: string; lastEditedByDisplayName?: string; ownerId?: string | null; projectId?: string[]; securityIssues: ('flags-secret-needs-split' | 'readable-secret' | OpenString)[]; target?: ('development' | 'preview' | 'production' | OpenString)[]; type?: 'encrypted' | 'plain' | 'sensitive' | 'system' | OpenString; updatedAt?: number; updatedBy?: string | null; value?: string })[]; pagination: ListAliasesPagination };

export type UpdateSharedEnvVariableRequestBody = { updates: { [key: string]: { key?: string | undefined; value?: string | undefined; target?: ('production' | 'preview' | 'development')[] | undefined; projectId?: string[] | undefined; projectIdUpdates?: { link?: string[] | undefined; unlink?: string[] | undefined } | undefined; type?: 'encrypted' | 'sensitive' | undefined; comment?: string | undefined } } };
/** Arguments of updateSharedEnvVariable. */
export interface UpdateSharedEnvVariableRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateSharedEnvVariableRequestBody | undefined;
}
/** What updateSharedEnvVariable answers. */
export type UpdateSharedEnvVariableResponseBody = { failed: ({ error: { action?: string; code: string; envVarId?: string; envVarKey?: string; gitBranch?: string; key?: string; link?: string; message: string; project?: string; target?: ('development' | 'preview' | 'production' | OpenString)[] | 'development' | 'preview' | 'production' | OpenString; value?: string | ('development' | 'preview' | 'production' | OpenString)[] } })[]; updated: CreateSharedEnvVariableCreatedItem[] };

export type DeleteSharedEnvVariableRequestBody = { ids: string[] };
/** Arguments of deleteSharedEnvVariable. */
export interface DeleteSharedEnvVariableRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: DeleteSharedEnvVariableRequestBody | undefined;
}
/** What deleteSharedEnvVariable answers. */
export type DeleteSharedEnvVariableResponseBody = { deleted: string[]; failed: ({ error: { action?: string; code: string; envVarId?: string; envVarKey?: string; gitBranch?: string; key?: string; link?: string; message: string; project?: string; target?: ('development' | 'preview' | 'production' | OpenString)[] | 'development' | 'preview' | 'production' | OpenString; value?: string | ('development' | 'preview' | 'production' | OpenString)[] } })[] };

/** Arguments of getSharedEnvVar. */
export interface GetSharedEnvVarRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getSharedEnvVar answers. */
export type GetSharedEnvVarResponseBody = CreateSharedEnvVariableCreatedItem;

/** Arguments of unlinkSharedEnvVariable. */
export interface UnlinkSharedEnvVariableRequest {
  /** Id: string in the path. */
  id: string;
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What unlinkSharedEnvVariable answers. */
export type UnlinkSharedEnvVariableResponseBody = { id: string };

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
export type CreateCustomEnvironmentResponseBody = GetDeploymentCustomEnvironment;

/** Arguments of getProjectsByIdOrNameCustomEnvironments. */
export interface GetProjectsByIdOrNameCustomEnvironmentsRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Git branch: string in the query. */
  gitBranch?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getProjectsByIdOrNameCustomEnvironments answers. */
export type GetProjectsByIdOrNameCustomEnvironmentsResponseBody = { accountLimit: { total: number }; environments: GetDeploymentCustomEnvironment[] };
/** @deprecated */
export type GetV9ProjectsIdOrNameCustomEnvironmentsRequest = GetProjectsByIdOrNameCustomEnvironmentsRequest;
/** @deprecated */
export type GetV9ProjectsIdOrNameCustomEnvironmentsResponseBody = GetProjectsByIdOrNameCustomEnvironmentsResponseBody;

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
export type GetCustomEnvironmentResponseBody = GetDeploymentCustomEnvironment;

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
export type UpdateCustomEnvironmentResponseBody = GetDeploymentCustomEnvironment;

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
export type RemoveCustomEnvironmentResponseBody = GetDeploymentCustomEnvironment;
