// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenNumber, OpenString } from '../../runtime/values.ts';
import type { CancelDeploymentStatus, CreateCustomEnvironment, CreateDeploymentBodyProjectSettingsFrameworkInput, CreateProjectBodyEnvironmentVariablesItemTypeInput, CreateProjectBodyOidcTokenConfigInput, CreateProjectBodySsoProtectionDeploymentTypeInput, CreateProjectEnvBodyInput, FilterProjectEnvs, GetDeploymentAliasError, GetDeploymentCustomEnvironmentBranchMatcher, GetDeploymentCustomEnvironmentDomainsItem, GetDeploymentNodeVersion, GetDeploymentOidcTokenClaims, GetDeploymentProjectSettingsFramework, GetDeploymentProjectSettingsSpeedInsights, GetDeploymentProjectSettingsWebAnalytics, GetDeploymentsDeploymentsItemProjectSettingsGitComments, GetProject, GetProjectDomains, GetProjectEnv3, GetProjectsProjectsItem, GetProjectsProjectsItemEnvItemTargetItem, GetProjectsProjectsItemEnvItemType, ListAccessGroupMembersPagination, ListAliasesPagination, PatchUrlProtectionBypassBodyRevokeInput, RemoveProjectEnvItem2, UpdateProjectBodyPasswordProtectionInput, UpdateProjectBodySsoProtectionInput, UpdateProjectDataCacheAbuse, UpdateProjectDataCacheAbuseBlockHistoryItem3Route, UpdateProjectDataCacheAnalytics, UpdateProjectDataCacheCrons, UpdateProjectDataCacheDataCache, UpdateProjectDataCacheDeploymentExpiration, UpdateProjectDataCacheEnvItemContentHint, UpdateProjectDataCacheEnvItemInternalContentHint, UpdateProjectDataCacheGitProviderOptions, UpdateProjectDataCacheLastAliasRequest, UpdateProjectDataCacheLatestDeploymentsItemCreator, UpdateProjectDataCacheLink, UpdateProjectDataCacheLink3, UpdateProjectDataCacheLink4, UpdateProjectDataCacheLink5, UpdateProjectDataCacheMicrofrontends, UpdateProjectDataCacheOidcTokenConfig, UpdateProjectDataCacheOptionsAllowlist, UpdateProjectDataCachePermissions, UpdateProjectDataCacheResourceConfig, UpdateProjectDataCacheRollbackDescription, UpdateProjectDataCacheRollingRelease, UpdateProjectDataCacheSecurity, UpdateProjectDataCacheSsoProtection, UpdateProjectDataCacheTrustedIps } from './shared.ts';

