// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenNumber, OpenString, UploadBody } from '../../runtime/values.ts';
import type { CreateProjectBodyOidcTokenConfigInput, CreateProjectBodyResourceConfigBuildMachineElasticReasonInput, CreateProjectBodyResourceConfigBuildMachineTypeInput, CreateProjectBodyResourceConfigFunctionDefaultMemoryTypeInput, CreateProjectBodySandboxInput, CreateProjectBodySsoProtectionDeploymentTypeInput, CreateProjectEnvBodyInput, FilterProjectEnvs, GetDeploymentCustomEnvironment, GetDeploymentCustomEnvironmentBranchMatcher, GetDeploymentCustomEnvironmentDomainsItem, GetDeploymentEventsItem32AliasError, GetDeploymentNodeVersion, GetDeploymentOidcTokenClaims, GetDeploymentProjectSettingsFramework, GetDeploymentProjectSettingsSpeedInsights, GetDeploymentProjectSettingsWebAnalytics, GetDeploymentReadyState, GetDeploymentsDeploymentsItemProjectSettingsGitComments, GetMicrofrontendsInGroupProjectsItemAbuse, GetMicrofrontendsInGroupProjectsItemAbuseBlockHistoryItem3Route, GetMicrofrontendsInGroupProjectsItemAliasItemDeployment, GetMicrofrontendsInGroupProjectsItemAliasItemDeploymentCreator, GetMicrofrontendsInGroupProjectsItemAnalytics, GetMicrofrontendsInGroupProjectsItemConnectConfigurationsItem, GetMicrofrontendsInGroupProjectsItemCreator, GetMicrofrontendsInGroupProjectsItemCrons, GetMicrofrontendsInGroupProjectsItemDataCache, GetMicrofrontendsInGroupProjectsItemDefaultResourceConfig, GetMicrofrontendsInGroupProjectsItemDeploymentExpiration, GetMicrofrontendsInGroupProjectsItemDeploymentPolicy, GetMicrofrontendsInGroupProjectsItemEnvItemContentHint, GetMicrofrontendsInGroupProjectsItemEnvItemInternalContentHint, GetMicrofrontendsInGroupProjectsItemEnvItemType, GetMicrofrontendsInGroupProjectsItemExpiration, GetMicrofrontendsInGroupProjectsItemGitProviderOptions, GetMicrofrontendsInGroupProjectsItemJobs, GetMicrofrontendsInGroupProjectsItemLastAliasRequest, GetMicrofrontendsInGroupProjectsItemLink, GetMicrofrontendsInGroupProjectsItemMicrofrontends, GetMicrofrontendsInGroupProjectsItemOptionsAllowlist, GetMicrofrontendsInGroupProjectsItemPassport, GetMicrofrontendsInGroupProjectsItemPermissions, GetMicrofrontendsInGroupProjectsItemProtectionConfig, GetMicrofrontendsInGroupProjectsItemRollbackDescription, GetMicrofrontendsInGroupProjectsItemRollingRelease, GetMicrofrontendsInGroupProjectsItemSandboxFailoverRegionsItem, GetMicrofrontendsInGroupProjectsItemSecurityManagedRules, GetMicrofrontendsInGroupProjectsItemSecurityRulesetsValueAction, GetMicrofrontendsInGroupProjectsItemSecurityRulesetsValueRedirect, GetMicrofrontendsInGroupProjectsItemSecuritySecurityPlusMetadata, GetMicrofrontendsInGroupProjectsItemSsoProtection, GetMicrofrontendsInGroupProjectsItemStaticIps, GetMicrofrontendsInGroupProjectsItemTracing, GetMicrofrontendsInGroupProjectsItemTrustedIps, GetMicrofrontendsInGroupProjectsItemTrustedSources, GetMicrofrontendsInGroupProjectsItemUsageStatus, GetProjects2ProjectsItem, GetProjects2ProjectsItemSecurity, GetProjectsBuildQueueConfigurationInput, GetProjectsProjectsItemSecurityFirewallRoutesItemHasItemValue, ListAccessGroupMembersPagination, ListAliasesPagination, PatchUrlProtectionBypassBody3RevokeInput, UpdateProjectBodyDeploymentPolicyInput, UpdateProjectBodyOptionsAllowlistInput, UpdateProjectBodyPassportInput, UpdateProjectBodyPasswordProtectionInput, UpdateProjectBodySsoProtectionInput, UpdateProjectBodyTrustedSourcesProjectsValueCustomAllowItemToInput, UpdateProjectDataCacheAbuseBlock, UpdateProjectDataCacheAbuseBlockHistoryItem3Route, UpdateProjectDataCacheCustomEnvironmentsItemBranchMatcher, UpdateProjectDataCacheLatestDeploymentsItemOidcTokenClaims, UpdateProjectDataCacheLatestDeploymentsItemReadyState, UpdateProjectDataCacheResourceConfig, UpdateProjectDataCacheSecurityManagedRulesBotFilter, UpdateProjectDataCacheTrustedIpsDeploymentType } from './shared.ts';

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
  /** Static ips enabled: one of `0`, `1` in the query. */
  staticIpsEnabled?: '0' | '1' | undefined;
  /** Build machine types: string in the query. */
  buildMachineTypes?: string | undefined;
  /** Build queue configuration: one of `SKIP_NAMESPACE_QUEUE`, `WAIT_FOR_NAMESPACE_QUEUE` in the query. */
  buildQueueConfiguration?: GetProjectsBuildQueueConfigurationInput | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getProjects answers. */
