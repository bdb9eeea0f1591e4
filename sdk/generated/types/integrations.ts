// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { OpenString } from '../../runtime/values.ts';
import type { CreateIntegrationStoreDirectStoreCapabilitiesSecretRotation, CreateIntegrationStoreDirectStoreProjectFilter, CreateIntegrationStoreDirectStoreStatus, GetBillingPlansPlansItem, GetConfigurationProductsIntegration, GetConfigurationProductsProductsItemMetadataSchema, GetConfigurationProductsProductsItemPrimaryProtocol, GetConfigurationProductsProductsItemProtocolsStorageRepl, GetConfigurationTransferRequestRequester, GetConfigurationsItem2, GetConfigurationsItemDisabledReason, GetConfigurationsItemSource, GetDeploymentProjectSettingsFramework, GetIntegrationResourcesResourcesItemNotification, GetIntegrationResourcesResourcesItemProtocolSettings, GetIntegrationResourcesResourcesItemStatus, SearchRepo2GitAccountProvider, SearchRepoReposItemOwner } from './shared.ts';

/** Arguments of gitNamespaces. */
export interface GitNamespacesRequest {
  /** Host: string in the query. */
  host?: string | undefined;
  /** Provider: one of `github`, `github-limited`, `github-custom-host`, `gitlab`, `bitbucket` in the query. */
  provider?: 'github' | 'github-limited' | 'github-custom-host' | 'gitlab' | 'bitbucket' | undefined;
  /** Viewer metadata: true or false in the query. */
  viewerMetadata?: boolean | undefined;
}
/** What gitNamespaces answers. */
export type GitNamespacesResponseBody = ({ id: string | number; installationId?: number; isAccessRestricted?: boolean; name?: string; ownerType: string; provider: string; requireReauth?: boolean; slug: string; viewer?: { canCreateApp?: boolean; role?: string | number } })[];