export type UpdateProjectDataCacheRequestBody = { disabled?: boolean | undefined };
/** Arguments of updateProjectDataCache. */
export interface UpdateProjectDataCacheRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: UpdateProjectDataCacheRequestBody;
}
/** What updateProjectDataCache answers. */
export type UpdateProjectDataCacheResponseBody = { accountId: string; analytics?: UpdateProjectDataCacheAnalytics; speedInsights?: GetDeploymentProjectSettingsSpeedInsights; autoExposeSystemEnvs?: boolean; autoAssignCustomDomains?: boolean; autoAssignCustomDomainsUpdatedBy?: string; buildCommand?: string | null; commandForIgnoringBuildStep?: string | null; connectConfigurations?: ({ envId: string | 'preview' | 'production' | OpenString; connectConfigurationId: string; dc?: string; passive: boolean; buildsEnabled: boolean; aws?: { subnetIds: string[]; securityGroupId: string }; createdAt: number; updatedAt: number })[] | null; connectConfigurationId?: string | null; connectBuildsEnabled?: boolean; passiveConnectConfigurationId?: string | null; createdAt?: number; customerSupportCodeVisibility?: boolean; crons?: UpdateProjectDataCacheCrons; dataCache?: UpdateProjectDataCacheDataCache; deploymentExpiration?: UpdateProjectDataCacheDeploymentExpiration; devCommand?: string | null; directoryListing: boolean; installCommand?: string | null; env?: ({ target?: ('production' | 'preview' | 'development' | OpenString)[] | 'production' | 'preview' | 'development' | OpenString; type: 'secret' | 'system' | 'encrypted' | 'plain' | 'sensitive' | OpenString; sunsetSecretId?: string; decrypted?: boolean; value: string; vsmValue?: string; id?: string; key: string; configurationId?: string | null; createdAt?: number; updatedAt?: number; createdBy?: string | null; updatedBy?: string | null; gitBranch?: string; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; contentHint?: UpdateProjectDataCacheEnvItemContentHint; internalContentHint?: UpdateProjectDataCacheEnvItemInternalContentHint; comment?: string; customEnvironmentIds?: string[] })[]; customEnvironments?: CreateCustomEnvironment[]; framework?: GetDeploymentProjectSettingsFramework; gitForkProtection?: boolean; gitLFS?: boolean; id: string; ipBuckets?: { bucket: string; supportUntil?: number }[]; latestDeployments?: ({ id: string; alias?: string[]; aliasAssigned?: number | boolean | null; aliasError?: GetDeploymentAliasError; aliasFinal?: string | null; automaticAliases?: string[]; branchMatcher?: GetDeploymentCustomEnvironmentBranchMatcher; buildingAt?: number; builds?: { use: string; src?: string; dest?: string }[]; checksConclusion?: 'succeeded' | 'failed' | 'skipped' | 'canceled' | OpenString; checksState?: 'registered' | 'running' | 'completed' | OpenString; connectBuildsEnabled?: boolean; connectConfigurationId?: string; createdAt: number; createdIn: string; creator: UpdateProjectDataCacheLatestDeploymentsItemCreator; deletedAt?: number; deploymentHostname: string; forced?: boolean; name: string; meta?: { [key: string]: string }; monorepoManager?: string | null; oidcTokenClaims?: GetDeploymentOidcTokenClaims; plan: 'pro' | 'enterprise' | 'hobby' | OpenString; previewCommentsEnabled?: boolean; private: boolean; readyAt?: number; readyState: CancelDeploymentStatus; readySubstate?: 'STAGED' | 'ROLLING' | 'PROMOTED' | OpenString; requestedAt?: number; target?: string | null; teamId?: string | null; type: 'LAMBDAS' | OpenString; url: string; userId: string; withCache?: boolean })[]; link?: UpdateProjectDataCacheLink | { type: 'github-limited' | OpenString; createdAt?: number; updatedAt?: number; org: string; repoOwnerId?: number; repo?: string; repoId?: number; deployHooks: { createdAt?: number; id: string; name: string; ref: string; url: string }[]; gitCredentialId: string; sourceless?: boolean; productionBranch: string } | UpdateProjectDataCacheLink3 | UpdateProjectDataCacheLink4 | UpdateProjectDataCacheLink5; microfrontends?: UpdateProjectDataCacheMicrofrontends; name: string; nodeVersion: GetDeploymentNodeVersion; optionsAllowlist?: UpdateProjectDataCacheOptionsAllowlist; outputDirectory?: string | null; passwordProtection?: Record<string, unknown> | null; productionDeploymentsFastLane?: boolean; publicSource?: boolean | null; resourceConfig: UpdateProjectDataCacheResourceConfig; rollbackDescription?: UpdateProjectDataCacheRollbackDescription; rollingRelease?: UpdateProjectDataCacheRollingRelease; defaultResourceConfig: UpdateProjectDataCacheResourceConfig; rootDirectory?: string | null; serverlessFunctionZeroConfigFailover?: boolean; skewProtectionBoundaryAt?: number; skewProtectionMaxAge?: number; skipGitConnectDuringLink?: boolean; sourceFilesOutsideRootDirectory?: boolean; enableAffectedProjectsDeployments?: boolean; ssoProtection?: UpdateProjectDataCacheSsoProtection; targets?: { [key: string]: { id: string; alias?: string[]; aliasAssigned?: number | boolean | null; aliasError?: GetDeploymentAliasError; aliasFinal?: string | null; automaticAliases?: string[]; branchMatcher?: GetDeploymentCustomEnvironmentBranchMatcher; buildingAt?: number; builds?: { use: string; src?: string; dest?: string }[]; checksConclusion?: 'succeeded' | 'failed' | 'skipped' | 'canceled' | OpenString; checksState?: 'registered' | 'running' | 'completed' | OpenString; connectBuildsEnabled?: boolean; connectConfigurationId?: string; createdAt: number; createdIn: string; creator: UpdateProjectDataCacheLatestDeploymentsItemCreator; deletedAt?: number; deploymentHostname: string; forced?: boolean; name: string; meta?: { [key: string]: string }; monorepoManager?: string | null; oidcTokenClaims?: GetDeploymentOidcTokenClaims; plan: 'pro' | 'enterprise' | 'hobby' | OpenString; previewCommentsEnabled?: boolean; private: boolean; readyAt?: number; readyState: CancelDeploymentStatus; readySubstate?: 'STAGED' | 'ROLLING' | 'PROMOTED' | OpenString; requestedAt?: number; target?: string | null; teamId?: string | null; type: 'LAMBDAS' | OpenString; url: string; userId: string; withCache?: boolean } | null }; transferCompletedAt?: number; transferStartedAt?: number; transferToAccountId?: string; transferredFromAccountId?: string; updatedAt?: number; live?: boolean; enablePreviewFeedback?: boolean | null; enableProductionFeedback?: boolean | null; permissions?: UpdateProjectDataCachePermissions; lastRollbackTarget?: Record<string, unknown> | null; lastAliasRequest?: UpdateProjectDataCacheLastAliasRequest; protectionBypass?: { [key: string]: { createdAt: number; createdBy: string; scope: 'integration-automation-bypass' | OpenString; integrationId: string; configurationId: string } | { createdAt: number; createdBy: string; scope: 'automation-bypass' | OpenString } }; hasActiveBranches?: boolean; trustedIps?: UpdateProjectDataCacheTrustedIps; gitComments?: GetDeploymentsDeploymentsItemProjectSettingsGitComments; gitProviderOptions?: UpdateProjectDataCacheGitProviderOptions; paused?: boolean; concurrencyBucketName?: string; webAnalytics?: GetDeploymentProjectSettingsWebAnalytics; security?: UpdateProjectDataCacheSecurity; oidcTokenConfig?: UpdateProjectDataCacheOidcTokenConfig; tier?: 'standard' | 'advanced' | 'critical' | OpenString; features?: { webAnalytics?: boolean }; v0?: boolean; abuse?: UpdateProjectDataCacheAbuse; internalRoutes?: UpdateProjectDataCacheAbuseBlockHistoryItem3Route[] };