export type GetProjectsResponseBody = { pagination: ListAliasesPagination | ListAccessGroupMembersPagination; projects: ({ abuse?: GetMicrofrontendsInGroupProjectsItemAbuse; accountId: string; alias: ({ configuredBy?: 'A' | 'CNAME' | 'dns-01' | 'http' | null | OpenString; configuredChangedAt?: number | null; createdAt?: number | null; deployment: GetMicrofrontendsInGroupProjectsItemAliasItemDeployment; domain: string; environment: 'preview' | 'production' | OpenString; gitBranch?: string | null; redirect?: string | null; redirectStatusCode?: number | null; target: 'PREVIEW' | 'PRODUCTION' | 'STAGING' | OpenString })[]; analytics?: GetMicrofrontendsInGroupProjectsItemAnalytics; appliedCve55182Migration?: boolean; autoAssignCustomDomains?: boolean; autoAssignCustomDomainsUpdatedBy?: string; autoExposeSystemEnvs?: boolean; buildCommand?: string | null; commandForIgnoringBuildStep?: string | null; createdAt?: number; creator?: GetMicrofrontendsInGroupProjectsItemCreator; customerSupportCodeVisibility?: boolean; deploymentExpiration: GetMicrofrontendsInGroupProjectsItemDeploymentExpiration; devCommand?: string | null; directoryListing: boolean; env?: ({ comment?: string; configurationId?: string | null; contentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemContentHint; createdAt?: number; createdBy?: string | null; customEnvironmentIds?: string[]; decrypted?: boolean; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; gitBranch?: string; id?: string; internalContentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemInternalContentHint; key: string; legacyValue?: string; sunsetSecretId?: string; target?: ('development' | 'preview' | 'production' | OpenString)[] | 'development' | 'preview' | 'production' | OpenString; type: GetMicrofrontendsInGroupProjectsItemEnvItemType; updatedAt?: number; updatedBy?: string | null; value: string; visibility?: 'config' | 'secret' | OpenString; vsmValue?: string })[]; framework?: GetDeploymentProjectSettingsFramework; gitComments?: GetDeploymentsDeploymentsItemProjectSettingsGitComments; gitForkProtection?: boolean; gitProviderOptions?: GetMicrofrontendsInGroupProjectsItemGitProviderOptions; hasActiveBranches?: boolean; id: string; installCommand?: string | null; internalRoutes?: GetMicrofrontendsInGroupProjectsItemAbuseBlockHistoryItem3Route[]; ipBuckets?: { bucket: string; default?: boolean; supportUntil?: number }[]; latestDeployments?: ({ alias?: string[]; aliasAssigned?: number | boolean | null; aliasError?: GetDeploymentEventsItem32AliasError; aliasFinal?: string | null; automaticAliases?: string[]; branchMatcher?: GetDeploymentCustomEnvironmentBranchMatcher; buildingAt?: number; builds?: { dest?: string; src?: string; use: string }[]; checksConclusion?: 'canceled' | 'failed' | 'skipped' | 'succeeded' | OpenString; checksState?: 'completed' | 'registered' | 'running' | OpenString; connectBuildsEnabled?: boolean; connectConfigurationId?: string; createdAt: number; createdIn: string; creator: GetMicrofrontendsInGroupProjectsItemAliasItemDeploymentCreator; deletedAt?: number; deploymentHostname: string; forced?: boolean; id: string; meta?: { [key: string]: string }; monorepoManager?: string | null; name: string; oidcTokenClaims?: GetDeploymentOidcTokenClaims; plan: 'enterprise' | 'hobby' | 'pro' | OpenString; previewCommentsEnabled?: boolean; private: boolean; readyAt?: number; readyState: GetDeploymentReadyState; readySubstate?: 'PROMOTED' | 'ROLLING' | 'STAGED' | OpenString; requestedAt?: number; target?: string | null; teamId?: string | null; type: 'LAMBDAS' | OpenString; url: string; userId?: string; withCache?: boolean })[]; link?: GetMicrofrontendsInGroupProjectsItemLink; live?: boolean; name: string; nodeVersion: GetDeploymentNodeVersion; oidcTokenConfig?: { enabled?: boolean; issuerMode?: 'global' | 'team' | OpenString }; outputDirectory?: string | null; passport?: GetMicrofrontendsInGroupProjectsItemPassport; passwordProtection?: Record<string, unknown> | null; paused?: boolean; resourceConfig: GetMicrofrontendsInGroupProjectsItemDefaultResourceConfig; rollingRelease?: GetMicrofrontendsInGroupProjectsItemRollingRelease; rootDirectory?: string | null; security?: { attackModeActiveUntil?: number | null; attackModeEnabled?: boolean; attackModeUpdatedAt?: number; botIdEnabled?: boolean; firewallBypassIps?: string[]; firewallConfigVersion?: number; firewallEnabled?: boolean; firewallRoutes?: ({ dest?: string; handle?: 'finalize' | 'init' | OpenString; has?: ({ key?: string; type: 'cookie' | 'domain_environment' | 'environment' | 'header' | 'headers' | 'host' | 'initial_request_path' | 'ip_address' | 'method' | 'path' | 'protocol' | 'query' | 'region' | 'scheme' | 'trusted_source' | OpenString; value?: GetProjectsProjectsItemSecurityFirewallRoutesItemHasItemValue })[]; missing?: ({ key?: string; type: 'cookie' | 'domain_environment' | 'environment' | 'header' | 'headers' | 'host' | 'initial_request_path' | 'ip_address' | 'method' | 'path' | 'protocol' | 'query' | 'region' | 'scheme' | 'trusted_source' | OpenString; value?: GetProjectsProjectsItemSecurityFirewallRoutesItemHasItemValue })[]; mitigate?: { action: 'bypass' | 'challenge' | 'deny' | 'log' | 'rate_limit' | 'redirect' | OpenString; erl?: { algo: 'fixed_window' | 'token_bucket' | OpenString; keys: string[]; limit: number; window: number }; logHeaders?: string[] | '*' | OpenString; ruleId: string; ttl?: number }; src?: GetProjectsProjectsItemSecurityFirewallRoutesItemHasItemValue; status?: number; tierRequirement?: 'advanced' | 'critical' | 'priority' | OpenString; transforms?: ({ args: string; op: 'append' | OpenString; target: { key: string }; type: 'request.headers' | OpenString })[] })[]; firewallSeawallEnabled?: boolean; firewallUpdatedAt?: number; ja3Enabled?: boolean; ja4Enabled?: boolean; logHeaders?: string[] | '*' | OpenString; managedRules?: GetMicrofrontendsInGroupProjectsItemSecurityManagedRules; pageIntegrityEnabled?: boolean; requestLogsKey?: string[]; rulesets?: { [key: string]: { action: GetMicrofrontendsInGroupProjectsItemSecurityRulesetsValueAction; actionDuration?: string | null; bypassSystem?: boolean | null; logHeaders?: string[] | '*' | OpenString; rateLimit?: { algo: 'fixed_window' | 'token_bucket' | OpenString; keys: string[]; limit: number; window: number } | null; redirect?: GetMicrofrontendsInGroupProjectsItemSecurityRulesetsValueRedirect } }; securityPlus?: boolean; securityPlusMetadata?: GetMicrofrontendsInGroupProjectsItemSecuritySecurityPlusMetadata }; serverlessFunctionRegion: string; serverlessFunctionZeroConfigFailover?: boolean; skipGitConnectDuringLink?: boolean; sourceFilesOutsideRootDirectory?: boolean; speedInsights?: GetDeploymentProjectSettingsSpeedInsights; ssoProtection?: GetMicrofrontendsInGroupProjectsItemSsoProtection; targets?: { [key: string]: GetMicrofrontendsInGroupProjectsItemAliasItemDeployment }; tier?: 'advanced' | 'critical' | 'priority' | OpenString; transferCompletedAt?: number; transferredFromAccountId?: string; transferStartedAt?: number; transferToAccountId?: string; trustedSources?: GetMicrofrontendsInGroupProjectsItemTrustedSources; updatedAt?: number; webAnalytics?: GetDeploymentProjectSettingsWebAnalytics })[] } | { pagination: ListAliasesPagination | ListAccessGroupMembersPagination; projects: GetProjects2ProjectsItem[] } | ({ abuse?: GetMicrofrontendsInGroupProjectsItemAbuse; accountId: string; alias: ({ configuredBy?: 'A' | 'CNAME' | 'dns-01' | 'http' | null | OpenString; configuredChangedAt?: number | null; createdAt?: number | null; deployment: GetMicrofrontendsInGroupProjectsItemAliasItemDeployment; domain: string; environment: 'preview' | 'production' | OpenString; gitBranch?: string | null; redirect?: string | null; redirectStatusCode?: number | null; target: 'PREVIEW' | 'PRODUCTION' | 'STAGING' | OpenString })[]; analytics?: GetMicrofrontendsInGroupProjectsItemAnalytics; appliedCve55182Migration?: boolean; autoAssignCustomDomains?: boolean; autoAssignCustomDomainsUpdatedBy?: string; autoExposeSystemEnvs?: boolean; buildCommand?: string | null; commandForIgnoringBuildStep?: string | null; createdAt?: number; creator?: GetMicrofrontendsInGroupProjectsItemCreator; customerSupportCodeVisibility?: boolean; deploymentExpiration: GetMicrofrontendsInGroupProjectsItemDeploymentExpiration; devCommand?: string | null; directoryListing: boolean; env?: ({ comment?: string; configurationId?: string | null; contentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemContentHint; createdAt?: number; createdBy?: string | null; customEnvironmentIds?: string[]; decrypted?: boolean; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; gitBranch?: string; id?: string; internalContentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemInternalContentHint; key: string; legacyValue?: string; sunsetSecretId?: string; target?: ('development' | 'preview' | 'production' | OpenString)[] | 'development' | 'preview' | 'production' | OpenString; type: GetMicrofrontendsInGroupProjectsItemEnvItemType; updatedAt?: number; updatedBy?: string | null; value: string; visibility?: 'config' | 'secret' | OpenString; vsmValue?: string })[]; framework?: GetDeploymentProjectSettingsFramework; gitComments?: GetDeploymentsDeploymentsItemProjectSettingsGitComments; gitForkProtection?: boolean; gitProviderOptions?: GetMicrofrontendsInGroupProjectsItemGitProviderOptions; hasActiveBranches?: boolean; id: string; installCommand?: string | null; internalRoutes?: GetMicrofrontendsInGroupProjectsItemAbuseBlockHistoryItem3Route[]; ipBuckets?: { bucket: string; default?: boolean; supportUntil?: number }[]; latestDeployments?: ({ alias?: string[]; aliasAssigned?: number | boolean | null; aliasError?: GetDeploymentEventsItem32AliasError; aliasFinal?: string | null; automaticAliases?: string[]; branchMatcher?: GetDeploymentCustomEnvironmentBranchMatcher; buildingAt?: number; builds?: { dest?: string; src?: string; use: string }[]; checksConclusion?: 'canceled' | 'failed' | 'skipped' | 'succeeded' | OpenString; checksState?: 'completed' | 'registered' | 'running' | OpenString; connectBuildsEnabled?: boolean; connectConfigurationId?: string; createdAt: number; createdIn: string; creator: GetMicrofrontendsInGroupProjectsItemAliasItemDeploymentCreator; deletedAt?: number; deploymentHostname: string; forced?: boolean; id: string; meta?: { [key: string]: string }; monorepoManager?: string | null; name: string; oidcTokenClaims?: GetDeploymentOidcTokenClaims; plan: 'enterprise' | 'hobby' | 'pro' | OpenString; previewCommentsEnabled?: boolean; private: boolean; readyAt?: number; readyState: GetDeploymentReadyState; readySubstate?: 'PROMOTED' | 'ROLLING' | 'STAGED' | OpenString; requestedAt?: number; target?: string | null; teamId?: string | null; type: 'LAMBDAS' | OpenString; url: string; userId?: string; withCache?: boolean })[]; link?: GetMicrofrontendsInGroupProjectsItemLink; live?: boolean; name: string; nodeVersion: GetDeploymentNodeVersion; oidcTokenConfig?: { enabled?: boolean; issuerMode?: 'global' | 'team' | OpenString }; outputDirectory?: string | null; passport?: GetMicrofrontendsInGroupProjectsItemPassport; passwordProtection?: Record<string, unknown> | null; paused?: boolean; resourceConfig: GetMicrofrontendsInGroupProjectsItemDefaultResourceConfig; rollingRelease?: GetMicrofrontendsInGroupProjectsItemRollingRelease; rootDirectory?: string | null; security?: { attackModeActiveUntil?: number | null; attackModeEnabled?: boolean; attackModeUpdatedAt?: number; botIdEnabled?: boolean; firewallBypassIps?: string[]; firewallConfigVersion?: number; firewallEnabled?: boolean; firewallRoutes?: ({ dest?: string; handle?: 'finalize' | 'init' | OpenString; has?: ({ key?: string; type: 'cookie' | 'domain_environment' | 'environment' | 'header' | 'headers' | 'host' | 'initial_request_path' | 'ip_address' | 'method' | 'path' | 'protocol' | 'query' | 'region' | 'scheme' | 'trusted_source' | OpenString; value?: GetProjectsProjectsItemSecurityFirewallRoutesItemHasItemValue })[]; missing?: ({ key?: string; type: 'cookie' | 'domain_environment' | 'environment' | 'header' | 'headers' | 'host' | 'initial_request_path' | 'ip_address' | 'method' | 'path' | 'protocol' | 'query' | 'region' | 'scheme' | 'trusted_source' | OpenString; value?: GetProjectsProjectsItemSecurityFirewallRoutesItemHasItemValue })[]; mitigate?: { action: 'bypass' | 'challenge' | 'deny' | 'log' | 'rate_limit' | 'redirect' | OpenString; erl?: { algo: 'fixed_window' | 'token_bucket' | OpenString; keys: string[]; limit: number; window: number }; logHeaders?: string[] | '*' | OpenString; ruleId: string; ttl?: number }; src?: GetProjectsProjectsItemSecurityFirewallRoutesItemHasItemValue; status?: number; tierRequirement?: 'advanced' | 'critical' | 'priority' | OpenString; transforms?: ({ args: string; op: 'append' | OpenString; target: { key: string }; type: 'request.headers' | OpenString })[] })[]; firewallSeawallEnabled?: boolean; firewallUpdatedAt?: number; ja3Enabled?: boolean; ja4Enabled?: boolean; logHeaders?: string[] | '*' | OpenString; managedRules?: GetMicrofrontendsInGroupProjectsItemSecurityManagedRules; pageIntegrityEnabled?: boolean; requestLogsKey?: string[]; rulesets?: { [key: string]: { action: GetMicrofrontendsInGroupProjectsItemSecurityRulesetsValueAction; actionDuration?: string | null; bypassSystem?: boolean | null; logHeaders?: string[] | '*' | OpenString; rateLimit?: { algo: 'fixed_window' | 'token_bucket' | OpenString; keys: string[]; limit: number; window: number } | null; redirect?: GetMicrofrontendsInGroupProjectsItemSecurityRulesetsValueRedirect } }; securityPlus?: boolean; securityPlusMetadata?: GetMicrofrontendsInGroupProjectsItemSecuritySecurityPlusMetadata }; serverlessFunctionRegion: string; serverlessFunctionZeroConfigFailover?: boolean; skipGitConnectDuringLink?: boolean; sourceFilesOutsideRootDirectory?: boolean; speedInsights?: GetDeploymentProjectSettingsSpeedInsights; ssoProtection?: GetMicrofrontendsInGroupProjectsItemSsoProtection; targets?: { [key: string]: GetMicrofrontendsInGroupProjectsItemAliasItemDeployment }; tier?: 'advanced' | 'critical' | 'priority' | OpenString; transferCompletedAt?: number; transferredFromAccountId?: string; transferStartedAt?: number; transferToAccountId?: string; trustedSources?: GetMicrofrontendsInGroupProjectsItemTrustedSources; updatedAt?: number; webAnalytics?: GetDeploymentProjectSettingsWebAnalytics })[];

