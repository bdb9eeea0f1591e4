// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { CreateProjectCheckBodyBlocksInput, CreateProjectCheckBodyRequiresInput, ListCheckRuns, ListCheckRunsRunsItem, ListProjectChecksChecksItem } from './shared.ts';

/** Arguments of listProjectChecks. */
export interface ListProjectChecksRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Blocks: one of `build-start`, `deployment-start`, `deployment-alias`, `deployment-promotion`, `none` in the query. */
  blocks?: 'build-start' | 'deployment-start' | 'deployment-alias' | 'deployment-promotion' | 'none' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listProjectChecks answers. */
export type ListProjectChecksResponseBody = { checks: ListProjectChecksChecksItem[] };

export type CreateProjectCheckRequestBody = { name: string; isRerequestable?: boolean | undefined; requires?: CreateProjectCheckBodyRequiresInput | undefined; targets?: string[] | undefined; blocks?: CreateProjectCheckBodyBlocksInput | undefined; source?: { kind: string; externalCheckName: string; provider: 'github' } | { kind: string; webhookId?: string | undefined } | { kind?: string | undefined; externalResourceId?: string | undefined } | undefined; timeout?: number | undefined };
/** Arguments of createProjectCheck. */
export interface CreateProjectCheckRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateProjectCheckRequestBody | undefined;
}
/** What createProjectCheck answers. */
export type CreateProjectCheckResponseBody = ListProjectChecksChecksItem;

/** Arguments of getProjectCheck. */
export interface GetProjectCheckRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Check id: string in the path. */
  checkId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getProjectCheck answers. */
export type GetProjectCheckResponseBody = ListProjectChecksChecksItem;

export type UpdateProjectCheckRequestBody = { name?: string | undefined; isRerequestable?: boolean | undefined; requires?: CreateProjectCheckBodyRequiresInput | undefined; targets?: string[] | undefined; blocks?: CreateProjectCheckBodyBlocksInput | undefined; timeout?: number | undefined };
/** Arguments of updateProjectCheck. */
export interface UpdateProjectCheckRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Check id: string in the path. */
  checkId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateProjectCheckRequestBody | undefined;
}
/** What updateProjectCheck answers. */
export type UpdateProjectCheckResponseBody = ListProjectChecksChecksItem;

/** Arguments of deleteProjectCheck. */
export interface DeleteProjectCheckRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Check id: string in the path. */
  checkId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteProjectCheck answers. */
export type DeleteProjectCheckResponseBody = { success: true };

/** Arguments of listCheckRuns. */
export interface ListCheckRunsRequest {
  /** Project id or name: string in the path. */
  projectIdOrName: string;
  /** Check id: string in the path. */
  checkId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listCheckRuns answers. */
export type ListCheckRunsResponseBody = ListCheckRuns;

/** Arguments of listDeploymentCheckRuns. */
export interface ListDeploymentCheckRunsRequest {
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listDeploymentCheckRuns answers. */
export type ListDeploymentCheckRunsResponseBody = ListCheckRuns;

export type CreateDeploymentCheckRunRequestBody = { checkId: string };
/** Arguments of createDeploymentCheckRun. */
export interface CreateDeploymentCheckRunRequest {
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateDeploymentCheckRunRequestBody | undefined;
}
/** What createDeploymentCheckRun answers. */
export type CreateDeploymentCheckRunResponseBody = ListCheckRunsRunsItem;

/** Arguments of getDeploymentCheckRun. */
export interface GetDeploymentCheckRunRequest {
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Check run id: string in the path. */
  checkRunId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDeploymentCheckRun answers. */
export type GetDeploymentCheckRunResponseBody = ListCheckRunsRunsItem;

export type UpdateDeploymentCheckRunRequestBody = { externalId?: string | undefined; externalUrl?: string | undefined; status?: 'queued' | 'running' | 'completed' | undefined; output?: Record<string, unknown> | undefined; completedAt?: number | undefined; conclusion?: 'canceled' | 'skipped' | 'timeout' | 'failed' | 'neutral' | 'succeeded' | undefined; conclusionText?: string | undefined };
/** Arguments of updateDeploymentCheckRun. */
export interface UpdateDeploymentCheckRunRequest {
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Check run id: string in the path. */
  checkRunId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateDeploymentCheckRunRequestBody | undefined;
}
/** What updateDeploymentCheckRun answers. */
export type UpdateDeploymentCheckRunResponseBody = ListCheckRunsRunsItem;
