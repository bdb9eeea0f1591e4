// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { JsonValue, OpenString, UploadBody } from '../../runtime/values.ts';
import type { FileTree, GetDeployment, GetDeployment3, GetDeploymentAttribution, GetDeploymentChecks, GetDeploymentCreator, GetDeploymentCustomEnvironment, GetDeploymentEventsItem2, GetDeploymentEventsItem22, GetDeploymentEventsItem32AliasError, GetDeploymentEventsItem32AliasWarning, GetDeploymentGitSource, GetDeploymentManualProvisioning, GetDeploymentNodeVersion, GetDeploymentOidcTokenClaims, GetDeploymentPlatform, GetDeploymentProject, GetDeploymentProjectSettingsFramework, GetDeploymentProjectSettingsSpeedInsights, GetDeploymentProjectSettingsWebAnalytics, GetDeploymentReadyState, GetDeploymentSeatBlock, GetDeploymentSource, GetDeploymentTeam, GetDeploymentsDeploymentsItemProjectSettingsGitComments, GetDeploymentsDeploymentsItemReadyState, ListAliasesPagination } from './shared.ts';

/** Arguments of getDeploymentEvents. */
export interface GetDeploymentEventsRequest {
  /** Id or url: string in the path. */
  idOrUrl: string;
  /** Direction: one of `backward`, `forward` in the query. Default: forward. */
  direction?: 'backward' | 'forward' | undefined;
  /** Follow: number in the query. */
  follow?: number | undefined;
  /** Limit: number in the query. */
  limit?: number | undefined;
  /** Name: string in the query. */
  name?: string | undefined;
  /** Since: number in the query. */
  since?: number | undefined;
  /** Until: number in the query. */
  until?: number | undefined;
  /** Status code: number or string in the query. */
  statusCode?: number | string | undefined;
  /** Delimiter: number in the query. */
  delimiter?: number | undefined;
  /** Builds: number in the query. */
  builds?: number | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDeploymentEvents answers. */
export type GetDeploymentEventsResponseBody = (GetDeploymentEventsItem2 | GetDeploymentEventsItem22 | GetDeploymentEventsItem2 | { date: number; deploymentId: string; type: 'alias-assigned' | OpenString; alias: string[]; aliasError: GetDeploymentEventsItem32AliasError; aliasWarning: GetDeploymentEventsItem32AliasWarning } | GetDeploymentEventsItem22 | null)[];
export type GetDeploymentEventsItem = NonNullable<GetDeploymentEventsResponseBody>[number];

export type UpdateIntegrationDeploymentActionRequestBody = { status?: 'running' | 'succeeded' | 'failed' | undefined; statusText?: string | undefined; statusUrl?: string | undefined; outcomes?: { kind: string; secrets: { name: string; value: string }[] }[] | undefined };
/** Arguments of updateIntegrationDeploymentAction. */
export interface UpdateIntegrationDeploymentActionRequest {
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
  /** Action: string in the path. */
  action: string;
  /** The request's body. */
  requestBody?: UpdateIntegrationDeploymentActionRequestBody | undefined;
}
/** What updateIntegrationDeploymentAction answers. */
export type UpdateIntegrationDeploymentActionResponseBody = void;

/** Arguments of getDeployment. */
export interface GetDeploymentRequest {
  /** Id or url: string in the path. */
  idOrUrl: string;
  /** With git repo info: string in the query. */
  withGitRepoInfo?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDeployment answers. */
export type GetDeploymentResponseBody = GetDeployment | { alias?: string[]; aliasAssigned: boolean; aliasError?: GetDeploymentEventsItem32AliasError; aliasFinal?: string | null; aliasWarning?: GetDeploymentEventsItem32AliasWarning; autoAssignCustomDomains?: boolean; automaticAliases?: string[]; bootedAt: number; buildContainerFinishedAt?: number; buildErrorAt?: number; buildingAt: number; buildSkipped: boolean; canceledAt?: number; checksConclusion?: 'canceled' | 'failed' | 'skipped' | 'succeeded' | OpenString; checksState?: 'completed' | 'registered' | 'running' | OpenString; createdAt: number; creator: GetDeploymentCreator; customEnvironment?: GetDeploymentCustomEnvironment | { id: string }; defaultRoute?: string; deletedAt?: number | null; errorCode?: string; errorLink?: string; errorMessage?: string | null; errorStep?: string; gitSource?: GetDeploymentGitSource; id: string; initReadyAt?: number; isFirstBranchDeployment?: boolean; lambdas?: ({ createdAt?: number; entrypoint?: string | null; id: string; readyState?: 'BUILDING' | 'ERROR' | 'INITIALIZING' | 'READY' | OpenString; readyStateAt?: number; output: { functionName: string; path: string }[] })[]; manualProvisioning?: GetDeploymentManualProvisioning; meta: { [key: string]: string }; name: string; nodeVersion?: GetDeploymentNodeVersion; oidcTokenClaims?: GetDeploymentOidcTokenClaims; oomReport?: 'out-of-memory' | OpenString; originCacheRegion?: string; passiveRegions?: string[]; prebuilt?: boolean; previewCommentsEnabled?: boolean; project?: GetDeploymentProject; public: boolean; ready?: number; readyState: GetDeploymentReadyState; readyStateReason?: string; readySubstate?: 'PROMOTED' | 'ROLLING' | 'STAGED' | OpenString; regions: string[]; softDeletedByRetention?: boolean; source?: GetDeploymentSource; status: GetDeploymentReadyState; target?: 'production' | 'staging' | null | OpenString; team?: GetDeploymentTeam; ttyBuildLogs?: boolean; type: 'LAMBDAS' | OpenString; undeletedAt?: number; url: string; userAliases?: string[]; userConfiguredDeploymentId?: string; version: number } | GetDeployment3;

export type CreateDeploymentRequestBody = { buildMachine?: 'turbo' | undefined; customEnvironmentSlugOrId?: string | undefined; deploymentId?: string | undefined; files?: ({ data: string; encoding?: 'base64' | 'utf-8' | undefined; file: string } | { file: string; sha?: string | undefined; size?: number | undefined })[] | undefined; gitAccessToken?: string | undefined; gitMetadata?: { remoteUrl?: string | undefined; commitAuthorName?: string | undefined; commitAuthorEmail?: string | undefined; commitMessage?: string | undefined; commitRef?: string | undefined; commitSha?: string | undefined; dirty?: boolean | undefined; ci?: boolean | undefined; ciType?: string | undefined; ciGitProviderUsername?: string | undefined; ciGitRepoVisibility?: string | undefined; rootDirectory?: string | undefined } | undefined; gitSource?: { org: string; ref: string; repo: string; sha?: string | undefined; type: 'github' } | { org: string; ref: string; repo: string; sha?: string | undefined; type: 'github-limited' } | { owner: string; ref: string; sha?: string | undefined; slug: string; type: 'bitbucket' } | { ref: string; repoId: number | string; sha?: string | undefined; type: 'github' } | { ref: string; repoId: number | string; sha?: string | undefined; type: 'github-limited' } | { projectId: number | string; ref: string; sha?: string | undefined; type: 'gitlab' } | { ref: string; repoUuid: string; sha?: string | undefined; type: 'bitbucket'; workspaceUuid?: string | undefined } | { owner?: string | undefined; ref: string; repo?: string | undefined; repoId: string; sha?: string | undefined; type: 'cursor-origin' } | { type: 'vercel'; sha: string } | undefined; meta?: { [key: string]: string } | undefined; monorepoManager?: string | null | undefined; name: string; project?: string | undefined; projectSettings?: { buildCommand?: string | null | undefined; commandForIgnoringBuildStep?: string | null | undefined; devCommand?: string | null | undefined; framework?: 'services' | 'container' | 'blitzjs' | 'nextjs' | 'gatsby' | 'remix' | 'react-router' | 'astro' | 'hexo' | 'eleventy' | 'docusaurus-2' | 'docusaurus' | 'preact' | 'solidstart-1' | 'solidstart' | 'dojo' | 'ember' | 'vue' | 'scully' | 'ionic-angular' | 'angular' | 'polymer' | 'svelte' | 'sveltekit' | 'sveltekit-1' | 'ionic-react' | 'create-react-app' | 'gridsome' | 'umijs' | 'sapper' | 'saber' | 'stencil' | 'nuxtjs' | 'redwoodjs' | 'hugo' | 'jekyll' | 'brunch' | 'middleman' | 'zola' | 'hydrogen' | 'vite' | 'tanstack-start' | 'tanstack-start-lovable' | 'vitepress' | 'vuepress' | 'parcel' | 'fastapi' | 'flask' | 'fasthtml' | 'django' | 'ash' | 'factory-eve' | 'eve' | 'sanity' | 'sanity-v2' | 'storybook' | 'nitro' | 'hono' | 'express' | 'h3' | 'koa' | 'nestjs' | 'elysia' | 'fastify' | 'xmcp' | 'python' | 'ruby' | 'rust' | 'axum' | 'actix-web' | 'bun' | 'node' | 'go' | 'mastra' | null | undefined; installCommand?: string | null | undefined; nodeVersion?: '24.x' | '22.x' | '20.x' | '18.x' | '16.x' | '14.x' | '12.x' | '10.x' | '8.10.x' | undefined; outputDirectory?: string | null | undefined; rootDirectory?: string | null | undefined; serverlessFunctionRegion?: string | null | undefined; /** @deprecated */ skipGitConnectDuringLink?: boolean | undefined; sourceFilesOutsideRootDirectory?: boolean | undefined } | undefined; target?: string | undefined; withLatestCommit?: boolean | undefined };
/** Arguments of createDeployment. */
export interface CreateDeploymentRequest {
  /** Force new: one of `0`, `1` in the query. */
  forceNew?: '0' | '1' | undefined;
  /** Skip auto detection confirmation: one of `0`, `1` in the query. */
  skipAutoDetectionConfirmation?: '0' | '1' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: CreateDeploymentRequestBody;
}
/** What createDeployment answers. */
export type CreateDeploymentResponseBody = GetDeployment | GetDeployment3;

/** Arguments of cancelDeployment. */
export interface CancelDeploymentRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What cancelDeployment answers. */
export type CancelDeploymentResponseBody = GetDeployment;

/** Arguments of uploadFile. */
export interface UploadFileRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** Content length: number as header Content-Length. */
  contentLength?: number | undefined;
  /** X vercel digest: string as header x-vercel-digest. */
  xVercelDigest?: string | undefined;
  /** X now digest: string as header x-now-digest. */
  xNowDigest?: string | undefined;
  /** X now size: number as header x-now-size. */
  xNowSize?: number | undefined;
  /** The request's body. */
  requestBody?: UploadBody | undefined;
}
/** What uploadFile answers. */
export type UploadFileResponseBody = { urls: string[] } | Record<string, unknown>;

/** Arguments of listDeploymentFiles. */
export interface ListDeploymentFilesRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listDeploymentFiles answers. */
export type ListDeploymentFilesResponseBody = FileTree[];

/** Arguments of getDeploymentFileContents. */
export interface GetDeploymentFileContentsRequest {
  /** Id: string in the path. */
  id: string;
  /** File id: string in the path. */
  fileId: string;
  /** Path: string in the query. */
  path?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
export type GetDeploymentFileContentsResponseBody = ReadableStream<Uint8Array> | JsonValue;

/** Arguments of getDeployments. */
export interface GetDeploymentsRequest {
  /** App: string in the query. */
  app?: string | undefined;
  /** From: number in the query. */
  from?: number | undefined;
  /** Limit: number in the query. */
  limit?: number | undefined;
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Project ids: list of strings in the query. */
  projectIds?: string[] | undefined;
  /** Target: string in the query. */
  target?: string | undefined;
  /** To: number in the query. */
  to?: number | undefined;
  /** Users: string in the query. */
  users?: string | undefined;
  /** Since: number in the query. */
  since?: number | undefined;
  /** Until: number in the query. */
  until?: number | undefined;
  /** State: string in the query. */
  state?: string | undefined;
  /** Rollback candidate: true or false in the query. */
  rollbackCandidate?: boolean | undefined;
  /** Branch: string in the query. */
  branch?: string | undefined;
  /** Sha: string in the query. */
  sha?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDeployments answers. */
export type GetDeploymentsResponseBody = { deployments: ({ aliasAssigned?: number | boolean | null; aliasError?: GetDeploymentEventsItem32AliasError; attribution?: GetDeploymentAttribution; buildingAt?: number; checks?: GetDeploymentChecks; checksConclusion?: 'canceled' | 'failed' | 'skipped' | 'succeeded' | OpenString; checksState?: 'completed' | 'registered' | 'running' | OpenString; connectBuildsEnabled?: boolean; connectConfigurationId?: string; created: number; createdAt: number; creator: { email?: string; githubLogin?: string; gitlabLogin?: string; type?: 'app' | 'integration' | 'system' | 'user' | OpenString; uid: string; username?: string }; customEnvironment?: { id: string; slug?: string }; defaultRoute?: string; deleted?: number; errorCode?: string; errorMessage?: string | null; expiration?: number; inspectorUrl: string | null; isRollbackCandidate?: boolean | null; manualProvisioning?: GetDeploymentManualProvisioning; meta?: { [key: string]: string }; name: string; oomReport?: 'out-of-memory' | OpenString; passiveConnectConfigurationId?: string; platform?: GetDeploymentPlatform; prebuilt?: boolean; projectId: string; projectSettings?: { buildCommand?: string | null; commandForIgnoringBuildStep?: string | null; createdAt?: number; customerSupportCodeVisibility?: boolean; devCommand?: string | null; framework?: GetDeploymentProjectSettingsFramework; gitComments?: GetDeploymentsDeploymentsItemProjectSettingsGitComments; gitForkProtection?: boolean; gitLFS?: boolean; installCommand?: string | null; nodeVersion?: GetDeploymentNodeVersion; outputDirectory?: string | null; rootDirectory?: string | null; skipGitConnectDuringLink?: boolean; sourceFilesOutsideRootDirectory?: boolean; speedInsights?: GetDeploymentProjectSettingsSpeedInsights; webAnalytics?: GetDeploymentProjectSettingsWebAnalytics }; proposedExpiration?: number; ready?: number; readyState: GetDeploymentsDeploymentsItemReadyState; readySubstate?: 'PROMOTED' | 'ROLLING' | 'STAGED' | OpenString; seatBlock?: GetDeploymentSeatBlock; softDeletedByRetention?: boolean; source?: GetDeploymentSource; state?: GetDeploymentsDeploymentsItemReadyState; target?: 'production' | 'staging' | null | OpenString; type: 'LAMBDAS' | OpenString; uid: string; undeleted?: number; url: string })[]; pagination: ListAliasesPagination };

/** Arguments of deleteDeployment. */
export interface DeleteDeploymentRequest {
  /** Id: string in the path. */
  id: string;
  /** Url: string in the query. */
  url?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteDeployment answers. */
export type DeleteDeploymentResponseBody = { state: 'DELETED' | OpenString; uid: string };