/** Arguments of getProjectTrace. */
export interface GetProjectTraceRequest {
  /** Project id: string in the query. */
  projectId: string;
  /** Request id: string in the query. */
  requestId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getProjectTrace answers. */
export type GetProjectTraceResponseBody = { trace: { resources?: { attributes: { [key: string]: string }; name: string }[]; rootSpanId?: string; spans: { attributes: Record<string, unknown>; duration: number[]; endTime: number[]; events: { attributes: Record<string, unknown>; name: string; timestamp: number[] }[]; kind: number; library: { name: string; version?: string }; links: Record<string, unknown>[]; name: string; parentSpanId?: string; resource: string; spanId: string; startTime: number[]; status: { code: number; message?: string }; traceFlags: number; traceState?: string }[]; traceId: string } };

export type CreateProjectRequestBody = { enablePreviewFeedback?: boolean | null | undefined; enableProductionFeedback?: boolean | null | undefined; previewDeploymentsDisabled?: boolean | null | undefined; previewDeploymentSuffix?: string | null | undefined; buildCommand?: string | null | undefined; commandForIgnoringBuildStep?: string | null | undefined; devCommand?: string | null | undefined; environmentVariables?: ({ key: string; target: 'production' | 'preview' | 'development' | ('production' | 'preview' | 'development')[]; gitBranch?: string | undefined; type?: 'system' | 'encrypted' | 'plain' | 'sensitive' | undefined; value: string })[] | undefined; framework?: 'container' | 'blitzjs' | 'nextjs' | 'gatsby' | 'remix' | 'react-router' | 'astro' | 'hexo' | 'eleventy' | 'docusaurus-2' | 'docusaurus' | 'preact' | 'solidstart-1' | 'solidstart' | 'dojo' | 'ember' | 'vue' | 'scully' | 'ionic-angular' | 'angular' | 'polymer' | 'svelte' | 'sveltekit' | 'sveltekit-1' | 'ionic-react' | 'create-react-app' | 'gridsome' | 'umijs' | 'sapper' | 'saber' | 'stencil' | 'nuxtjs' | 'redwoodjs' | 'hugo' | 'jekyll' | 'brunch' | 'middleman' | 'zola' | 'hydrogen' | 'vite' | 'tanstack-start' | 'tanstack-start-lovable' | 'vitepress' | 'vuepress' | 'parcel' | 'fastapi' | 'flask' | 'fasthtml' | 'django' | 'ash' | 'factory-eve' | 'eve' | 'sanity' | 'sanity-v2' | 'storybook' | 'nitro' | 'hono' | 'express' | 'h3' | 'koa' | 'nestjs' | 'elysia' | 'fastify' | 'xmcp' | 'python' | 'ruby' | 'rust' | 'axum' | 'actix-web' | 'bun' | 'node' | 'go' | 'services' | 'mastra' | undefined; gitRepository?: { repo: string; type: 'github' | 'github-limited' | 'gitlab' | 'bitbucket' | 'vercel' | 'cursor-origin' } | undefined; installCommand?: string | null | undefined; name: string; /** @deprecated */ skipGitConnectDuringLink?: boolean | undefined; ssoProtection?: { deploymentType: CreateProjectBodySsoProtectionDeploymentTypeInput } | null | undefined; sandbox?: CreateProjectBodySandboxInput | undefined; outputDirectory?: string | null | undefined; /** @deprecated */ publicSource?: boolean | null | undefined; rootDirectory?: string | null | undefined; serverlessFunctionRegion?: string | null | undefined; serverlessFunctionZeroConfigFailover?: boolean | undefined; oidcTokenConfig?: CreateProjectBodyOidcTokenConfigInput | undefined; enableAffectedProjectsDeployments?: boolean | undefined; resourceConfig?: { buildMachineType?: CreateProjectBodyResourceConfigBuildMachineTypeInput | undefined; fluid?: boolean | undefined; functionDefaultRegions?: string[] | undefined; functionDefaultTimeout?: number | undefined; functionDefaultMemoryType?: CreateProjectBodyResourceConfigFunctionDefaultMemoryTypeInput | undefined; functionZeroConfigFailover?: boolean | undefined; elasticConcurrencyEnabled?: boolean | undefined; buildMachineSelection?: 'elastic' | 'fixed' | undefined; buildMachineElasticLastUpdated?: number | undefined; buildMachineElasticReason?: CreateProjectBodyResourceConfigBuildMachineElasticReasonInput | undefined; isNSNBDisabled?: boolean | undefined; buildQueue?: { configuration?: GetProjectsBuildQueueConfigurationInput | undefined } | undefined; enableFunctionsBeta?: boolean | undefined } | undefined };
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
export type CreateProjectResponseBody = GetProjects2ProjectsItem;

export type GetProjectTokenRequestBody = { source?: string | undefined };
/** Arguments of getProjectToken. */
export interface GetProjectTokenRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: GetProjectTokenRequestBody | undefined;
}
/** What getProjectToken answers. */
export type GetProjectTokenResponseBody = { token: string };