/** Arguments of searchRepo. */
export interface SearchRepoRequest {
  /** Query: string in the query. */
  query?: string | undefined;
  /** Namespace id: string or number or null in the query. */
  namespaceId?: string | number | null | undefined;
  /** Provider: one of `github`, `github-limited`, `github-custom-host`, `gitlab`, `bitbucket`, `cursor-origin` in the query. */
  provider?: 'github' | 'github-limited' | 'github-custom-host' | 'gitlab' | 'bitbucket' | 'cursor-origin' | undefined;
  /** Installation id: string in the query. */
  installationId?: string | undefined;
  /** Host: string in the query. */
  host?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What searchRepo answers. */
export type SearchRepoResponseBody = { gitAccount: { namespaceId: string | null; provider: string }; repos: ({ defaultBranch: string; id: string; name: string; namespace: string; owner: SearchRepoReposItemOwner; ownerType: 'team' | 'user' | OpenString; private: boolean; provider: 'cursor-origin' | OpenString; slug: string; updatedAt: number; url: string })[] } | { gitAccount: { namespaceId: string | number | null; provider: SearchRepo2GitAccountProvider }; repos: ({ defaultBranch: string; id: string | number; name: string; namespace: string; owner: { id: string | number; name: string }; ownerType: 'team' | 'user' | OpenString; private: boolean; provider: SearchRepo2GitAccountProvider; slug: string; updatedAt: number; url: string })[] } | { error: { code: 'installation_not_found' | OpenString; message: string } } | Record<string, unknown>;

/** Arguments of getBillingPlans. */
export interface GetBillingPlansRequest {
  /** Integration id or slug: string in the path. */
  integrationIdOrSlug: string;
  /** Product id or slug: string in the path. */
  productIdOrSlug: string;
  /** Integration configuration id: string in the query. */
  integrationConfigurationId?: string | undefined;
  /** Metadata: string in the query. */
  metadata?: string | undefined;
  /** Source: one of `marketplace`, `deploy-button`, `external`, `v0`, `resource-claims`, `cli`, `oauth`, `backoffice`, `import-recommended-integrations`, `organization` in the query. */
  source?: 'marketplace' | 'deploy-button' | 'external' | 'v0' | 'resource-claims' | 'cli' | 'oauth' | 'backoffice' | 'import-recommended-integrations' | 'organization' | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getBillingPlans answers. */
export type GetBillingPlansResponseBody = { plans: GetBillingPlansPlansItem[] };
/** @deprecated */
export type GetV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlansRequest = GetBillingPlansRequest;
/** @deprecated */
export type GetV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlansResponseBody = GetBillingPlansResponseBody;

export type ConnectIntegrationResourceToProjectRequestBody = { projectId: string; envVarEnvironments?: ('production' | 'preview' | 'development' | string)[] | undefined; makeEnvVarsSensitive?: boolean | undefined };
/** Arguments of connectIntegrationResourceToProject. */
export interface ConnectIntegrationResourceToProjectRequest {
  /** Integration configuration id: string in the path. */
  integrationConfigurationId: string;
  /** Resource id: string in the path. */
  resourceId: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: ConnectIntegrationResourceToProjectRequestBody | undefined;
}
/** What connectIntegrationResourceToProject answers. */
export type ConnectIntegrationResourceToProjectResponseBody = void;

/** Arguments of getConfigurations. */
export interface GetConfigurationsRequest {
  /** View: one of `account`, `project` in the query. */
  view: 'account' | 'project';
  /** Installation type: one of `marketplace`, `external`, `provisioning` in the query. */
  installationType?: 'marketplace' | 'external' | 'provisioning' | undefined;
  /** Integration id or slug: string in the query. */
  integrationIdOrSlug?: string | undefined;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getConfigurations answers. */
export type GetConfigurationsResponseBody = GetConfigurationsItem2[] | ({ acceptedPoliciesInheritedFromInstallationId?: string; completedAt?: number; createdAt: number; customerDeleteRequestedAt?: number | null; deletedAt?: number | null; deleteRequestedAt?: number | null; disabledAt?: number; disabledReason?: GetConfigurationsItemDisabledReason; externalId?: string; id: string; installationType?: 'external' | 'marketplace' | OpenString; integration: { assignedBetaLabelAt?: number; flags?: string[]; icon: string; isLegacy: boolean; name: string; tagIds?: ('tag_agents' | 'tag_ai' | 'tag_analytics' | 'tag_authentication' | 'tag_cms' | 'tag_code_repository' | 'tag_code_review' | 'tag_code_security' | 'tag_code_testing' | 'tag_commerce' | 'tag_databases' | 'tag_dev_tools' | 'tag_experimentation' | 'tag_flags' | 'tag_logging' | 'tag_messaging' | 'tag_monitoring' | 'tag_observability' | 'tag_payments' | 'tag_performance' | 'tag_productivity' | 'tag_searching' | 'tag_security' | 'tag_support_agent' | 'tag_testing' | 'tag_video' | 'tag_web_automation' | 'tag_workflow' | OpenString)[] }; integrationId: string; ownerId: string; projects?: string[]; scopes: string[]; slug: string; source?: GetConfigurationsItemSource; status?: GetIntegrationResourcesResourcesItemStatus; teamId?: string | null; type: 'integration-configuration' | OpenString; updatedAt: number; userId: string })[];

/** Arguments of getConfiguration. */
export interface GetConfigurationRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getConfiguration answers. */
export type GetConfigurationResponseBody = { acceptedPoliciesInheritedFromInstallationId?: string; canConfigureOpenTelemetry?: boolean; completedAt?: number; createdAt: number; customerDeleteRequestedAt?: number | null; deletedAt?: number | null; deleteRequestedAt?: number | null; disabledAt?: number; disabledReason?: GetConfigurationsItemDisabledReason; externalId?: string; id: string; installationType?: 'external' | 'marketplace' | OpenString; integrationId: string; notification: GetIntegrationResourcesResourcesItemNotification; ownerId: string; projects?: string[]; projectSelection: 'all' | 'selected' | OpenString; scopes: string[]; slug: string; source?: GetConfigurationsItemSource; status?: GetIntegrationResourcesResourcesItemStatus; teamId?: string | null; transferRequest: { approvedAt?: number; approvedBy?: string; authorizationId?: string; billingPlan?: { description: string; id: string; name: string; paymentMethodRequired?: boolean; preauthorizationAmount?: number; scope?: 'installation' | 'resource' | OpenString; type: 'prepayment' | 'subscription' | OpenString }; createdAt: number; discardedAt?: number; discardedBy?: string; expiresAt: number; kind: 'transfer-to-marketplace' | OpenString; metadata?: Record<string, unknown>; requester: GetConfigurationTransferRequestRequester; requestId: string; transferId: string } | { approvedAt?: number; approvedBy?: string; authorizationId?: string; createdAt: number; discardedAt?: number; discardedBy?: string; expiresAt: number; kind: 'transfer-from-marketplace' | OpenString; requester: GetConfigurationTransferRequestRequester; requestId: string; transferId: string }; type: 'integration-configuration' | OpenString; updatedAt: number; userId: string } | { acceptedPoliciesInheritedFromInstallationId?: string; completedAt?: number; createdAt: number; customerDeleteRequestedAt?: number | null; deletedAt?: number | null; deleteRequestedAt?: number | null; disabledAt?: number; disabledReason?: GetConfigurationsItemDisabledReason; externalId?: string; id: string; installationType?: 'external' | 'marketplace' | OpenString; integrationId: string; ownerId: string; projects?: string[]; scopes: string[]; slug: string; source?: GetConfigurationsItemSource; status?: GetIntegrationResourcesResourcesItemStatus; teamId?: string | null; type: 'integration-configuration' | OpenString; updatedAt: number; userId: string } | GetConfigurationsItem2;

/** Arguments of deleteConfiguration. */
export interface DeleteConfigurationRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What deleteConfiguration answers. */
export type DeleteConfigurationResponseBody = void;

/** Arguments of getConfigurationProducts. */
export interface GetConfigurationProductsRequest {
  /** Id: string in the path. */
  id: string;
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
}
/** What getConfigurationProducts answers. */
export type GetConfigurationProductsResponseBody = { configuration: { id: string }; integration: GetConfigurationProductsIntegration; products: ({ id: string; metadataSchema: GetConfigurationProductsProductsItemMetadataSchema; name: string; primaryProtocol?: GetConfigurationProductsProductsItemPrimaryProtocol; protocols: { ai?: { status: 'disabled' | 'enabled' | OpenString }; authentication?: { status: 'disabled' | 'enabled' | OpenString; appUrlRegistrationSupport?: boolean }; checks?: { status: 'disabled' | 'enabled' | OpenString }; experimentation?: { status: 'disabled' | 'enabled' | OpenString; edgeConfigSyncingSupport?: boolean }; logDrain?: { status: 'disabled' | 'enabled' | OpenString; endpoint: string; headers?: { [key: string]: string }; format: 'json' | 'ndjson' | OpenString }; messaging?: { status: 'disabled' | 'enabled' | OpenString }; observability?: { status: 'disabled' | 'enabled' | OpenString }; other?: { status: 'disabled' | 'enabled' | OpenString }; storage?: { status: 'disabled' | 'enabled' | OpenString; repl?: GetConfigurationProductsProductsItemProtocolsStorageRepl }; traceDrain?: { status: 'disabled' | 'enabled' | OpenString; endpoint: string; headers?: { [key: string]: string }; format: 'json' | 'proto' | OpenString }; video?: { status: 'disabled' | 'enabled' | OpenString }; workflow?: { status: 'disabled' | 'enabled' | OpenString } }; slug: string })[] };

export type CreateIntegrationStoreDirectRequestBody = { name: string; integrationConfigurationId: string; integrationProductIdOrSlug?: unknown | undefined; metadata?: { [key: string]: string | number | boolean | string[] | number[] } | undefined; externalId?: string | undefined; protocolSettings?: Record<string, unknown> | undefined; source?: 'marketplace' | 'deploy-button' | 'external' | 'v0' | 'resource-claims' | 'cli' | 'oauth' | 'backoffice' | 'import-recommended-integrations' | 'organization' | undefined; billingPlanId?: string | undefined; paymentMethodId?: string | undefined; prepaymentAmountCents?: number | undefined };
/** Arguments of createIntegrationStoreDirect. */
export interface CreateIntegrationStoreDirectRequest {
  /** Team id: string in the query. */
  teamId?: string | undefined;
  /** Slug: string in the query. */
  slug?: string | undefined;
  /** The request's body. */
  requestBody?: CreateIntegrationStoreDirectRequestBody | undefined;
}
/** What createIntegrationStoreDirect answers. */
export type CreateIntegrationStoreDirectResponseBody = { store: { projectFilter?: CreateIntegrationStoreDirectStoreProjectFilter; projectsMetadata: ({ deployments?: { actions: { environments: string[]; slug: string }[]; required: boolean }; environments: string[]; environmentVariables: string[]; envVarPrefix: string | null; framework?: GetDeploymentProjectSettingsFramework; id: string; latestDeployment?: string; makeEnvVarsSensitive?: boolean; name: string; projectId: string })[]; status: CreateIntegrationStoreDirectStoreStatus; totalConnectedProjects?: number; usageQuotaExceeded: boolean; billingPlan?: GetBillingPlansPlansItem; capabilities?: { agentTools?: boolean; autoSensitive?: boolean; billable?: boolean; mcp?: boolean; mcpReadonly?: boolean; projects?: boolean; secretRotation?: CreateIntegrationStoreDirectStoreCapabilitiesSecretRotation; secretsSync?: boolean; sso?: boolean; transferable?: boolean; v0?: boolean }; directPartnerConsoleUrl?: string; externalResourceId: string; externalResourceStatus?: 'error' | 'onboarding' | 'pending' | 'ready' | 'resumed' | 'suspended' | 'uninstalled' | null | OpenString; metadata?: { [key: string]: string | number | string[] | number[] | boolean }; notification?: GetIntegrationResourcesResourcesItemNotification; ownership?: 'linked' | 'owned' | 'sandbox' | OpenString; parentId?: string; product: { agentSkills?: string[]; capabilities?: { agentTools?: boolean; autoSensitive?: boolean; billable?: boolean; connectedImportResource?: boolean; databaseUI?: boolean; importResource?: boolean; linking?: boolean; mcp?: boolean; mcpReadonly?: boolean; nativeImportResource?: boolean; projects?: boolean; sandbox?: boolean; secretRotation?: CreateIntegrationStoreDirectStoreCapabilitiesSecretRotation; secretsSync?: boolean; sso?: boolean; transferable?: boolean; v0?: boolean; v0Flavors?: boolean }; disableResourceRenaming?: boolean; iconUrl?: string; id?: string; metadataSchema?: GetConfigurationProductsProductsItemMetadataSchema; name?: string; projectConnectionScopes?: ('read-write:deployment' | 'read-write:deployment-check' | 'read-write:domain' | 'read-write:drains' | 'read-write:global-project-env-vars' | 'read-write:integration-deployment-action' | 'read-write:log-drain' | 'read-write:project-env-vars' | 'read-write:project-protection-bypass' | 'read:deployment' | 'read:domain' | 'read:project' | OpenString)[]; resourceLinks?: { href: string; title: string }[]; resourceTitle?: string; shortDescription?: string; showSSOLinkOnProjectConnection?: boolean; slug?: string; tags?: ('ai' | 'authentication' | 'blob' | 'checks' | 'drains' | 'edge-config' | 'experimentation' | 'kv' | 'libsql' | 'logDrain' | 'mcp' | 'messaging' | 'mysql' | 'observability' | 'other' | 'postgres' | 'rds' | 'redis' | 'sqlite' | 'storage' | 'tag_agents' | 'tag_ai' | 'tag_analytics' | 'tag_authentication' | 'tag_checks' | 'tag_cms' | 'tag_code_repository' | 'tag_code_review' | 'tag_code_security' | 'tag_code_testing' | 'tag_commerce' | 'tag_databases' | 'tag_dev_tools' | 'tag_experimentation' | 'tag_flags' | 'tag_logDrain' | 'tag_logging' | 'tag_messaging' | 'tag_monitoring' | 'tag_observability' | 'tag_other' | 'tag_payments' | 'tag_performance' | 'tag_productivity' | 'tag_searching' | 'tag_security' | 'tag_storage' | 'tag_support_agent' | 'tag_testing' | 'tag_traceDrain' | 'tag_video' | 'tag_web_automation' | 'tag_workflow' | 'traceDrain' | 'vector' | 'video' | 'workflow' | OpenString)[]; repl?: GetConfigurationProductsProductsItemProtocolsStorageRepl; guides?: ({ framework: string; steps: ({ actions?: ({ type: 'add_drain' | 'configure_project_connections' | 'connect_to_project' | OpenString })[]; content: string; title: string })[]; title: string })[]; integration: { capabilities?: { billable?: boolean; checks?: boolean; connectedImportResource?: boolean; connectedProvisioning?: boolean; flexCommitEligible?: boolean; importResource?: boolean; maxAllowedTeams?: number; mcp?: boolean; mcpReadonly?: boolean; nativeImportResource?: boolean; provisioning?: boolean; requiresBrowserInstall?: boolean; secretRotation?: CreateIntegrationStoreDirectStoreCapabilitiesSecretRotation; sso?: boolean; templateCloneOnly?: boolean; transferable?: boolean; updateConfiguration?: boolean; v0Flavors?: boolean }; flags?: string[]; icon: string; id: string; name: string; slug: string; supportsInstallationBillingPlans?: boolean }; integrationConfigurationId: string; logDrainStatus?: 'disabled' | 'enabled' | OpenString; primaryProtocol?: GetConfigurationProductsProductsItemPrimaryProtocol; supportedProtocols: GetConfigurationProductsProductsItemPrimaryProtocol[] }; protocolSettings?: GetIntegrationResourcesResourcesItemProtocolSettings; secretRotationCompletedAt?: number; secretRotationRequestedAt?: number; secretRotationRequestedBy?: string; secretRotationRequestedReason?: string; secrets: { frameworkPublishable?: boolean; length: number; name: string }[]; targets?: ('development' | 'preview' | 'production' | OpenString)[] } | null };