/** Arguments of getProjects. */
export interface GetProjectsRequest {
  /** From: string in the query. */
  from?: string | undefined;
  /** Git fork protection: one of `1`, `0` in the query. */
  gitForkProtection?: '1' | '0' | undefined;
  /** Limit: string in the query. */
  limit?: string | undefined;
  /** Search: string in the query. */
  search?: string | undefined;
  /** Repo: string in the query. */
  repo?: string | undefined;
  /** Repo id: string in the query. */
  repoId?: string | undefined;
  /** Repo url: string in the query. */
  repoUrl?: string | undefined;
  /** Exclude repos: string in the query. */
  excludeRepos?: string | undefined;
  /** Edge config id: string in the query. */
  edgeConfigId?: string | undefined;
  /** Edge config token id: string in the query. */
  edgeConfigTokenId?: string | undefined;
  /** Deprecated: true or false in the query. */
  deprecated?: boolean | undefined;
  /** Elastic concurrency enabled: one of `1`, `0` in the query. */
  elasticConcurrencyEnabled?: '1' | '0' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getProjects answers. */
export type GetProjectsResponseBody = { projects: GetProjectsProjectsItem[]; pagination: ListAccessGroupMembersPagination | ListAliasesPagination };

export type CreateProjectRequestBody = { enablePreviewFeedback?: boolean | null | undefined; enableProductionFeedback?: boolean | null | undefined; previewDeploymentsDisabled?: boolean | null | undefined; buildCommand?: string | null | undefined; commandForIgnoringBuildStep?: string | null | undefined; devCommand?: string | null | undefined; environmentVariables?: ({ key: string; target: 'production' | 'preview' | 'development' | ('production' | 'preview' | 'development')[]; gitBranch?: string | undefined; type?: CreateProjectBodyEnvironmentVariablesItemTypeInput | undefined; value: string })[] | undefined; framework?: null | 'blitzjs' | 'nextjs' | 'gatsby' | 'remix' | 'react-router' | 'astro' | 'hexo' | 'eleventy' | 'docusaurus-2' | 'docusaurus' | 'preact' | 'solidstart-1' | 'solidstart' | 'dojo' | 'ember' | 'vue' | 'scully' | 'ionic-angular' | 'angular' | 'polymer' | 'svelte' | 'sveltekit' | 'sveltekit-1' | 'ionic-react' | 'create-react-app' | 'gridsome' | 'umijs' | 'sapper' | 'saber' | 'stencil' | 'nuxtjs' | 'redwoodjs' | 'hugo' | 'jekyll' | 'brunch' | 'middleman' | 'zola' | 'hydrogen' | 'vite' | 'vitepress' | 'vuepress' | 'parcel' | 'fastapi' | 'fasthtml' | 'sanity-v3' | 'sanity' | 'storybook' | 'nitro' | 'hono' | 'express' | 'h3' | 'xmcp' | undefined; gitRepository?: { repo: string; type: 'github' | 'github-limited' | 'gitlab' | 'bitbucket' } | undefined; installCommand?: string | null | undefined; name: string; /** @deprecated */ skipGitConnectDuringLink?: boolean | undefined; ssoProtection?: { deploymentType: CreateProjectBodySsoProtectionDeploymentTypeInput } | null | undefined; outputDirectory?: string | null | undefined; publicSource?: boolean | null | undefined; rootDirectory?: string | null | undefined; serverlessFunctionRegion?: string | null | undefined; serverlessFunctionZeroConfigFailover?: boolean | undefined; oidcTokenConfig?: CreateProjectBodyOidcTokenConfigInput | undefined; enableAffectedProjectsDeployments?: boolean | undefined; resourceConfig?: { fluid?: boolean | undefined; functionDefaultRegions?: string[] | undefined; functionDefaultTimeout?: number | undefined; functionDefaultMemoryType?: 'standard_legacy' | 'standard' | 'performance' | undefined; functionZeroConfigFailover?: boolean | undefined; elasticConcurrencyEnabled?: boolean | undefined; buildMachineType?: 'enhanced' | 'turbo' | undefined; isNSNBDisabled?: boolean | undefined } | undefined };
/** Arguments of createProject. */
export interface CreateProjectRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateProjectRequestBody | undefined;
}
/** What createProject answers. */
export type CreateProjectResponseBody = GetProjectsProjectsItem;