export type CreateTraceSessionRequestBody = { projectId: string; hostname: string };
/** Arguments of createTraceSession. */
export interface CreateTraceSessionRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateTraceSessionRequestBody | undefined;
}
/** What createTraceSession answers. */
export type CreateTraceSessionResponseBody = { token: string };

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
export type GetProjectResponseBody = { abuse?: GetMicrofrontendsInGroupProjectsItemAbuse; accountId: string; alias: ({ configuredBy?: 'A' | 'CNAME' | 'dns-01' | 'http' | null | OpenString; configuredChangedAt?: number | null; createdAt?: number | null; deployment: GetMicrofrontendsInGroupProjectsItemAliasItemDeployment; domain: string; environment: 'preview' | 'production' | OpenString; gitBranch?: string | null; redirect?: string | null; redirectStatusCode?: number | null; target: 'PREVIEW' | 'PRODUCTION' | 'STAGING' | OpenString })[]; analytics?: GetMicrofrontendsInGroupProjectsItemAnalytics; appliedCve55182Migration?: boolean; autoAssignCustomDomains?: boolean; autoAssignCustomDomainsUpdatedBy?: string; autoExposeSystemEnvs?: boolean; avatar?: string | null; blobs?: { isDefaultApp?: boolean }; buildCommand?: string | null; commandForIgnoringBuildStep?: string | null; concurrencyBucketName?: string; connectBuildsEnabled?: boolean; connectConfigurationId?: string | null; connectConfigurations?: GetMicrofrontendsInGroupProjectsItemConnectConfigurationsItem[] | null; createdAt?: number; creator?: GetMicrofrontendsInGroupProjectsItemCreator; crons?: GetMicrofrontendsInGroupProjectsItemCrons; customEnvironments?: GetDeploymentCustomEnvironment[]; customerSupportCodeVisibility?: boolean; dataCache?: GetMicrofrontendsInGroupProjectsItemDataCache; defaultResourceConfig: GetMicrofrontendsInGroupProjectsItemDefaultResourceConfig; deploymentExpiration: GetMicrofrontendsInGroupProjectsItemDeploymentExpiration; deploymentPolicy?: GetMicrofrontendsInGroupProjectsItemDeploymentPolicy; devCommand?: string | null; directoryListing: boolean; dismissedToasts?: ({ action: 'accept' | 'cancel' | 'delete' | OpenString; dismissedAt: number; key: string; value: { currentValue: string | number | boolean; previousValue: string | number | boolean } | string | number | boolean | null })[]; enableAffectedProjectsDeployments?: boolean; enableExternalRewriteCaching?: boolean; enablePreviewFeedback?: boolean | null; enableProductionFeedback?: boolean | null; env?: ({ comment?: string; configurationId?: string | null; contentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemContentHint; createdAt?: number; createdBy?: string | null; customEnvironmentIds?: string[]; decrypted?: boolean; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; gitBranch?: string; id?: string; internalContentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemInternalContentHint; key: string; legacyValue?: string; sunsetSecretId?: string; target?: ('development' | 'preview' | 'production' | OpenString)[] | 'production' | 'preview' | 'development' | OpenString; type: GetMicrofrontendsInGroupProjectsItemEnvItemType; updatedAt?: number; updatedBy?: string | null; value: string; visibility?: 'config' | 'secret' | OpenString; vsmValue?: string })[]; expiration?: GetMicrofrontendsInGroupProjectsItemExpiration; features?: { webAnalytics?: boolean }; framework?: GetDeploymentProjectSettingsFramework; gitComments?: GetDeploymentsDeploymentsItemProjectSettingsGitComments; gitForkProtection?: boolean; gitLFS?: boolean; gitProviderOptions?: GetMicrofrontendsInGroupProjectsItemGitProviderOptions; hasActiveBranches?: boolean; hasDeployments?: boolean; id: string; installCommand?: string | null; integrations?: { installationId: string; resources?: { externalResourceId: string }[] }[]; internalRoutes?: GetMicrofrontendsInGroupProjectsItemAbuseBlockHistoryItem3Route[]; ipBuckets?: { bucket: string; default?: boolean; supportUntil?: number }[]; jobs?: GetMicrofrontendsInGroupProjectsItemJobs; lastAliasRequest?: GetMicrofrontendsInGroupProjectsItemLastAliasRequest; lastRollbackTarget?: Record<string, unknown> | null; latestDeployments?: ({ alias?: string[]; aliasAssigned?: number | boolean | null; aliasError?: GetDeploymentEventsItem32AliasError; aliasFinal?: string | null; automaticAliases?: string[]; branchMatcher?: GetDeploymentCustomEnvironmentBranchMatcher; buildingAt?: number; builds?: { dest?: string; src?: string; use: string }[]; checksConclusion?: 'canceled' | 'failed' | 'skipped' | 'succeeded' | OpenString; checksState?: 'completed' | 'registered' | 'running' | OpenString; connectBuildsEnabled?: boolean; connectConfigurationId?: string; createdAt: number; createdIn: string; creator: GetMicrofrontendsInGroupProjectsItemAliasItemDeploymentCreator; deletedAt?: number; deploymentHostname: string; forced?: boolean; id: string; meta?: { [key: string]: string }; monorepoManager?: string | null; name: string; oidcTokenClaims?: GetDeploymentOidcTokenClaims; plan: 'enterprise' | 'hobby' | 'pro' | OpenString; previewCommentsEnabled?: boolean; private: boolean; readyAt?: number; readyState: GetDeploymentReadyState; readySubstate?: 'PROMOTED' | 'ROLLING' | 'STAGED' | OpenString; requestedAt?: number; target?: string | null; teamId?: string | null; type: 'LAMBDAS' | OpenString; url: string; userId?: string; withCache?: boolean })[]; link?: GetMicrofrontendsInGroupProjectsItemLink; live?: boolean; microfrontends?: GetMicrofrontendsInGroupProjectsItemMicrofrontends; name: string; nodeVersion: GetDeploymentNodeVersion; oidcTokenConfig?: { enabled?: boolean; issuerMode?: 'global' | 'team' | OpenString }; optionsAllowlist?: GetMicrofrontendsInGroupProjectsItemOptionsAllowlist; outputDirectory?: string | null; passiveConnectConfigurationId?: string | null; passport?: GetMicrofrontendsInGroupProjectsItemPassport; passwordProtection?: Record<string, unknown> | null; paused?: boolean; permissions?: GetMicrofrontendsInGroupProjectsItemPermissions; productionDeploymentsFastLane?: boolean; protectedSourcemaps?: boolean; protectionBypass?: { [key: string]: { configurationId: string; createdAt: number; createdBy: string; integrationId: string; scope: 'integration-automation-bypass' | OpenString } | { createdAt: number; createdBy: string; isEnvVar?: boolean; note?: string; scope: 'automation-bypass' | OpenString } }; protectionConfig?: GetMicrofrontendsInGroupProjectsItemProtectionConfig; resourceConfig: GetMicrofrontendsInGroupProjectsItemDefaultResourceConfig; rollbackDescription?: GetMicrofrontendsInGroupProjectsItemRollbackDescription; rollingRelease?: GetMicrofrontendsInGroupProjectsItemRollingRelease; rootDirectory?: string | null; sandbox?: { failoverRegions?: GetMicrofrontendsInGroupProjectsItemSandboxFailoverRegionsItem[]; region?: GetMicrofrontendsInGroupProjectsItemSandboxFailoverRegionsItem }; security?: GetProjects2ProjectsItemSecurity; serverlessFunctionZeroConfigFailover?: boolean; services?: ({ framework?: 'actix-web' | 'angular' | 'ash' | 'astro' | 'axum' | 'blitzjs' | 'brunch' | 'bun' | 'container' | 'create-react-app' | 'django' | 'docusaurus' | 'docusaurus-2' | 'dojo' | 'eleventy' | 'elysia' | 'ember' | 'eve' | 'express' | 'factory-eve' | 'fastapi' | 'fasthtml' | 'fastify' | 'flask' | 'gatsby' | 'go' | 'gridsome' | 'h3' | 'hexo' | 'hono' | 'hugo' | 'hydrogen' | 'ionic-angular' | 'ionic-react' | 'jekyll' | 'koa' | 'mastra' | 'middleman' | 'nestjs' | 'nextjs' | 'nitro' | 'node' | 'nuxtjs' | 'parcel' | 'polymer' | 'preact' | 'python' | 'react-router' | 'redwoodjs' | 'remix' | 'ruby' | 'rust' | 'saber' | 'sanity' | 'sanity-v2' | 'sapper' | 'scully' | 'services' | 'solidstart' | 'solidstart-1' | 'stencil' | 'storybook' | 'svelte' | 'sveltekit' | 'sveltekit-1' | 'tanstack-start' | 'tanstack-start-lovable' | 'umijs' | 'vite' | 'vitepress' | 'vue' | 'vuepress' | 'xmcp' | 'zola' | OpenString; runtime?: string; serviceName: string; serviceType?: 'cron' | 'job' | 'web' | 'worker' | OpenString })[]; skewProtectionAllowedDomains?: string[]; skewProtectionBoundaryAt?: number; skewProtectionMaxAge?: number; skipGitConnectDuringLink?: boolean; sourceFilesOutsideRootDirectory?: boolean; speedInsights?: GetDeploymentProjectSettingsSpeedInsights; ssoProtection?: GetMicrofrontendsInGroupProjectsItemSsoProtection; staticIps?: GetMicrofrontendsInGroupProjectsItemStaticIps; targets?: { [key: string]: GetMicrofrontendsInGroupProjectsItemAliasItemDeployment }; tier?: 'advanced' | 'critical' | 'priority' | OpenString; tracing?: GetMicrofrontendsInGroupProjectsItemTracing; transferCompletedAt?: number; transferredFromAccountId?: string; transferStartedAt?: number; transferToAccountId?: string; trustedIps?: GetMicrofrontendsInGroupProjectsItemTrustedIps; trustedSources?: GetMicrofrontendsInGroupProjectsItemTrustedSources; updatedAt?: number; usageStatus?: GetMicrofrontendsInGroupProjectsItemUsageStatus; v0?: boolean; v0Created?: boolean; webAnalytics?: GetDeploymentProjectSettingsWebAnalytics };

