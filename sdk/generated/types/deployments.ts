// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { JsonValue, OpenNumber, OpenString, UploadBody } from '../../runtime/values.ts';
import type { CancelDeploymentStatus, CreateDeploymentBodyProjectSettingsFrameworkInput, CreateDeploymentBodyProjectSettingsNodeVersionInput, CreateDeploymentStatus, FileTree, GetDeploymentAliasError, GetDeploymentAliasWarning, GetDeploymentChecks, GetDeploymentConfig, GetDeploymentCreator, GetDeploymentCustomEnvironment, GetDeploymentEventsItemPayloadInfo, GetDeploymentEventsItemType, GetDeploymentFlags, GetDeploymentGitRepo, GetDeploymentGitSource, GetDeploymentImages, GetDeploymentIntegrations, GetDeploymentMicrofrontends, GetDeploymentNodeVersion, GetDeploymentOidcTokenClaims, GetDeploymentProject, GetDeploymentProjectSettings, GetDeploymentProjectSettingsFramework, GetDeploymentProjectSettingsSpeedInsights, GetDeploymentProjectSettingsWebAnalytics, GetDeploymentRoutesItemHasItemValue, GetDeploymentSource, GetDeploymentStatus, GetDeploymentTeam, GetDeploymentsDeploymentsItemProjectSettingsGitComments, GetDeploymentsDeploymentsItemState, ListAliasesPagination } from './shared.ts';