/** Arguments of getProject. */
export interface GetProjectRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getProject answers. */
export type GetProjectResponseBody = GetProject;

export type UpdateProjectRequestBody = { autoExposeSystemEnvs?: boolean | undefined; autoAssignCustomDomains?: boolean | undefined; autoAssignCustomDomainsUpdatedBy?: string | undefined; buildCommand?: string | null | undefined; commandForIgnoringBuildStep?: string | null | undefined; customerSupportCodeVisibility?: boolean | undefined; devCommand?: string | null | undefined; directoryListing?: boolean | undefined; framework?: CreateDeploymentBodyProjectSettingsFrameworkInput | undefined; gitForkProtection?: boolean | undefined; gitLFS?: boolean | undefined; installCommand?: string | null | undefined; name?: string | undefined; nodeVersion?: '22.x' | '20.x' | '18.x' | '16.x' | '14.x' | '12.x' | '10.x' | undefined; outputDirectory?: string | null | undefined; previewDeploymentsDisabled?: boolean | null | undefined; publicSource?: boolean | null | undefined; resourceConfig?: { buildMachineType?: null | 'enhanced' | 'turbo' | undefined; fluid?: boolean | undefined; functionDefaultRegions?: string[] | undefined; functionDefaultTimeout?: number | undefined; functionDefaultMemoryType?: 'standard_legacy' | 'standard' | 'performance' | undefined; functionZeroConfigFailover?: boolean | undefined; elasticConcurrencyEnabled?: boolean | undefined; isNSNBDisabled?: boolean | undefined } | undefined; rootDirectory?: string | null | undefined; serverlessFunctionRegion?: string | null | undefined; serverlessFunctionZeroConfigFailover?: boolean | undefined; skewProtectionBoundaryAt?: number | undefined; skewProtectionMaxAge?: number | undefined; /** @deprecated */ skipGitConnectDuringLink?: boolean | undefined; sourceFilesOutsideRootDirectory?: boolean | undefined; enablePreviewFeedback?: boolean | null | undefined; enableProductionFeedback?: boolean | null | undefined; enableAffectedProjectsDeployments?: boolean | undefined; oidcTokenConfig?: CreateProjectBodyOidcTokenConfigInput | undefined; passwordProtection?: UpdateProjectBodyPasswordProtectionInput | undefined; ssoProtection?: UpdateProjectBodySsoProtectionInput | undefined; trustedIps?: { deploymentType: 'all' | 'preview' | 'production' | 'prod_deployment_urls_and_all_previews' | 'all_except_custom_domains'; addresses: ({ value: string; note?: string | undefined })[]; protectionMode: 'exclusive' | 'additional' } | null | undefined; optionsAllowlist?: { paths: { value: string }[] } | null | undefined; connectConfigurations?: ({ envId: string; connectConfigurationId: string; passive: boolean; buildsEnabled: boolean } & (Record<string, unknown>))[] | null | undefined };
/** Arguments of updateProject. */
export interface UpdateProjectRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: UpdateProjectRequestBody;
}
/** What updateProject answers. */
export type UpdateProjectResponseBody = GetProject;