export type UpdateProjectRequestBody = { autoExposeSystemEnvs?: boolean | undefined; autoAssignCustomDomains?: boolean | undefined; autoAssignCustomDomainsUpdatedBy?: string | undefined; buildCommand?: string | null | undefined; commandForIgnoringBuildStep?: string | null | undefined; customerSupportCodeVisibility?: boolean | undefined; devCommand?: string | null | undefined; directoryListing?: boolean | undefined; framework?: 'container' | 'blitzjs' | 'nextjs' | 'gatsby' | 'remix' | 'react-router' | 'astro' | 'hexo' | 'eleventy' | 'docusaurus-2' | 'docusaurus' | 'preact' | 'solidstart-1' | 'solidstart' | 'dojo' | 'ember' | 'vue' | 'scully' | 'ionic-angular' | 'angular' | 'polymer' | 'svelte' | 'sveltekit' | 'sveltekit-1' | 'ionic-react' | 'create-react-app' | 'gridsome' | 'umijs' | 'sapper' | 'saber' | 'stencil' | 'nuxtjs' | 'redwoodjs' | 'hugo' | 'jekyll' | 'brunch' | 'middleman' | 'zola' | 'hydrogen' | 'vite' | 'tanstack-start' | 'tanstack-start-lovable' | 'vitepress' | 'vuepress' | 'parcel' | 'fastapi' | 'flask' | 'fasthtml' | 'django' | 'ash' | 'factory-eve' | 'eve' | 'sanity' | 'sanity-v2' | 'storybook' | 'nitro' | 'hono' | 'express' | 'h3' | 'koa' | 'nestjs' | 'elysia' | 'fastify' | 'xmcp' | 'python' | 'ruby' | 'rust' | 'axum' | 'actix-web' | 'bun' | 'node' | 'go' | 'services' | 'mastra' | null | undefined; gitForkProtection?: boolean | undefined; gitLFS?: boolean | undefined; protectedSourcemaps?: boolean | undefined; installCommand?: string | null | undefined; name?: string | undefined; nodeVersion?: '24.x' | '22.x' | '20.x' | '18.x' | '16.x' | '14.x' | '12.x' | '10.x' | undefined; outputDirectory?: string | null | undefined; previewDeploymentsDisabled?: boolean | null | undefined; previewDeploymentSuffix?: string | null | undefined; resourceConfig?: { buildMachineType?: CreateProjectBodyResourceConfigBuildMachineTypeInput | undefined; buildMachineSelection?: 'elastic' | 'fixed' | undefined; buildQueue?: { configuration?: GetProjectsBuildQueueConfigurationInput | undefined } | undefined; fluid?: boolean | undefined; functionDefaultRegions?: string[] | undefined; functionDefaultTimeout?: number | undefined; functionDefaultMemoryType?: CreateProjectBodyResourceConfigFunctionDefaultMemoryTypeInput | undefined; functionZeroConfigFailover?: boolean | undefined; elasticConcurrencyEnabled?: boolean | undefined; buildMachineElasticLastUpdated?: number | undefined; buildMachineElasticReason?: CreateProjectBodyResourceConfigBuildMachineElasticReasonInput | undefined; isNSNBDisabled?: boolean | undefined; enableFunctionsBeta?: boolean | undefined } | undefined; /** @deprecated */ publicSource?: boolean | null | undefined; rootDirectory?: string | null | undefined; serverlessFunctionRegion?: string | null | undefined; serverlessFunctionZeroConfigFailover?: boolean | undefined; skewProtectionBoundaryAt?: number | undefined; skewProtectionMaxAge?: number | undefined; skewProtectionAllowedDomains?: string[] | undefined; /** @deprecated */ skipGitConnectDuringLink?: boolean | undefined; sourceFilesOutsideRootDirectory?: boolean | undefined; enablePreviewFeedback?: boolean | null | undefined; enableProductionFeedback?: boolean | null | undefined; enableAffectedProjectsDeployments?: boolean | undefined; enableExternalRewriteCaching?: boolean | undefined; staticIps?: { enabled: boolean } | undefined; tracing?: { domains?: string | undefined; ignorePaths?: string[] | undefined; samplingRules?: ({ rate: number; env?: 'production' | 'preview' | undefined; requestPath?: string | undefined; destination?: 'internal' | 'external' | undefined })[] | undefined } | null | undefined; oidcTokenConfig?: CreateProjectBodyOidcTokenConfigInput | undefined; passwordProtection?: UpdateProjectBodyPasswordProtectionInput | undefined; passport?: UpdateProjectBodyPassportInput | undefined; sandbox?: CreateProjectBodySandboxInput | undefined; ssoProtection?: UpdateProjectBodySsoProtectionInput | undefined; trustedIps?: { deploymentType: 'all' | 'preview' | 'production' | 'prod_deployment_urls_and_all_previews' | 'all_except_custom_domains'; addresses: ({ value: string; note?: string | undefined })[]; protectionMode: 'exclusive' | 'additional' } | null | undefined; trustedSources?: { enableVercelCiSameRepository?: boolean | undefined; projects?: { [key: string]: { label?: string | undefined; customAllow?: { to: UpdateProjectBodyTrustedSourcesProjectsValueCustomAllowItemToInput; from: UpdateProjectBodyTrustedSourcesProjectsValueCustomAllowItemToInput }[] | undefined } } | undefined; oidcProviders?: { [key: string]: ({ label?: string | undefined; to: UpdateProjectBodyTrustedSourcesProjectsValueCustomAllowItemToInput; claims: { [key: string]: string[] } })[] } | undefined } | null | undefined; deploymentPolicy?: UpdateProjectBodyDeploymentPolicyInput | undefined; optionsAllowlist?: UpdateProjectBodyOptionsAllowlistInput | undefined; connectConfigurations?: { envId: string; connectConfigurationId: string; passive: boolean; buildsEnabled: boolean }[] | null | undefined; dismissedToasts?: ({ key: string; dismissedAt: number; action: 'cancel' | 'accept' | 'delete'; value?: unknown | undefined })[] | undefined };
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
export type UpdateProjectResponseBody = { abuse?: GetMicrofrontendsInGroupProjectsItemAbuse; accountId: string; alias: ({ configuredBy?: 'A' | 'CNAME' | 'dns-01' | 'http' | null | OpenString; configuredChangedAt?: number | null; createdAt?: number | null; deployment: GetMicrofrontendsInGroupProjectsItemAliasItemDeployment; domain: string; environment: 'preview' | 'production' | OpenString; gitBranch?: string | null; redirect?: string | null; redirectStatusCode?: number | null; target: 'PREVIEW' | 'PRODUCTION' | 'STAGING' | OpenString })[]; analytics?: GetMicrofrontendsInGroupProjectsItemAnalytics; appliedCve55182Migration?: boolean; autoAssignCustomDomains?: boolean; autoAssignCustomDomainsUpdatedBy?: string; autoExposeSystemEnvs?: boolean; avatar?: string | null; blobs?: { isDefaultApp?: boolean }; buildCommand?: string | null; commandForIgnoringBuildStep?: string | null; concurrencyBucketName?: string; connectBuildsEnabled?: boolean; connectConfigurationId?: string | null; connectConfigurations?: GetMicrofrontendsInGroupProjectsItemConnectConfigurationsItem[] | null; createdAt?: number; creator?: GetMicrofrontendsInGroupProjectsItemCreator; crons?: GetMicrofrontendsInGroupProjectsItemCrons; customEnvironments?: GetDeploymentCustomEnvironment[]; customerSupportCodeVisibility?: boolean; dataCache?: GetMicrofrontendsInGroupProjectsItemDataCache; defaultResourceConfig: GetMicrofrontendsInGroupProjectsItemDefaultResourceConfig; deploymentExpiration: GetMicrofrontendsInGroupProjectsItemDeploymentExpiration; deploymentPolicy?: GetMicrofrontendsInGroupProjectsItemDeploymentPolicy; devCommand?: string | null; directoryListing: boolean; dismissedToasts?: ({ action: 'accept' | 'cancel' | 'delete' | OpenString; dismissedAt: number; key: string; value: { currentValue: string | number | boolean; previousValue: string | number | boolean } | string | number | boolean | null })[]; enableAffectedProjectsDeployments?: boolean; enableExternalRewriteCaching?: boolean; enablePreviewFeedback?: boolean | null; enableProductionFeedback?: boolean | null; env?: ({ comment?: string; configurationId?: string | null; contentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemContentHint; createdAt?: number; createdBy?: string | null; customEnvironmentIds?: string[]; decrypted?: boolean; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; gitBranch?: string; id?: string; internalContentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemInternalContentHint; key: string; legacyValue?: string; sunsetSecretId?: string; target?: string[] | 'production' | 'preview' | 'development' | OpenString; type: GetMicrofrontendsInGroupProjectsItemEnvItemType; updatedAt?: number; updatedBy?: string | null; value: string; visibility?: 'config' | 'secret' | OpenString; vsmValue?: string })[]; expiration?: GetMicrofrontendsInGroupProjectsItemExpiration; features?: { webAnalytics?: boolean }; framework?: GetDeploymentProjectSettingsFramework; gitComments?: GetDeploymentsDeploymentsItemProjectSettingsGitComments; gitForkProtection?: boolean; gitLFS?: boolean; gitProviderOptions?: GetMicrofrontendsInGroupProjectsItemGitProviderOptions; hasActiveBranches?: boolean; hasDeployments?: boolean; id: string; installCommand?: string | null; internalRoutes?: GetMicrofrontendsInGroupProjectsItemAbuseBlockHistoryItem3Route[]; ipBuckets?: { bucket: string; default?: boolean; supportUntil?: number }[]; jobs?: GetMicrofrontendsInGroupProjectsItemJobs; lastAliasRequest?: GetMicrofrontendsInGroupProjectsItemLastAliasRequest; lastRollbackTarget?: Record<string, unknown> | null; latestDeployments?: ({ alias?: string[]; aliasAssigned?: number | boolean | null; aliasError?: GetDeploymentEventsItem32AliasError; aliasFinal?: string | null; automaticAliases?: string[]; branchMatcher?: GetDeploymentCustomEnvironmentBranchMatcher; buildingAt?: number; builds?: { dest?: string; src?: string; use: string }[]; checksConclusion?: 'canceled' | 'failed' | 'skipped' | 'succeeded' | OpenString; checksState?: 'completed' | 'registered' | 'running' | OpenString; connectBuildsEnabled?: boolean; connectConfigurationId?: string; createdAt: number; createdIn: string; creator: GetMicrofrontendsInGroupProjectsItemAliasItemDeploymentCreator; deletedAt?: number; deploymentHostname: string; forced?: boolean; id: string; meta?: { [key: string]: string }; monorepoManager?: string | null; name: string; oidcTokenClaims?: GetDeploymentOidcTokenClaims; plan: 'enterprise' | 'hobby' | 'pro' | OpenString; previewCommentsEnabled?: boolean; private: boolean; readyAt?: number; readyState: GetDeploymentReadyState; readySubstate?: 'PROMOTED' | 'ROLLING' | 'STAGED' | OpenString; requestedAt?: number; target?: string | null; teamId?: string | null; type: 'LAMBDAS' | OpenString; url: string; userId?: string; withCache?: boolean })[]; link?: GetMicrofrontendsInGroupProjectsItemLink; live?: boolean; microfrontends?: GetMicrofrontendsInGroupProjectsItemMicrofrontends; name: string; nodeVersion: GetDeploymentNodeVersion; oidcTokenConfig?: { enabled?: boolean; issuerMode?: 'global' | 'team' | OpenString }; optionsAllowlist?: GetMicrofrontendsInGroupProjectsItemOptionsAllowlist; outputDirectory?: string | null; passiveConnectConfigurationId?: string | null; passport?: GetMicrofrontendsInGroupProjectsItemPassport; passwordProtection?: Record<string, unknown> | null; paused?: boolean; permissions?: GetMicrofrontendsInGroupProjectsItemPermissions; productionDeploymentsFastLane?: boolean; protectedSourcemaps?: boolean; protectionBypass?: { [key: string]: { configurationId: string; createdAt: number; createdBy: string; integrationId: string; scope: 'integration-automation-bypass' | OpenString } | { createdAt: number; createdBy: string; isEnvVar?: boolean; note?: string; scope: 'automation-bypass' | OpenString } }; protectionConfig?: GetMicrofrontendsInGroupProjectsItemProtectionConfig; resourceConfig: GetMicrofrontendsInGroupProjectsItemDefaultResourceConfig; rollbackDescription?: GetMicrofrontendsInGroupProjectsItemRollbackDescription; rollingRelease?: GetMicrofrontendsInGroupProjectsItemRollingRelease; rootDirectory?: string | null; sandbox?: { failoverRegions?: GetMicrofrontendsInGroupProjectsItemSandboxFailoverRegionsItem[]; region?: GetMicrofrontendsInGroupProjectsItemSandboxFailoverRegionsItem }; security?: GetProjects2ProjectsItemSecurity; serverlessFunctionZeroConfigFailover?: boolean; services?: ({ framework?: 'actix-web' | 'angular' | 'ash' | 'astro' | 'axum' | 'blitzjs' | 'brunch' | 'bun' | 'container' | 'create-react-app' | 'django' | 'docusaurus' | 'docusaurus-2' | 'dojo' | 'eleventy' | 'elysia' | 'ember' | 'eve' | 'express' | 'factory-eve' | 'fastapi' | 'fasthtml' | 'fastify' | 'flask' | 'gatsby' | 'go' | 'gridsome' | 'h3' | 'hexo' | 'hono' | 'hugo' | 'hydrogen' | 'ionic-angular' | 'ionic-react' | 'jekyll' | 'koa' | 'mastra' | 'middleman' | 'nestjs' | 'nextjs' | 'nitro' | 'node' | 'nuxtjs' | 'parcel' | 'polymer' | 'preact' | 'python' | 'react-router' | 'redwoodjs' | 'remix' | 'ruby' | 'rust' | 'saber' | 'sanity' | 'sanity-v2' | 'sapper' | 'scully' | 'services' | 'solidstart' | 'solidstart-1' | 'stencil' | 'storybook' | 'svelte' | 'sveltekit' | 'sveltekit-1' | 'tanstack-start' | 'tanstack-start-lovable' | 'umijs' | 'vite' | 'vitepress' | 'vue' | 'vuepress' | 'xmcp' | 'zola' | OpenString; runtime?: string; serviceName: string; serviceType?: 'cron' | 'job' | 'web' | 'worker' | OpenString })[]; skewProtectionAllowedDomains?: string[]; skewProtectionBoundaryAt?: number; skewProtectionMaxAge?: number; skipGitConnectDuringLink?: boolean; sourceFilesOutsideRootDirectory?: boolean; speedInsights?: GetDeploymentProjectSettingsSpeedInsights; ssoProtection?: GetMicrofrontendsInGroupProjectsItemSsoProtection; staticIps?: GetMicrofrontendsInGroupProjectsItemStaticIps; targets?: { [key: string]: GetMicrofrontendsInGroupProjectsItemAliasItemDeployment }; tier?: 'advanced' | 'critical' | 'priority' | OpenString; tracing?: GetMicrofrontendsInGroupProjectsItemTracing; transferCompletedAt?: number; transferredFromAccountId?: string; transferStartedAt?: number; transferToAccountId?: string; trustedIps?: GetMicrofrontendsInGroupProjectsItemTrustedIps; trustedSources?: GetMicrofrontendsInGroupProjectsItemTrustedSources; updatedAt?: number; usageStatus?: GetMicrofrontendsInGroupProjectsItemUsageStatus; v0?: boolean; v0Created?: boolean; webAnalytics?: GetDeploymentProjectSettingsWebAnalytics };

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