/** Arguments of getDeploymentEvents. */
export interface GetDeploymentEventsRequest {
  /** Id or url: string in the path. */
  idOrUrl: string;
  /** Direction: one of `backward`, `forward` in the query. Default: forward. */
  direction?: 'backward' | 'forward' | undefined;
  /** Follow: one of `0`, `1` in the query. */
  follow?: 0 | 1 | undefined;
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
  /** Delimiter: one of `0`, `1` in the query. */
  delimiter?: 0 | 1 | undefined;
  /** Builds: one of `0`, `1` in the query. */
  builds?: 0 | 1 | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getDeploymentEvents answers. */
export type GetDeploymentEventsResponseBody = ({ type: GetDeploymentEventsItemType; created: number; payload: { deploymentId: string; info?: GetDeploymentEventsItemPayloadInfo; text?: string; id: string; date: number; serial: string; created?: number; statusCode?: number; requestId?: string; proxy?: { timestamp: number; method: string; host: string; path: string; statusCode?: number; userAgent: string[]; referer: string; clientIp?: string; region: string; scheme?: string; responseByteSize?: number; cacheId?: string; pathType?: string; pathTypeVariant?: string; vercelId?: string; vercelCache?: 'MISS' | 'HIT' | 'STALE' | 'BYPASS' | 'PRERENDER' | 'REVALIDATED' | OpenString; lambdaRegion?: string; wafAction?: 'log' | 'challenge' | 'deny' | 'bypass' | 'rate_limit' | OpenString; wafRuleId?: string } } } | { created: number; date: number; deploymentId: string; id: string; info: GetDeploymentEventsItemPayloadInfo; serial: string; text?: string; type: GetDeploymentEventsItemType; level?: 'error' | 'warning' | OpenString } | null)[] | null;
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
export type GetDeploymentResponseBody = { aliasAssignedAt?: number | boolean | null; alwaysRefuseToBuild?: boolean; build: { env: string[] }; buildArtifactUrls?: string[]; builds?: { use: string; src?: string; config?: Record<string, unknown> }[]; env: string[]; inspectorUrl: string | null; isInConcurrentBuildsQueue: boolean; isInSystemBuildsQueue: boolean; projectSettings: GetDeploymentProjectSettings; readyStateReason?: string; integrations?: GetDeploymentIntegrations; images?: GetDeploymentImages; alias?: string[]; aliasAssigned: boolean; bootedAt: number; buildingAt: number; buildContainerFinishedAt?: number; buildSkipped: boolean; creator: GetDeploymentCreator; initReadyAt?: number; isFirstBranchDeployment?: boolean; lambdas?: ({ id: string; createdAt?: number; readyState?: 'BUILDING' | 'ERROR' | 'INITIALIZING' | 'READY' | OpenString; entrypoint?: string | null; readyStateAt?: number; output: { path: string; functionName: string }[] })[]; public: boolean; ready?: number; status: GetDeploymentStatus; team?: GetDeploymentTeam; userAliases?: string[]; previewCommentsEnabled?: boolean; ttyBuildLogs?: boolean; customEnvironment?: GetDeploymentCustomEnvironment; oomReport?: 'out-of-memory' | OpenString; aliasWarning?: GetDeploymentAliasWarning; id: string; createdAt: number; readyState: GetDeploymentStatus; name: string; type: 'LAMBDAS' | OpenString; aliasError?: GetDeploymentAliasError; aliasFinal?: string | null; autoAssignCustomDomains?: boolean; automaticAliases?: string[]; buildErrorAt?: number; checksState?: 'registered' | 'running' | 'completed' | OpenString; checksConclusion?: 'succeeded' | 'failed' | 'skipped' | 'canceled' | OpenString; deletedAt?: number | null; defaultRoute?: string; canceledAt?: number; errorCode?: string; errorLink?: string; errorMessage?: string | null; errorStep?: string; passiveRegions?: string[]; gitSource?: GetDeploymentGitSource; meta: { [key: string]: string }; originCacheRegion?: string; nodeVersion?: GetDeploymentNodeVersion; project?: GetDeploymentProject; readySubstate?: 'STAGED' | 'ROLLING' | 'PROMOTED' | OpenString; regions: string[]; softDeletedByRetention?: boolean; source?: GetDeploymentSource; target?: 'staging' | 'production' | null | OpenString; undeletedAt?: number; url: string; version: 2 | OpenNumber; oidcTokenClaims?: GetDeploymentOidcTokenClaims; projectId: string; plan: 'pro' | 'enterprise' | 'hobby' | OpenString; connectBuildsEnabled?: boolean; connectConfigurationId?: string; createdIn: string; crons?: { schedule: string; path: string }[]; functions?: { [key: string]: { architecture?: 'x86_64' | 'arm64' | OpenString; memory?: number; maxDuration?: number; runtime?: string; includeFiles?: string; excludeFiles?: string; experimentalTriggers?: ({ type: 'queue/v1beta' | OpenString; topic: string; consumer: string; maxDeliveries?: number; retryAfterSeconds?: number; initialDelaySeconds?: number })[]; supportsCancellation?: boolean } } | null; monorepoManager?: string | null; ownerId: string; passiveConnectConfigurationId?: string; routes: ({ src: string; dest?: string; headers?: { [key: string]: string }; methods?: string[]; continue?: boolean; override?: boolean; caseSensitive?: boolean; check?: boolean; important?: boolean; status?: number; has?: ({ type: 'host' | OpenString; value: GetDeploymentRoutesItemHasItemValue } | { type: 'header' | 'cookie' | 'query' | OpenString; key: string; value?: GetDeploymentRoutesItemHasItemValue })[]; missing?: ({ type: 'host' | OpenString; value: GetDeploymentRoutesItemHasItemValue } | { type: 'header' | 'cookie' | 'query' | OpenString; key: string; value?: GetDeploymentRoutesItemHasItemValue })[]; mitigate?: { action: 'challenge' | 'deny' | OpenString }; transforms?: ({ type: 'request.headers' | 'request.query' | 'response.headers' | OpenString; op: 'append' | 'set' | 'delete' | OpenString; target: { key: string | { eq?: string | number; neq?: string; inc?: string[]; ninc?: string[]; pre?: string; suf?: string; gt?: number; gte?: number; lt?: number; lte?: number } }; args?: string | string[] })[]; locale?: { redirect?: { [key: string]: string }; cookie?: string }; middlewarePath?: string; middlewareRawSrc?: string[]; middleware?: number } | { handle: 'error' | 'filesystem' | 'hit' | 'miss' | 'rewrite' | 'resource' | OpenString; src?: string; dest?: string; status?: number } | { src: string; continue: boolean; middleware: 0 | OpenNumber })[] | null; gitRepo?: GetDeploymentGitRepo; flags?: GetDeploymentFlags; microfrontends?: GetDeploymentMicrofrontends; config?: GetDeploymentConfig; checks?: GetDeploymentChecks } | { alias?: string[]; aliasAssigned: boolean; bootedAt: number; buildingAt: number; buildContainerFinishedAt?: number; buildSkipped: boolean; creator: GetDeploymentCreator; initReadyAt?: number; isFirstBranchDeployment?: boolean; lambdas?: ({ id: string; createdAt?: number; readyState?: 'BUILDING' | 'ERROR' | 'INITIALIZING' | 'READY' | OpenString; entrypoint?: string | null; readyStateAt?: number; output: { path: string; functionName: string }[] })[]; public: boolean; ready?: number; status: GetDeploymentStatus; team?: GetDeploymentTeam; userAliases?: string[]; previewCommentsEnabled?: boolean; ttyBuildLogs?: boolean; customEnvironment?: GetDeploymentCustomEnvironment; oomReport?: 'out-of-memory' | OpenString; aliasWarning?: GetDeploymentAliasWarning; id: string; createdAt: number; readyState: GetDeploymentStatus; name: string; type: 'LAMBDAS' | OpenString; aliasError?: GetDeploymentAliasError; aliasFinal?: string | null; autoAssignCustomDomains?: boolean; automaticAliases?: string[]; buildErrorAt?: number; checksState?: 'registered' | 'running' | 'completed' | OpenString; checksConclusion?: 'succeeded' | 'failed' | 'skipped' | 'canceled' | OpenString; deletedAt?: number | null; defaultRoute?: string; canceledAt?: number; errorCode?: string; errorLink?: string; errorMessage?: string | null; errorStep?: string; passiveRegions?: string[]; gitSource?: GetDeploymentGitSource; meta: { [key: string]: string }; originCacheRegion?: string; nodeVersion?: GetDeploymentNodeVersion; project?: GetDeploymentProject; readySubstate?: 'STAGED' | 'ROLLING' | 'PROMOTED' | OpenString; regions: string[]; softDeletedByRetention?: boolean; source?: GetDeploymentSource; target?: 'staging' | 'production' | null | OpenString; undeletedAt?: number; url: string; version: 2 | OpenNumber; oidcTokenClaims?: GetDeploymentOidcTokenClaims };

export type CreateDeploymentRequestBody = { customEnvironmentSlugOrId?: string | undefined; deploymentId?: string | undefined; files?: ({ data: string; encoding?: 'base64' | 'utf-8' | undefined; file: string } | { file: string; sha?: string | undefined; size?: number | undefined })[] | undefined; gitMetadata?: { remoteUrl?: string | undefined; commitAuthorName?: string | undefined; commitAuthorEmail?: string | undefined; commitMessage?: string | undefined; commitRef?: string | undefined; commitSha?: string | undefined; dirty?: boolean | undefined; ci?: boolean | undefined; ciType?: string | undefined; ciGitProviderUsername?: string | undefined; ciGitRepoVisibility?: string | undefined } | undefined; gitSource?: { ref: string; repoId: number | string; sha?: string | undefined; type: 'github' } | { org: string; ref: string; repo: string; sha?: string | undefined; type: 'github' } | { ref: string; repoId: number | string; sha?: string | undefined; type: 'github-limited' } | { org: string; ref: string; repo: string; sha?: string | undefined; type: 'github-limited' } | { projectId: number | string; ref: string; sha?: string | undefined; type: 'gitlab' } | { ref: string; repoUuid: string; sha?: string | undefined; type: 'bitbucket'; workspaceUuid?: string | undefined } | { owner: string; ref: string; sha?: string | undefined; slug: string; type: 'bitbucket' } | undefined; meta?: { [key: string]: string } | undefined; monorepoManager?: string | null | undefined; name: string; project?: string | undefined; projectSettings?: { buildCommand?: string | null | undefined; commandForIgnoringBuildStep?: string | null | undefined; devCommand?: string | null | undefined; framework?: CreateDeploymentBodyProjectSettingsFrameworkInput | undefined; installCommand?: string | null | undefined; nodeVersion?: CreateDeploymentBodyProjectSettingsNodeVersionInput | undefined; outputDirectory?: string | null | undefined; rootDirectory?: string | null | undefined; serverlessFunctionRegion?: string | null | undefined; /** @deprecated */ skipGitConnectDuringLink?: boolean | undefined; sourceFilesOutsideRootDirectory?: boolean | undefined } | undefined; target?: string | undefined; withLatestCommit?: boolean | undefined };
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
export type CreateDeploymentResponseBody = { aliasAssignedAt?: number | boolean | null; alwaysRefuseToBuild?: boolean; build: { env: string[] }; buildArtifactUrls?: string[]; builds?: { use: string; src?: string; config?: Record<string, unknown> }[]; env: string[]; inspectorUrl: string | null; isInConcurrentBuildsQueue: boolean; isInSystemBuildsQueue: boolean; projectSettings: { buildCommand?: string | null; commandForIgnoringBuildStep?: string | null; devCommand?: string | null; framework?: GetDeploymentProjectSettingsFramework; installCommand?: string | null; outputDirectory?: string | null; speedInsights?: GetDeploymentProjectSettingsSpeedInsights; webAnalytics?: GetDeploymentProjectSettingsWebAnalytics }; readyStateReason?: string; integrations?: GetDeploymentIntegrations; images?: GetDeploymentImages; alias?: string[]; aliasAssigned: boolean; bootedAt: number; buildingAt: number; buildContainerFinishedAt?: number; buildSkipped: boolean; creator: GetDeploymentCreator; initReadyAt?: number; isFirstBranchDeployment?: boolean; lambdas?: ({ id: string; createdAt?: number; readyState?: 'BUILDING' | 'ERROR' | 'INITIALIZING' | 'READY' | OpenString; entrypoint?: string | null; readyStateAt?: number; output: { path: string; functionName: string }[] })[]; public: boolean; ready?: number; status: CreateDeploymentStatus; team?: GetDeploymentTeam; userAliases?: string[]; previewCommentsEnabled?: boolean; ttyBuildLogs?: boolean; customEnvironment?: GetDeploymentCustomEnvironment; oomReport?: 'out-of-memory' | OpenString; id: string; name: string; createdAt: number; type: 'LAMBDAS' | OpenString; autoAssignCustomDomains?: boolean; gitSource?: GetDeploymentGitSource; meta: { [key: string]: string }; project?: GetDeploymentProject; nodeVersion?: GetDeploymentNodeVersion; readyState: CreateDeploymentStatus; source?: 'cli' | 'git' | 'import' | 'import/repo' | 'clone/repo' | 'api-trigger-git-deploy' | 'redeploy' | 'v0-web' | OpenString; target?: 'production' | 'staging' | null | OpenString; errorMessage?: string | null; deletedAt?: number | null; passiveRegions?: string[]; regions: string[]; version: 2 | OpenNumber; aliasError?: GetDeploymentAliasError; aliasFinal?: string | null; aliasWarning?: GetDeploymentAliasWarning; automaticAliases?: string[]; buildErrorAt?: number; canceledAt?: number; checksConclusion?: 'succeeded' | 'failed' | 'skipped' | 'canceled' | OpenString; checksState?: 'registered' | 'running' | 'completed' | OpenString; defaultRoute?: string; errorCode?: string; errorLink?: string; errorStep?: string; originCacheRegion?: string; oidcTokenClaims?: GetDeploymentOidcTokenClaims; readySubstate?: 'STAGED' | 'ROLLING' | 'PROMOTED' | OpenString; softDeletedByRetention?: boolean; undeletedAt?: number; url: string; projectId: string; monorepoManager?: string | null; ownerId: string; plan: 'hobby' | 'pro' | 'enterprise' | OpenString; config?: GetDeploymentConfig; functions?: { [key: string]: { architecture?: 'x86_64' | 'arm64' | OpenString; memory?: number; maxDuration?: number; runtime?: string; includeFiles?: string; excludeFiles?: string; experimentalTriggers?: ({ type: 'queue/v1beta' | OpenString; topic: string; consumer: string; maxDeliveries?: number; retryAfterSeconds?: number; initialDelaySeconds?: number })[]; supportsCancellation?: boolean } } | null; routes: ({ src: string; dest?: string; headers?: { [key: string]: string }; methods?: string[]; continue?: boolean; override?: boolean; caseSensitive?: boolean; check?: boolean; important?: boolean; status?: number; has?: ({ type: 'host' | OpenString; value: GetDeploymentRoutesItemHasItemValue } | { type: 'header' | 'cookie' | 'query' | OpenString; key: string; value?: GetDeploymentRoutesItemHasItemValue })[]; missing?: ({ type: 'host' | OpenString; value: GetDeploymentRoutesItemHasItemValue } | { type: 'header' | 'cookie' | 'query' | OpenString; key: string; value?: GetDeploymentRoutesItemHasItemValue })[]; mitigate?: { action: 'challenge' | 'deny' | OpenString }; transforms?: ({ type: 'request.headers' | 'request.query' | 'response.headers' | OpenString; op: 'append' | 'set' | 'delete' | OpenString; target: { key: string | { eq?: string | number; neq?: string; inc?: string[]; ninc?: string[]; pre?: string; suf?: string; gt?: number; gte?: number; lt?: number; lte?: number } }; args?: string | string[] })[]; locale?: { redirect?: { [key: string]: string }; cookie?: string }; middlewarePath?: string; middlewareRawSrc?: string[]; middleware?: number } | { handle: 'error' | 'filesystem' | 'hit' | 'miss' | 'rewrite' | 'resource' | OpenString; src?: string; dest?: string; status?: number } | { src: string; continue: boolean; middleware: 0 | OpenNumber })[] | null; crons?: { schedule: string; path: string }[]; checks?: GetDeploymentChecks; microfrontends?: GetDeploymentMicrofrontends; connectBuildsEnabled?: boolean; connectConfigurationId?: string; createdIn: string; passiveConnectConfigurationId?: string; flags?: GetDeploymentFlags; gitRepo?: GetDeploymentGitRepo };

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
export type CancelDeploymentResponseBody = { aliasAssignedAt?: number | boolean | null; alwaysRefuseToBuild?: boolean; build: { env: string[] }; buildArtifactUrls?: string[]; builds?: { use: string; src?: string; config?: Record<string, unknown> }[]; env: string[]; inspectorUrl: string | null; isInConcurrentBuildsQueue: boolean; isInSystemBuildsQueue: boolean; projectSettings: GetDeploymentProjectSettings; readyStateReason?: string; integrations?: GetDeploymentIntegrations; images?: GetDeploymentImages; alias?: string[]; aliasAssigned: boolean; bootedAt: number; buildingAt: number; buildContainerFinishedAt?: number; buildSkipped: boolean; creator: GetDeploymentCreator; initReadyAt?: number; isFirstBranchDeployment?: boolean; lambdas?: ({ id: string; createdAt?: number; readyState?: 'BUILDING' | 'ERROR' | 'INITIALIZING' | 'READY' | OpenString; entrypoint?: string | null; readyStateAt?: number; output: { path: string; functionName: string }[] })[]; public: boolean; ready?: number; status: CancelDeploymentStatus; team?: { id: string; name: string; avatar?: string; slug: string }; userAliases?: string[]; previewCommentsEnabled?: boolean; ttyBuildLogs?: boolean; customEnvironment?: GetDeploymentCustomEnvironment; oomReport?: 'out-of-memory' | OpenString; id: string; aliasError?: GetDeploymentAliasError; aliasFinal?: string | null; aliasWarning?: GetDeploymentAliasWarning; autoAssignCustomDomains?: boolean; automaticAliases?: string[]; buildErrorAt?: number; checksState?: 'registered' | 'running' | 'completed' | OpenString; checksConclusion?: 'skipped' | 'succeeded' | 'failed' | 'canceled' | OpenString; createdAt: number; deletedAt?: number | null; defaultRoute?: string; canceledAt?: number; errorCode?: string; errorLink?: string; errorMessage?: string | null; errorStep?: string; passiveRegions?: string[]; gitSource?: GetDeploymentGitSource; name: string; meta: { [key: string]: string }; originCacheRegion?: string; nodeVersion?: GetDeploymentNodeVersion; project?: GetDeploymentProject; readyState: CancelDeploymentStatus; readySubstate?: 'STAGED' | 'ROLLING' | 'PROMOTED' | OpenString; regions: string[]; softDeletedByRetention?: boolean; source?: GetDeploymentSource; target?: 'staging' | 'production' | null | OpenString; type: 'LAMBDAS' | OpenString; undeletedAt?: number; url: string; version: 2 | OpenNumber; oidcTokenClaims?: GetDeploymentOidcTokenClaims; connectBuildsEnabled?: boolean; connectConfigurationId?: string; createdIn: string; crons?: { schedule: string; path: string }[]; functions?: { [key: string]: { architecture?: 'x86_64' | 'arm64' | OpenString; memory?: number; maxDuration?: number; runtime?: string; includeFiles?: string; excludeFiles?: string; experimentalTriggers?: ({ type: 'queue/v1beta' | OpenString; topic: string; consumer: string; maxDeliveries?: number; retryAfterSeconds?: number; initialDelaySeconds?: number })[]; supportsCancellation?: boolean } } | null; monorepoManager?: string | null; ownerId: string; passiveConnectConfigurationId?: string; plan: 'pro' | 'enterprise' | 'hobby' | OpenString; projectId: string; routes: ({ src: string; dest?: string; headers?: { [key: string]: string }; methods?: string[]; continue?: boolean; override?: boolean; caseSensitive?: boolean; check?: boolean; important?: boolean; status?: number; has?: ({ type: 'host' | OpenString; value: GetDeploymentRoutesItemHasItemValue } | { type: 'header' | 'cookie' | 'query' | OpenString; key: string; value?: GetDeploymentRoutesItemHasItemValue })[]; missing?: ({ type: 'host' | OpenString; value: GetDeploymentRoutesItemHasItemValue } | { type: 'header' | 'cookie' | 'query' | OpenString; key: string; value?: GetDeploymentRoutesItemHasItemValue })[]; mitigate?: { action: 'challenge' | 'deny' | OpenString }; transforms?: ({ type: 'request.headers' | 'request.query' | 'response.headers' | OpenString; op: 'append' | 'set' | 'delete' | OpenString; target: { key: string | { eq?: string | number; neq?: string; inc?: string[]; ninc?: string[]; pre?: string; suf?: string; gt?: number; gte?: number; lt?: number; lte?: number } }; args?: string | string[] })[]; locale?: { redirect?: { [key: string]: string }; cookie?: string }; middlewarePath?: string; middlewareRawSrc?: string[]; middleware?: number } | { handle: 'error' | 'filesystem' | 'hit' | 'miss' | 'rewrite' | 'resource' | OpenString; src?: string; dest?: string; status?: number } | { src: string; continue: boolean; middleware: 0 | OpenNumber })[] | null; gitRepo?: GetDeploymentGitRepo; flags?: GetDeploymentFlags; microfrontends?: GetDeploymentMicrofrontends; config?: GetDeploymentConfig; checks?: GetDeploymentChecks };

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
  /** X now digest: string as header x-now-digest. @deprecated */
  xNowDigest?: string | undefined;
  /** X now size: number as header x-now-size. @deprecated */
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
  /** From: number in the query. @deprecated */
  from?: number | undefined;
  /** Limit: number in the query. */
  limit?: number | undefined;
  /** Project id: string in the query. */
  projectId?: string | undefined;
  /** Project ids: list of strings from 1 to 20 in the query. */
  projectIds?: string[] | undefined;
  /** Target: string in the query. */
  target?: string | undefined;
  /** To: number in the query. @deprecated */
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
export type GetDeploymentsResponseBody = { pagination: ListAliasesPagination; deployments: ({ uid: string; name: string; projectId: string; url: string; created: number; defaultRoute?: string; deleted?: number; undeleted?: number; softDeletedByRetention?: boolean; source?: GetDeploymentSource; state?: GetDeploymentsDeploymentsItemState; readyState?: GetDeploymentsDeploymentsItemState; type: 'LAMBDAS' | OpenString; creator: { uid: string; email?: string; username?: string; githubLogin?: string; gitlabLogin?: string }; meta?: { [key: string]: string }; target?: 'production' | 'staging' | null | OpenString; aliasError?: GetDeploymentAliasError; aliasAssigned?: number | boolean | null; createdAt?: number; buildingAt?: number; ready?: number; readySubstate?: 'STAGED' | 'ROLLING' | 'PROMOTED' | OpenString; checksState?: 'registered' | 'running' | 'completed' | OpenString; checksConclusion?: 'succeeded' | 'failed' | 'skipped' | 'canceled' | OpenString; checks?: GetDeploymentChecks; inspectorUrl: string | null; errorCode?: string; errorMessage?: string | null; oomReport?: 'out-of-memory' | OpenString; isRollbackCandidate?: boolean | null; projectSettings?: { framework?: GetDeploymentProjectSettingsFramework; gitForkProtection?: boolean; customerSupportCodeVisibility?: boolean; gitLFS?: boolean; devCommand?: string | null; installCommand?: string | null; buildCommand?: string | null; nodeVersion?: GetDeploymentNodeVersion; outputDirectory?: string | null; publicSource?: boolean | null; rootDirectory?: string | null; sourceFilesOutsideRootDirectory?: boolean; commandForIgnoringBuildStep?: string | null; createdAt?: number; speedInsights?: GetDeploymentProjectSettingsSpeedInsights; webAnalytics?: GetDeploymentProjectSettingsWebAnalytics; skipGitConnectDuringLink?: boolean; gitComments?: GetDeploymentsDeploymentsItemProjectSettingsGitComments }; connectBuildsEnabled?: boolean; connectConfigurationId?: string; passiveConnectConfigurationId?: string; expiration?: number; proposedExpiration?: number; customEnvironment?: { id: string; slug?: string } })[] };

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
export type DeleteDeploymentResponseBody = { uid: string; state: 'DELETED' | OpenString };