/** Arguments of deleteProject. */
export interface DeleteProjectRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteProject answers. */
export type DeleteProjectResponseBody = void;

/** Arguments of getProjectDomains. */
export interface GetProjectDomainsRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Production: one of `true`, `false` in the query. Default: false. */
  production?: 'true' | 'false' | undefined;
  /** Target: one of `production`, `preview` in the query. */
  target?: 'production' | 'preview' | undefined;
  /** Custom environment id: string in the query. */
  customEnvironmentId?: string | undefined;
  /** Git branch: string in the query. */
  gitBranch?: string | undefined;
  /** Redirects: one of `true`, `false` in the query. Default: true. */
  redirects?: 'true' | 'false' | undefined;
  /** Redirect: string in the query. */
  redirect?: string | undefined;
  /** Verified: one of `true`, `false` in the query. */
  verified?: 'true' | 'false' | undefined;
  /** Limit: number in the query. */
  limit?: number | undefined;
  /** Since: number in the query. */
  since?: number | undefined;
  /** Until: number in the query. */
  until?: number | undefined;
  /** Order: one of `ASC`, `DESC` in the query. Default: DESC. */
  order?: 'ASC' | 'DESC' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getProjectDomains answers. */
export type GetProjectDomainsResponseBody = GetProjectDomains;

/** Arguments of getProjectDomain. */
export interface GetProjectDomainRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getProjectDomain answers. */
export type GetProjectDomainResponseBody = GetDeploymentCustomEnvironmentDomainsItem;

export type UpdateProjectDomainRequestBody = { gitBranch?: string | null | undefined; redirect?: string | null | undefined; redirectStatusCode?: null | 301 | 302 | 307 | 308 | undefined };
/** Arguments of updateProjectDomain. */
export interface UpdateProjectDomainRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: UpdateProjectDomainRequestBody;
}
/** What updateProjectDomain answers. */
export type UpdateProjectDomainResponseBody = GetDeploymentCustomEnvironmentDomainsItem;

export type RemoveProjectDomainRequestBody = { removeRedirects?: boolean | undefined };
/** Arguments of removeProjectDomain. */
export interface RemoveProjectDomainRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: RemoveProjectDomainRequestBody | undefined;
}
/** What removeProjectDomain answers. */
export type RemoveProjectDomainResponseBody = Record<string, unknown>;

export type AddProjectDomainRequestBody = { name: string; gitBranch?: string | null | undefined; customEnvironmentId?: string | undefined; redirect?: string | null | undefined; redirectStatusCode?: null | 301 | 302 | 307 | 308 | undefined };
/** Arguments of addProjectDomain. */
export interface AddProjectDomainRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: AddProjectDomainRequestBody;
}
/** What addProjectDomain answers. */
export type AddProjectDomainResponseBody = GetDeploymentCustomEnvironmentDomainsItem;

export type MoveProjectDomainRequestBody = { projectId: string };
/** Arguments of moveProjectDomain. */
export interface MoveProjectDomainRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: MoveProjectDomainRequestBody | undefined;
}
/** What moveProjectDomain answers. */
export type MoveProjectDomainResponseBody = GetDeploymentCustomEnvironmentDomainsItem;

/** Arguments of verifyProjectDomain. */
export interface VerifyProjectDomainRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Domain: string in the path. */
  domain: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What verifyProjectDomain answers. */
export type VerifyProjectDomainResponseBody = { name: string; apexName: string; projectId: string; redirect?: string | null; redirectStatusCode?: 307 | 301 | 302 | 308 | null | OpenNumber; gitBranch?: string | null; customEnvironmentId?: string | null; updatedAt?: number; createdAt?: number; verified: boolean };