/** Arguments of uploadProjectAvatar. */
export interface UploadProjectAvatarRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UploadBody | undefined;
}
/** What uploadProjectAvatar answers. */
export type UploadProjectAvatarResponseBody = GetProjects2ProjectsItem;

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
export type GetProjectDomainsResponseBody = { domains: GetDeploymentCustomEnvironmentDomainsItem[]; pagination: ListAliasesPagination };

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

export type UpdateProjectDomainRequestBody = { gitBranch?: string | null | undefined; redirect?: string | null | undefined; redirectStatusCode?: 301 | 302 | 307 | 308 | null | undefined };
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

export type AddProjectDomainRequestBody = { name: string; gitBranch?: string | null | undefined; customEnvironmentId?: string | undefined; redirect?: string | null | undefined; redirectStatusCode?: 301 | 302 | 307 | 308 | null | undefined };
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

export type MoveProjectDomainRequestBody = { projectId: string; gitBranch?: string | null | undefined; redirect?: string | null | undefined; redirectStatusCode?: 301 | 302 | 307 | 308 | null | undefined };
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
export type VerifyProjectDomainResponseBody = { apexName: string; createdAt?: number; customEnvironmentId?: string | null; gitBranch?: string | null; name: string; projectId: string; redirect?: string | null; redirectStatusCode?: number | null; updatedAt?: number; verified: boolean };

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
export type FilterProjectEnvsResponseBody = FilterProjectEnvs | { envs: FilterProjectEnvs[]; pagination: ListAliasesPagination } | { envs: FilterProjectEnvs[]; hiddenProductionEnvCount: number };

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
export type CreateProjectEnvResponseBody = { created?: { comment?: string; configurationId?: string | null; contentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemContentHint; createdAt?: number; createdBy?: string | null; customEnvironmentIds?: string[]; decrypted?: boolean; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; gitBranch?: string; id?: string; internalContentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemInternalContentHint; key: string; legacyValue?: string; sunsetSecretId?: string; target?: ('production' | 'preview' | 'development' | OpenString)[] | 'production' | 'preview' | 'development' | OpenString; type: GetMicrofrontendsInGroupProjectsItemEnvItemType; updatedAt?: number; updatedBy?: string | null; value: string; visibility?: 'config' | 'secret' | OpenString; vsmValue?: string; system?: boolean } | ({ comment?: string; configurationId?: string | null; contentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemContentHint; createdAt?: number; createdBy?: string | null; customEnvironmentIds?: string[]; decrypted?: boolean; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; gitBranch?: string; id?: string; internalContentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemInternalContentHint; key: string; legacyValue?: string; sunsetSecretId?: string; target?: string[] | 'production' | 'preview' | 'development' | OpenString; type: GetMicrofrontendsInGroupProjectsItemEnvItemType; updatedAt?: number; updatedBy?: string | null; value: string; visibility?: 'config' | 'secret' | OpenString; vsmValue?: string; system?: boolean })[]; failed: ({ error: { action?: string; code: string; envVarId?: string; envVarKey?: string; gitBranch?: string; key?: string; link?: string; message: string; project?: string; target?: ('development' | 'preview' | 'production' | OpenString)[] | 'production' | 'preview' | 'development' | OpenString; value?: string | ('production' | 'preview' | 'development' | OpenString)[] } })[] };

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
export type GetProjectEnvResponseBody = { comment?: string; configurationId?: string | null; contentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemContentHint; createdAt?: number; createdBy?: string | null; customEnvironmentIds?: string[]; decrypted: boolean; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; gitBranch?: string; id?: string; internalContentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemInternalContentHint; key: string; legacyValue?: string; sunsetSecretId?: string; target?: ('development' | 'preview' | 'production' | OpenString)[] | 'production' | 'preview' | 'development' | OpenString; type: GetMicrofrontendsInGroupProjectsItemEnvItemType; updatedAt?: number; updatedBy?: string | null; visibility?: 'config' | 'secret' | OpenString } | { comment?: string; configurationId?: string | null; contentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemContentHint; createdAt?: number; createdBy?: string | null; customEnvironmentIds?: string[]; decrypted?: boolean; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; gitBranch?: string; id?: string; internalContentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemInternalContentHint; key: string; legacyValue?: string; sunsetSecretId?: string; target?: ('production' | 'preview' | 'development' | OpenString)[] | 'production' | 'preview' | 'development' | OpenString; type: GetMicrofrontendsInGroupProjectsItemEnvItemType; updatedAt?: number; updatedBy?: string | null; value: string; visibility?: 'config' | 'secret' | OpenString };

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
export type RemoveProjectEnvResponseBody = { comment?: string; configurationId?: string | null; contentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemContentHint; createdAt?: number; createdBy?: string | null; customEnvironmentIds?: string[]; decrypted?: boolean; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; gitBranch?: string; id?: string; internalContentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemInternalContentHint; key: string; legacyValue?: string; sunsetSecretId?: string; system?: boolean; target?: ('development' | 'preview' | 'production' | OpenString)[] | 'production' | 'preview' | 'development' | OpenString; type: GetMicrofrontendsInGroupProjectsItemEnvItemType; updatedAt?: number; updatedBy?: string | null; value: string; visibility?: 'config' | 'secret' | OpenString } | { comment?: string; configurationId?: string | null; contentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemContentHint; createdAt?: number; createdBy?: string | null; customEnvironmentIds?: string[]; decrypted?: boolean; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; gitBranch?: string; id?: string; internalContentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemInternalContentHint; key: string; legacyValue?: string; sunsetSecretId?: string; target?: ('development' | 'preview' | 'production' | OpenString)[] | 'production' | 'preview' | 'development' | OpenString; type: GetMicrofrontendsInGroupProjectsItemEnvItemType; updatedAt?: number; updatedBy?: string | null; value: string; visibility?: 'config' | 'secret' | OpenString } | ({ comment?: string; configurationId?: string | null; contentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemContentHint; createdAt?: number; createdBy?: string | null; customEnvironmentIds?: string[]; decrypted?: boolean; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; gitBranch?: string; id?: string; internalContentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemInternalContentHint; key: string; legacyValue?: string; sunsetSecretId?: string; target?: ('development' | 'preview' | 'production' | OpenString)[] | 'production' | 'preview' | 'development' | OpenString; type: GetMicrofrontendsInGroupProjectsItemEnvItemType; updatedAt?: number; updatedBy?: string | null; value: string; visibility?: 'config' | 'secret' | OpenString } | null)[];

export type EditProjectEnvRequestBody = { key?: string | undefined; target?: ('production' | 'preview' | 'development')[] | undefined; gitBranch?: string | null | undefined; type?: 'system' | 'encrypted' | 'plain' | 'sensitive' | undefined; value?: string | undefined; customEnvironmentIds?: string[] | undefined; comment?: string | undefined };
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
export type EditProjectEnvResponseBody = { comment?: string; configurationId?: string | null; contentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemContentHint; createdAt?: number; createdBy?: string | null; customEnvironmentIds?: string[]; decrypted?: boolean; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; gitBranch?: string; id?: string; internalContentHint?: GetMicrofrontendsInGroupProjectsItemEnvItemInternalContentHint; key: string; legacyValue?: string; sunsetSecretId?: string; target?: ('development' | 'preview' | 'production' | OpenString)[] | 'development' | 'preview' | 'production' | OpenString; type: GetMicrofrontendsInGroupProjectsItemEnvItemType; updatedAt?: number; updatedBy?: string | null; value: string; visibility?: 'config' | 'secret' | OpenString };

export type BatchRemoveProjectEnvRequestBody = { ids: string[] };
/** Arguments of batchRemoveProjectEnv. */
export interface BatchRemoveProjectEnvRequest {
  /** Id or name: string in the path. */
  idOrName: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: BatchRemoveProjectEnvRequestBody | undefined;
}
/** What batchRemoveProjectEnv answers. */
export type BatchRemoveProjectEnvResponseBody = { deleted: number; ids: string[] };

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
export type AcceptProjectTransferRequestResponseBody = { partnerCalls: ({ installationId: string; resourceIds: string[]; result: { code?: string; error?: Record<string, unknown>; status: 'errored' | 'fulfilled' | OpenString } })[]; resourceTransferErrors: Record<string, unknown>[]; transferredStoreIds: string[] } | Record<string, unknown>;

export type UpdateProjectProtectionBypassRequestBody = { revoke?: PatchUrlProtectionBypassBody3RevokeInput | undefined; generate?: { secret?: string | undefined; note?: string | undefined } | undefined; update?: { secret: string; isEnvVar?: boolean | undefined; note?: string | undefined } | undefined };
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
export type UpdateProjectProtectionBypassResponseBody = { protectionBypass?: { [key: string]: { configurationId: string; createdAt: number; createdBy: string; integrationId: string; scope: 'integration-automation-bypass' | OpenString } | { createdAt: number; createdBy: string; isEnvVar?: boolean; note?: string; scope: 'automation-bypass' | OpenString } } };

/** Arguments of requestRollback. */
export interface RequestRollbackRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** Description: string in the query. */
  description?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What requestRollback answers. */
export type RequestRollbackResponseBody = void;

export type UpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescriptionRequestBody = { description?: string | undefined };
/** Arguments of updateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription. */
export interface UpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescriptionRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Deployment id: string in the path. */
  deploymentId: string;
  /** The request's body. */
  requestBody?: UpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescriptionRequestBody | undefined;
}
/** What updateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription answers. */
export type UpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescriptionResponseBody = void;