/** Arguments of filterProjectEnvs. */
export interface FilterProjectEnvsRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Git branch: string in the query. */
  gitBranch?: string | undefined;
  /** Decrypt: one of `true`, `false` in the query. @deprecated */
  decrypt?: 'true' | 'false' | undefined;
  /** Source: string in the query. */
  source?: string | undefined;
  /** Custom environment id: string in the query. */
  customEnvironmentId?: string | undefined;
  /** Custom environment slug: string in the query. */
  customEnvironmentSlug?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What filterProjectEnvs answers. */
export type FilterProjectEnvsResponseBody = FilterProjectEnvs | { envs: FilterProjectEnvs[]; pagination: ListAliasesPagination } | { envs: FilterProjectEnvs[] };

export type CreateProjectEnvRequestBody = CreateProjectEnvBodyInput | CreateProjectEnvBodyInput[];
/** Arguments of createProjectEnv. */
export interface CreateProjectEnvRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Upsert: string in the query. */
  upsert?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: CreateProjectEnvRequestBody;
}
/** What createProjectEnv answers. */
export type CreateProjectEnvResponseBody = { created: { target?: ('production' | 'preview' | 'development' | OpenString)[] | 'production' | 'preview' | 'development' | OpenString; type: GetProjectsProjectsItemEnvItemType; sunsetSecretId?: string; decrypted?: boolean; value: string; vsmValue?: string; id?: string; key: string; configurationId?: string | null; createdAt?: number; updatedAt?: number; createdBy?: string | null; updatedBy?: string | null; gitBranch?: string; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; contentHint?: UpdateProjectDataCacheEnvItemContentHint; internalContentHint?: UpdateProjectDataCacheEnvItemInternalContentHint; comment?: string; customEnvironmentIds?: string[]; system?: boolean } | ({ target?: string[] | 'production' | 'preview' | 'development' | OpenString; type: GetProjectsProjectsItemEnvItemType; sunsetSecretId?: string; decrypted?: boolean; value: string; vsmValue?: string; id?: string; key: string; configurationId?: string | null; createdAt?: number; updatedAt?: number; createdBy?: string | null; updatedBy?: string | null; gitBranch?: string; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; contentHint?: UpdateProjectDataCacheEnvItemContentHint; internalContentHint?: UpdateProjectDataCacheEnvItemInternalContentHint; comment?: string; customEnvironmentIds?: string[]; system?: boolean })[]; failed: ({ error: { code: string; message: string; key?: string; envVarId?: string; envVarKey?: string; action?: string; link?: string; value?: string | ('production' | 'preview' | 'development' | OpenString)[]; gitBranch?: string; target?: GetProjectsProjectsItemEnvItemTargetItem[] | 'production' | 'preview' | 'development' | OpenString; project?: string } })[] };

/** Arguments of getProjectEnv. */
export interface GetProjectEnvRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getProjectEnv answers. */
export type GetProjectEnvResponseBody = { decrypted: boolean; target?: GetProjectsProjectsItemEnvItemTargetItem[] | 'production' | 'preview' | 'development' | OpenString; type: GetProjectsProjectsItemEnvItemType; sunsetSecretId?: string; id?: string; key: string; configurationId?: string | null; createdAt?: number; updatedAt?: number; createdBy?: string | null; updatedBy?: string | null; gitBranch?: string; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; contentHint?: UpdateProjectDataCacheEnvItemContentHint; internalContentHint?: UpdateProjectDataCacheEnvItemInternalContentHint; comment?: string; customEnvironmentIds?: string[] } | { target?: ('production' | 'preview' | 'development' | OpenString)[] | 'production' | 'preview' | 'development' | OpenString; type: GetProjectsProjectsItemEnvItemType; sunsetSecretId?: string; decrypted?: boolean; value: string; vsmValue?: string; id?: string; key: string; configurationId?: string | null; createdAt?: number; updatedAt?: number; createdBy?: string | null; updatedBy?: string | null; gitBranch?: string; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; contentHint?: UpdateProjectDataCacheEnvItemContentHint; internalContentHint?: UpdateProjectDataCacheEnvItemInternalContentHint; comment?: string; customEnvironmentIds?: string[] } | GetProjectEnv3;

/** Arguments of removeProjectEnv. */
export interface RemoveProjectEnvRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Id: string in the path. */
  id: string;
  /** Custom environment id: string in the query. */
  customEnvironmentId?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What removeProjectEnv answers. */
export type RemoveProjectEnvResponseBody = RemoveProjectEnvItem2[] | { system?: boolean; target?: GetProjectsProjectsItemEnvItemTargetItem[] | 'production' | 'preview' | 'development' | OpenString; type: GetProjectsProjectsItemEnvItemType; sunsetSecretId?: string; decrypted?: boolean; value: string; vsmValue?: string; id?: string; key: string; configurationId?: string | null; createdAt?: number; updatedAt?: number; createdBy?: string | null; updatedBy?: string | null; gitBranch?: string; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; contentHint?: UpdateProjectDataCacheEnvItemContentHint; internalContentHint?: UpdateProjectDataCacheEnvItemInternalContentHint; comment?: string; customEnvironmentIds?: string[] } | RemoveProjectEnvItem2;

export type EditProjectEnvRequestBody = { key?: string | undefined; target?: ('production' | 'preview' | 'development')[] | undefined; gitBranch?: string | null | undefined; type?: CreateProjectBodyEnvironmentVariablesItemTypeInput | undefined; value?: string | undefined; customEnvironmentIds?: string[] | undefined; comment?: string | undefined };
/** Arguments of editProjectEnv. */
export interface EditProjectEnvRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: EditProjectEnvRequestBody;
}
/** What editProjectEnv answers. */
export type EditProjectEnvResponseBody = GetProjectEnv3 | Record<string, unknown>;

export type CreateProjectTransferRequestRequestBody = { callbackUrl?: string | undefined; callbackSecret?: string | undefined };
/** Arguments of createProjectTransferRequest. */
export interface CreateProjectTransferRequestRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateProjectTransferRequestRequestBody | undefined;
}
/** What createProjectTransferRequest answers. */
export type CreateProjectTransferRequestResponseBody = { code: string };

export type AcceptProjectTransferRequestRequestBody = { newProjectName?: string | undefined; paidFeatures?: { concurrentBuilds?: number | null | undefined; passwordProtection?: boolean | null | undefined; previewDeploymentSuffix?: boolean | null | undefined } | undefined; acceptedPolicies?: { [key: string]: { eula: Date | string; privacy: Date | string } & Record<string, unknown> } | undefined };
/** Arguments of acceptProjectTransferRequest. */
export interface AcceptProjectTransferRequestRequest {
  /** Code: string in the path. */
  code: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: AcceptProjectTransferRequestRequestBody | undefined;
}
/** What acceptProjectTransferRequest answers. */
export type AcceptProjectTransferRequestResponseBody = { partnerCalls: ({ installationId: string; resourceIds: string[]; result: { status: 'fulfilled' | 'errored' | OpenString; error?: Record<string, unknown>; code?: string } })[]; resourceTransferErrors: Record<string, unknown>[] } | Record<string, unknown>;

export type UpdateProjectProtectionBypassRequestBody = { revoke?: PatchUrlProtectionBypassBodyRevokeInput | undefined; generate?: { secret?: string | undefined } | undefined };
/** Arguments of updateProjectProtectionBypass. */
export interface UpdateProjectProtectionBypassRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody: UpdateProjectProtectionBypassRequestBody;
}
/** What updateProjectProtectionBypass answers. */
export type UpdateProjectProtectionBypassResponseBody = { protectionBypass?: { [key: string]: { createdAt: number; createdBy: string; scope: 'integration-automation-bypass' | OpenString; integrationId: string; configurationId: string } | { createdAt: number; createdBy: string; scope: 'automation-bypass' | OpenString } } };

/** Arguments of requestPromote. */
export interface RequestPromoteRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What requestPromote answers. */
export type RequestPromoteResponseBody = void;

/** Arguments of listPromoteAliases. */
export interface ListPromoteAliasesRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Limit: number of at most 100 in the query. */
  limit?: number | undefined;
  /** Since: number in the query. */
  since?: number | undefined;
  /** Until: number in the query. */
  until?: number | undefined;
  /** Failed only: true or false in the query. */
  failedOnly?: boolean | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What listPromoteAliases answers. */
export type ListPromoteAliasesResponseBody = Record<string, unknown> | { aliases: { status: string; alias: string; id: string }[]; pagination: ListAliasesPagination };

/** Arguments of pauseProject. */
export interface PauseProjectRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What pauseProject answers. */
export type PauseProjectResponseBody = void;

/** Arguments of unpauseProject. */
export interface UnpauseProjectRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What unpauseProject answers. */
export type UnpauseProjectResponseBody = void;