export type UpdateMicrofrontendsRequestBody = { microfrontendsGroupId?: string | undefined; enabled?: boolean | undefined; isDefaultApp?: boolean | undefined; defaultRoute?: string | undefined; routeObservabilityToThisProject?: boolean | undefined; doNotRouteWithMicrofrontendsRouting?: boolean | undefined };
/** Arguments of updateMicrofrontends. */
export interface UpdateMicrofrontendsRequest {
  /** Project id: string in the path. */
  projectId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: UpdateMicrofrontendsRequestBody | undefined;
}
/** What updateMicrofrontends answers. */
export type UpdateMicrofrontendsResponseBody = GetProjects2ProjectsItem;

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
  /** Limit: number in the query. */
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
export type ListPromoteAliasesResponseBody = { aliases: { alias: string; id: string; status: string }[]; pagination: ListAliasesPagination } | Record<string, unknown>;

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
export type UpdateProjectDataCacheResponseBody = { accountId: string; analytics?: { id: string; canceledAt?: number | null; disabledAt: number; enabledAt: number; paidAt?: number; sampleRatePercent?: number | null; spendLimitInDollars?: number | null }; speedInsights?: { id: string; enabledAt?: number; disabledAt?: number; canceledAt?: number; hasData?: boolean; paidAt?: number }; autoExposeSystemEnvs?: boolean; autoAssignCustomDomains?: boolean; autoAssignCustomDomainsUpdatedBy?: string; buildCommand?: string | null; commandForIgnoringBuildStep?: string | null; connectConfigurations?: ({ envId: string | 'preview' | 'production' | OpenString; connectConfigurationId: string; dc?: string; passive: boolean; buildsEnabled: boolean; aws?: { subnetIds: string[]; securityGroupId: string }; createdAt: number; updatedAt: number })[] | null; connectConfigurationId?: string | null; connectBuildsEnabled?: boolean; passiveConnectConfigurationId?: string | null; createdAt?: number; customerSupportCodeVisibility?: boolean; crons?: { enabledAt: number; disabledAt: number | null; updatedAt: number; deploymentId: string | null; definitions: { host: string; path: string; schedule: string }[] }; dataCache?: { userDisabled: boolean; storageSizeBytes?: number | null; unlimited?: boolean }; deploymentExpiration?: { expirationDays?: number; expirationDaysProduction?: number; expirationDaysCanceled?: number; expirationDaysErrored?: number; deploymentsToKeep?: number } | null; devCommand?: string | null; directoryListing: boolean; installCommand?: string | null; env?: ({ target?: ('production' | 'preview' | 'development' | OpenString)[] | 'production' | 'preview' | 'development' | OpenString; type: 'secret' | 'system' | 'encrypted' | 'plain' | 'sensitive' | OpenString; sunsetSecretId?: string; decrypted?: boolean; value: string; vsmValue?: string; id?: string; key: string; configurationId?: string | null; createdAt?: number; updatedAt?: number; createdBy?: string | null; updatedBy?: string | null; gitBranch?: string; edgeConfigId?: string | null; edgeConfigTokenId?: string | null; contentHint?: { type: 'redis-url' | OpenString; storeId: string } | { type: 'redis-rest-api-url' | OpenString; storeId: string } | { type: 'redis-rest-api-token' | OpenString; storeId: string } | { type: 'redis-rest-api-read-only-token' | OpenString; storeId: string } | { type: 'blob-read-write-token' | OpenString; storeId: string } | { type: 'postgres-url' | OpenString; storeId: string } | { type: 'postgres-url-non-pooling' | OpenString; storeId: string } | { type: 'postgres-prisma-url' | OpenString; storeId: string } | { type: 'postgres-user' | OpenString; storeId: string } | { type: 'postgres-host' | OpenString; storeId: string } | { type: 'postgres-password' | OpenString; storeId: string } | { type: 'postgres-database' | OpenString; storeId: string } | { type: 'postgres-url-no-ssl' | OpenString; storeId: string } | { type: 'integration-store-secret' | OpenString; storeId: string; integrationId: string; integrationProductId: string; integrationConfigurationId: string } | { type: 'flags-connection-string' | OpenString; projectId: string } | null; internalContentHint?: { type: 'flags-secret' | OpenString; encryptedValue: string } | null; comment?: string; customEnvironmentIds?: string[] })[]; customEnvironments?: ({ id: string; slug: string; type: 'preview' | 'production' | 'development' | OpenString; description?: string; branchMatcher?: UpdateProjectDataCacheCustomEnvironmentsItemBranchMatcher; domains?: ({ name: string; apexName: string; projectId: string; redirect?: string | null; redirectStatusCode?: 307 | 301 | 302 | 308 | null | OpenNumber; gitBranch?: string | null; customEnvironmentId?: string | null; updatedAt?: number; createdAt?: number; verified: boolean; verification?: { type: string; domain: string; value: string; reason: string }[] })[]; currentDeploymentAliases?: string[]; createdAt: number; updatedAt: number })[]; framework?: 'blitzjs' | 'nextjs' | 'gatsby' | 'remix' | 'react-router' | 'astro' | 'hexo' | 'eleventy' | 'docusaurus-2' | 'docusaurus' | 'preact' | 'solidstart-1' | 'solidstart' | 'dojo' | 'ember' | 'vue' | 'scully' | 'ionic-angular' | 'angular' | 'polymer' | 'svelte' | 'sveltekit' | 'sveltekit-1' | 'ionic-react' | 'create-react-app' | 'gridsome' | 'umijs' | 'sapper' | 'saber' | 'stencil' | 'nuxtjs' | 'redwoodjs' | 'hugo' | 'jekyll' | 'brunch' | 'middleman' | 'zola' | 'hydrogen' | 'vite' | 'vitepress' | 'vuepress' | 'parcel' | 'fastapi' | 'fasthtml' | 'sanity-v3' | 'sanity' | 'storybook' | 'nitro' | 'hono' | 'express' | 'h3' | 'xmcp' | null | OpenString; gitForkProtection?: boolean; gitLFS?: boolean; id: string; ipBuckets?: { bucket: string; supportUntil?: number }[]; latestDeployments?: ({ id: string; alias?: string[]; aliasAssigned?: number | boolean | null; aliasError?: GetDeploymentEventsItem32AliasError; aliasFinal?: string | null; automaticAliases?: string[]; branchMatcher?: UpdateProjectDataCacheCustomEnvironmentsItemBranchMatcher; buildingAt?: number; builds?: { use: string; src?: string; dest?: string }[]; checksConclusion?: 'succeeded' | 'failed' | 'skipped' | 'canceled' | OpenString; checksState?: 'registered' | 'running' | 'completed' | OpenString; connectBuildsEnabled?: boolean; connectConfigurationId?: string; createdAt: number; createdIn: string; creator: GetMicrofrontendsInGroupProjectsItemAliasItemDeploymentCreator; deletedAt?: number; deploymentHostname: string; forced?: boolean; name: string; meta?: { [key: string]: string }; monorepoManager?: string | null; oidcTokenClaims?: UpdateProjectDataCacheLatestDeploymentsItemOidcTokenClaims; plan: 'pro' | 'enterprise' | 'hobby' | OpenString; previewCommentsEnabled?: boolean; private: boolean; readyAt?: number; readyState: UpdateProjectDataCacheLatestDeploymentsItemReadyState; readySubstate?: 'STAGED' | 'ROLLING' | 'PROMOTED' | OpenString; requestedAt?: number; target?: string | null; teamId?: string | null; type: 'LAMBDAS' | OpenString; url: string; userId: string; withCache?: boolean })[]; link?: { org: string; repoOwnerId?: number; repo?: string; repoId?: number; type: 'github' | OpenString; createdAt?: number; deployHooks: { createdAt?: number; id: string; name: string; ref: string; url: string }[]; gitCredentialId: string; updatedAt?: number; sourceless?: boolean; productionBranch: string } | { type: 'github-limited' | OpenString; createdAt?: number; updatedAt?: number; org: string; repoOwnerId?: number; repo?: string; repoId?: number; deployHooks: { createdAt?: number; id: string; name: string; ref: string; url: string }[]; gitCredentialId: string; sourceless?: boolean; productionBranch: string } | { org: string; repoOwnerId?: number; repo?: string; repoId?: number; type: 'github-custom-host' | OpenString; host: string; createdAt?: number; deployHooks: { createdAt?: number; id: string; name: string; ref: string; url: string }[]; gitCredentialId: string; updatedAt?: number; sourceless?: boolean; productionBranch: string } | { projectId: string; projectName: string; projectNameWithNamespace: string; projectNamespace: string; projectOwnerId?: number; projectUrl: string; type: 'gitlab' | OpenString; createdAt?: number; deployHooks: { createdAt?: number; id: string; name: string; ref: string; url: string }[]; gitCredentialId: string; updatedAt?: number; sourceless?: boolean; productionBranch: string } | { name: string; slug: string; owner: string; type: 'bitbucket' | OpenString; uuid: string; workspaceUuid: string; createdAt?: number; deployHooks: { createdAt?: number; id: string; name: string; ref: string; url: string }[]; gitCredentialId: string; updatedAt?: number; sourceless?: boolean; productionBranch: string }; microfrontends?: { updatedAt: number; groupIds: string[]; enabled: boolean; isDefaultApp?: boolean; defaultRoute?: string; routeObservabilityToThisProject?: boolean } | { updatedAt: number; groupIds: unknown[]; enabled: boolean }; name: string; nodeVersion: '22.x' | '20.x' | '18.x' | '16.x' | '14.x' | '12.x' | '10.x' | '8.10.x' | OpenString; optionsAllowlist?: GetMicrofrontendsInGroupProjectsItemOptionsAllowlist; outputDirectory?: string | null; passwordProtection?: Record<string, unknown> | null; productionDeploymentsFastLane?: boolean; publicSource?: boolean | null; resourceConfig: UpdateProjectDataCacheResourceConfig; rollbackDescription?: { userId: string; username: string; description: string; createdAt: number }; rollingRelease?: { target: string; stages?: { targetPercentage: number; requireApproval?: boolean; duration?: number; linearShift?: boolean }[] | null; canaryResponseHeader?: boolean } | null; defaultResourceConfig: UpdateProjectDataCacheResourceConfig; rootDirectory?: string | null; serverlessFunctionZeroConfigFailover?: boolean; skewProtectionBoundaryAt?: number; skewProtectionMaxAge?: number; skipGitConnectDuringLink?: boolean; sourceFilesOutsideRootDirectory?: boolean; enableAffectedProjectsDeployments?: boolean; ssoProtection?: { deploymentType: 'preview' | 'all' | 'prod_deployment_urls_and_all_previews' | 'all_except_custom_domains' | OpenString } | null; targets?: { [key: string]: { id: string; alias?: string[]; aliasAssigned?: number | boolean | null; aliasError?: GetDeploymentEventsItem32AliasError; aliasFinal?: string | null; automaticAliases?: string[]; branchMatcher?: UpdateProjectDataCacheCustomEnvironmentsItemBranchMatcher; buildingAt?: number; builds?: { use: string; src?: string; dest?: string }[]; checksConclusion?: 'succeeded' | 'failed' | 'skipped' | 'canceled' | OpenString; checksState?: 'registered' | 'running' | 'completed' | OpenString; connectBuildsEnabled?: boolean; connectConfigurationId?: string; createdAt: number; createdIn: string; creator: GetMicrofrontendsInGroupProjectsItemAliasItemDeploymentCreator; deletedAt?: number; deploymentHostname: string; forced?: boolean; name: string; meta?: { [key: string]: string }; monorepoManager?: string | null; oidcTokenClaims?: UpdateProjectDataCacheLatestDeploymentsItemOidcTokenClaims; plan: 'pro' | 'enterprise' | 'hobby' | OpenString; previewCommentsEnabled?: boolean; private: boolean; readyAt?: number; readyState: UpdateProjectDataCacheLatestDeploymentsItemReadyState; readySubstate?: 'STAGED' | 'ROLLING' | 'PROMOTED' | OpenString; requestedAt?: number; target?: string | null; teamId?: string | null; type: 'LAMBDAS' | OpenString; url: string; userId: string; withCache?: boolean } | null }; transferCompletedAt?: number; transferStartedAt?: number; transferToAccountId?: string; transferredFromAccountId?: string; updatedAt?: number; live?: boolean; enablePreviewFeedback?: boolean | null; enableProductionFeedback?: boolean | null; permissions?: { oauth2Connection?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; user?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; userConnection?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; userSudo?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; webAuthn?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; accessGroup?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; aliasGlobal?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; analyticsSampling?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; analyticsUsage?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; auditLog?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; billingAddress?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; billingInformation?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; billingInvoice?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; billingInvoiceEmailRecipient?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; billingInvoiceLanguage?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; billingPlan?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; billingPurchaseOrder?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; billingRefund?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; billingTaxId?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; blob?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; budget?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; cacheArtifact?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; cacheArtifactUsageEvent?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; codeChecks?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; concurrentBuilds?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; connect?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; connectConfiguration?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; defaultDeploymentProtection?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; domain?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; domainAcceptDelegation?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; domainAuthCodes?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; domainCertificate?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; domainCheckConfig?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; domainMove?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; domainPurchase?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; domainRecord?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; domainTransferIn?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; event?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; ownEvent?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; sensitiveEnvironmentVariablePolicy?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; fileUpload?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; flagsExplorerSubscription?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; gitRepository?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; ipBlocking?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; imageOptimizationNewPrice?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integration?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integrationAccount?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integrationConfiguration?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integrationConfigurationTransfer?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integrationConfigurationProjects?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integrationVercelConfigurationOverride?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integrationConfigurationRole?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integrationSSOSession?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integrationResource?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integrationEvent?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integrationResourceSecrets?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integrationDeploymentAction?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; marketplaceInstallationMember?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; marketplaceBillingData?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; marketplaceInvoice?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; marketplaceSettings?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; marketplaceExperimentationItem?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; marketplaceExperimentationEdgeConfigData?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; jobGlobal?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; drain?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; logDrain?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; monitoring?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; monitoringSettings?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; monitoringQuery?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; monitoringChart?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; monitoringAlert?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationDeploymentFailed?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationDomainConfiguration?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationDomainExpire?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationDomainMoved?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationDomainPurchase?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationDomainRenewal?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationDomainTransfer?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationDomainUnverified?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationMonitoringAlert?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationPaymentFailed?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationUsageAlert?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationPreferences?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationCustomerBudget?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; notificationStatementOfReasons?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; observabilityConfiguration?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; alerts?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; observabilityNotebook?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; observabilityFunnel?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; openTelemetryEndpoint?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; vercelAppInstallation?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; vercelAppInstallationRequest?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; paymentMethod?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; permissions?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; postgres?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; previewDeploymentSuffix?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; proTrialOnboarding?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; sharedEnvVars?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; sharedEnvVarsProduction?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; space?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; spaceRun?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; passwordProtectionInvoiceItem?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; rateLimit?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; redis?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; repository?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; remoteCaching?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; samlConfig?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; secret?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; redisStoreTokenSet?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; blobStoreTokenSet?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; postgresStoreTokenSet?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integrationStoreTokenSet?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; integrationResourceReplCommand?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; storeTransfer?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; supportCase?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; supportCaseComment?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; dataCacheBillingSettings?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; team?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; teamAccessRequest?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; teamFellowMembership?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; teamGitExclusivity?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; teamInvite?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; teamInviteCode?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; teamJoin?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; teamMemberMfaStatus?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; teamMicrofrontends?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; teamOwnMembership?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; teamOwnMembershipDisconnectSAML?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; token?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; usage?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; usageCycle?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; vpcPeeringConnection?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; webAnalyticsPlan?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; edgeConfig?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; edgeConfigItem?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; edgeConfigSchema?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; edgeConfigToken?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; webhook?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; webhookEvent?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; endpointVerification?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectTransferIn?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; oauth2Application?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; vercelRun?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; vercelRunExec?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; apiKey?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; apiKeyOwnedBySelf?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; apiKeyAiGateway?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; aliasProject?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; aliasProtectionBypass?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; buildMachine?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; productionAliasProtectionBypass?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; connectConfigurationLink?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; dataCacheNamespace?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; deployment?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; deploymentBuildLogs?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; deploymentCheck?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; deploymentCheckPreview?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; deploymentCheckReRunFromProductionBranch?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; deploymentProductionGit?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; deploymentV0?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; deploymentPreview?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; deploymentPrivate?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; deploymentPromote?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; deploymentRollback?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; edgeCacheNamespace?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; environments?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; logs?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; logsPreset?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; passwordProtection?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; optionsAllowlist?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; job?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; observabilityData?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; onDemandBuild?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; onDemandConcurrency?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; project?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectFromV0?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectAccessGroup?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectAnalyticsSampling?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectCheck?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectCheckRun?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectDeploymentHook?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectDomain?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectDomainMove?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectDomainCheckConfig?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectEnvVars?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectEnvVarsProduction?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectEnvVarsUnownedByIntegration?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectFlags?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectId?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectIntegrationConfiguration?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectLink?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectMember?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectMonitoring?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectPermissions?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectProductionBranch?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectTransfer?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectTransferOut?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectProtectionBypass?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectUsage?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectAnalyticsUsage?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectSupportCase?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectSupportCaseComment?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectDeploymentExpiration?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectRollingRelease?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectTier?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; projectOIDCToken?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; seawallConfig?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; skewProtection?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; analytics?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; trustedIps?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; v0Chat?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; webAnalytics?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; sharedEnvVarConnection?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[]; sonar?: ('create' | 'delete' | 'read' | 'update' | 'list' | OpenString)[] }; lastRollbackTarget?: Record<string, unknown> | null; lastAliasRequest?: { fromDeploymentId: string; toDeploymentId: string; fromRollingReleaseId?: string; jobStatus: 'succeeded' | 'failed' | 'skipped' | 'pending' | 'in-progress' | OpenString; requestedAt: number; type: 'promote' | 'rollback' | OpenString } | null; protectionBypass?: { [key: string]: { createdAt: number; createdBy: string; scope: 'integration-automation-bypass' | OpenString; integrationId: string; configurationId: string } | { createdAt: number; createdBy: string; scope: 'automation-bypass' | OpenString } }; hasActiveBranches?: boolean; trustedIps?: { deploymentType: UpdateProjectDataCacheTrustedIpsDeploymentType; addresses: { value: string; note?: string }[]; protectionMode: 'additional' | 'exclusive' | OpenString } | { deploymentType: UpdateProjectDataCacheTrustedIpsDeploymentType } | null; gitComments?: { onPullRequest: boolean; onCommit: boolean }; gitProviderOptions?: { createDeployments: 'enabled' | 'disabled' | OpenString; disableRepositoryDispatchEvents?: boolean }; paused?: boolean; concurrencyBucketName?: string; webAnalytics?: { id: string; disabledAt?: number; canceledAt?: number; enabledAt?: number; hasData?: boolean }; security?: { attackModeEnabled?: boolean; attackModeUpdatedAt?: number; firewallEnabled?: boolean; firewallUpdatedAt?: number; attackModeActiveUntil?: number | null; firewallConfigVersion?: number; firewallSeawallEnabled?: boolean; ja3Enabled?: boolean; ja4Enabled?: boolean; firewallBypassIps?: string[]; managedRules?: { botFilter: UpdateProjectDataCacheSecurityManagedRulesBotFilter; aiBots: UpdateProjectDataCacheSecurityManagedRulesBotFilter; owasp: UpdateProjectDataCacheSecurityManagedRulesBotFilter } | null; botIdEnabled?: boolean }; oidcTokenConfig?: { enabled?: boolean; issuerMode?: 'team' | 'global' | OpenString }; tier?: 'standard' | 'advanced' | 'critical' | OpenString; features?: { webAnalytics?: boolean }; v0?: boolean; abuse?: { scanner?: string; history: { scanner: string; reason: string; by: string; byId: string; at: number }[]; updatedAt: number; block?: UpdateProjectDataCacheAbuseBlock; blockHistory?: (UpdateProjectDataCacheAbuseBlock | { action: 'unblocked' | OpenString; createdAt: number; caseId?: string; actor?: string; comment?: string; isCascading?: boolean } | { action: 'route-blocked' | OpenString; route: UpdateProjectDataCacheAbuseBlockHistoryItem3Route; reason: string; createdAt: number; caseId?: string; actor?: string; comment?: string; isCascading?: boolean } | { action: 'route-unblocked' | OpenString; route: UpdateProjectDataCacheAbuseBlockHistoryItem3Route; statusCode?: number; createdAt: number; caseId?: string; actor?: string; comment?: string; isCascading?: boolean })[] }; internalRoutes?: UpdateProjectDataCacheAbuseBlockHistoryItem3Route[] };
