// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { ListedOperation } from '../runtime/listed.ts';
import { accessGroupsReadAccessGroup } from './funcs/accessGroupsReadAccessGroup.ts';
import { accessGroupsUpdateAccessGroup } from './funcs/accessGroupsUpdateAccessGroup.ts';
import { accessGroupsDeleteAccessGroup } from './funcs/accessGroupsDeleteAccessGroup.ts';
import { accessGroupsListAccessGroupMembers } from './funcs/accessGroupsListAccessGroupMembers.ts';
import { accessGroupsListAccessGroups } from './funcs/accessGroupsListAccessGroups.ts';
import { accessGroupsCreateAccessGroup } from './funcs/accessGroupsCreateAccessGroup.ts';
import { accessGroupsListAccessGroupProjects } from './funcs/accessGroupsListAccessGroupProjects.ts';
import { accessGroupsCreateAccessGroupProject } from './funcs/accessGroupsCreateAccessGroupProject.ts';
import { accessGroupsReadAccessGroupProject } from './funcs/accessGroupsReadAccessGroupProject.ts';
import { accessGroupsUpdateAccessGroupProject } from './funcs/accessGroupsUpdateAccessGroupProject.ts';
import { accessGroupsDeleteAccessGroupProject } from './funcs/accessGroupsDeleteAccessGroupProject.ts';
import { aiGatewayCreateAiGatewayRule } from './funcs/aiGatewayCreateAiGatewayRule.ts';
import { aiGatewayListAiGatewayRules } from './funcs/aiGatewayListAiGatewayRules.ts';
import { aiGatewayUpdateAiGatewayRule } from './funcs/aiGatewayUpdateAiGatewayRule.ts';
import { aiGatewayDeleteAiGatewayRule } from './funcs/aiGatewayDeleteAiGatewayRule.ts';
import { aliasesListDeploymentAliases } from './funcs/aliasesListDeploymentAliases.ts';
import { aliasesAssignAlias } from './funcs/aliasesAssignAlias.ts';
import { aliasesListAliases } from './funcs/aliasesListAliases.ts';
import { aliasesGetAlias } from './funcs/aliasesGetAlias.ts';
import { aliasesDeleteAlias } from './funcs/aliasesDeleteAlias.ts';
import { aliasesPatchUrlProtectionBypass } from './funcs/aliasesPatchUrlProtectionBypass.ts';
import { apiAiGatewayCreateAiGatewayVirtualModelConfig } from './funcs/apiAiGatewayCreateAiGatewayVirtualModelConfig.ts';
import { apiAiGatewayGetAiGatewayVirtualModelConfig } from './funcs/apiAiGatewayGetAiGatewayVirtualModelConfig.ts';
import { apiAiGatewayUpdateAiGatewayVirtualModelConfig } from './funcs/apiAiGatewayUpdateAiGatewayVirtualModelConfig.ts';
import { apiAiGatewayDeleteAiGatewayVirtualModelConfig } from './funcs/apiAiGatewayDeleteAiGatewayVirtualModelConfig.ts';
import { apiAiGatewayListAiGatewayVirtualModelConfigs } from './funcs/apiAiGatewayListAiGatewayVirtualModelConfigs.ts';
import { apiAiGatewayGetAiGatewayVirtualModelConfigBySlug } from './funcs/apiAiGatewayGetAiGatewayVirtualModelConfigBySlug.ts';
import { apiAiGatewayUpdateAiGatewayVirtualModelConfigBySlug } from './funcs/apiAiGatewayUpdateAiGatewayVirtualModelConfigBySlug.ts';
import { apiAiGatewayDeleteAiGatewayVirtualModelConfigBySlug } from './funcs/apiAiGatewayDeleteAiGatewayVirtualModelConfigBySlug.ts';
import { artifactsRecordEvents } from './funcs/artifactsRecordEvents.ts';
import { artifactsStatus } from './funcs/artifactsStatus.ts';
import { artifactsUploadArtifact } from './funcs/artifactsUploadArtifact.ts';
import { artifactsDownloadArtifact } from './funcs/artifactsDownloadArtifact.ts';
import { artifactsArtifactExists } from './funcs/artifactsArtifactExists.ts';
import { artifactsArtifactQuery } from './funcs/artifactsArtifactQuery.ts';
import { artifactsDeleteAllArtifacts } from './funcs/artifactsDeleteAllArtifacts.ts';
import { marketplaceExchangeSsoToken } from './funcs/marketplaceExchangeSsoToken.ts';
import { authenticationListAuthTokens } from './funcs/authenticationListAuthTokens.ts';
import { authenticationCreateAuthToken } from './funcs/authenticationCreateAuthToken.ts';
import { authenticationGetAuthToken } from './funcs/authenticationGetAuthToken.ts';
import { authenticationDeleteAuthToken } from './funcs/authenticationDeleteAuthToken.ts';
import { billingBuyCredits } from './funcs/billingBuyCredits.ts';
import { bulkRedirectsStageRedirects } from './funcs/bulkRedirectsStageRedirects.ts';
import { bulkRedirectsGetRedirects } from './funcs/bulkRedirectsGetRedirects.ts';
import { bulkRedirectsDeleteRedirects } from './funcs/bulkRedirectsDeleteRedirects.ts';
import { bulkRedirectsEditRedirect } from './funcs/bulkRedirectsEditRedirect.ts';
import { bulkRedirectsRestoreRedirects } from './funcs/bulkRedirectsRestoreRedirects.ts';
import { bulkRedirectsGetVersions } from './funcs/bulkRedirectsGetVersions.ts';
import { bulkRedirectsUpdateVersion } from './funcs/bulkRedirectsUpdateVersion.ts';
import { certsGetCertById } from './funcs/certsGetCertById.ts';
import { certsRemoveCert } from './funcs/certsRemoveCert.ts';
import { certsGetCerts } from './funcs/certsGetCerts.ts';
import { certsIssueCert } from './funcs/certsIssueCert.ts';
import { certsUploadCert } from './funcs/certsUploadCert.ts';
import { checksCreateCheck } from './funcs/checksCreateCheck.ts';
import { checksGetAllChecks } from './funcs/checksGetAllChecks.ts';
import { checksGetCheck } from './funcs/checksGetCheck.ts';
import { checksUpdateCheck } from './funcs/checksUpdateCheck.ts';
import { checksRerequestCheck } from './funcs/checksRerequestCheck.ts';
import { checksV2ListProjectChecks } from './funcs/checksV2ListProjectChecks.ts';
import { checksV2CreateProjectCheck } from './funcs/checksV2CreateProjectCheck.ts';
import { checksV2GetProjectCheck } from './funcs/checksV2GetProjectCheck.ts';
import { checksV2UpdateProjectCheck } from './funcs/checksV2UpdateProjectCheck.ts';
import { checksV2DeleteProjectCheck } from './funcs/checksV2DeleteProjectCheck.ts';
import { checksV2ListCheckRuns } from './funcs/checksV2ListCheckRuns.ts';
import { checksV2ListDeploymentCheckRuns } from './funcs/checksV2ListDeploymentCheckRuns.ts';
import { checksV2CreateDeploymentCheckRun } from './funcs/checksV2CreateDeploymentCheckRun.ts';
import { checksV2GetDeploymentCheckRun } from './funcs/checksV2GetDeploymentCheckRun.ts';
import { checksV2UpdateDeploymentCheckRun } from './funcs/checksV2UpdateDeploymentCheckRun.ts';
import { connectListConnectors } from './funcs/connectListConnectors.ts';
import { connectGetConnector } from './funcs/connectGetConnector.ts';
import { connectDeleteConnector } from './funcs/connectDeleteConnector.ts';
import { connectCreateConnector } from './funcs/connectCreateConnector.ts';
import { connectUpdateConnector } from './funcs/connectUpdateConnector.ts';
import { connectReplaceConnectorTriggerDestinations } from './funcs/connectReplaceConnectorTriggerDestinations.ts';
import { connectListConnectorProjectConnections } from './funcs/connectListConnectorProjectConnections.ts';
import { connectGetConnectorProjectConnection } from './funcs/connectGetConnectorProjectConnection.ts';
import { connectUpsertConnectorProjectConnection } from './funcs/connectUpsertConnectorProjectConnection.ts';
import { connectDeleteConnectorProjectConnection } from './funcs/connectDeleteConnectorProjectConnection.ts';
import { connectListProjectConnectorConnections } from './funcs/connectListProjectConnectorConnections.ts';
import { deploymentsGetDeploymentEvents } from './funcs/deploymentsGetDeploymentEvents.ts';
import { deploymentsUpdateIntegrationDeploymentAction } from './funcs/deploymentsUpdateIntegrationDeploymentAction.ts';
import { deploymentsGetDeployment } from './funcs/deploymentsGetDeployment.ts';
import { deploymentsCreateDeployment } from './funcs/deploymentsCreateDeployment.ts';
import { deploymentsCancelDeployment } from './funcs/deploymentsCancelDeployment.ts';
import { deploymentsUploadFile } from './funcs/deploymentsUploadFile.ts';
import { deploymentsListDeploymentFiles } from './funcs/deploymentsListDeploymentFiles.ts';
import { deploymentsGetDeploymentFileContents } from './funcs/deploymentsGetDeploymentFileContents.ts';
import { deploymentsGetDeployments } from './funcs/deploymentsGetDeployments.ts';
import { deploymentsDeleteDeployment } from './funcs/deploymentsDeleteDeployment.ts';
import { dnsGetRecords } from './funcs/dnsGetRecords.ts';
import { dnsCreateRecord } from './funcs/dnsCreateRecord.ts';
import { dnsUpdateRecord } from './funcs/dnsUpdateRecord.ts';
import { dnsRemoveRecord } from './funcs/dnsRemoveRecord.ts';
import { domainsGetDomainConfig } from './funcs/domainsGetDomainConfig.ts';
import { domainsGetDomainVerificationRecord } from './funcs/domainsGetDomainVerificationRecord.ts';
import { domainsClaimDomainOwnership } from './funcs/domainsClaimDomainOwnership.ts';
import { domainsGetDomainProjectDomains } from './funcs/domainsGetDomainProjectDomains.ts';
import { domainsGetDomain } from './funcs/domainsGetDomain.ts';
import { domainsGetDomains } from './funcs/domainsGetDomains.ts';
import { domainsCreateOrTransferDomain } from './funcs/domainsCreateOrTransferDomain.ts';
import { domainsPatchDomain } from './funcs/domainsPatchDomain.ts';
import { domainsDeleteDomain } from './funcs/domainsDeleteDomain.ts';
import { domainsRegistrarGetSupportedTlds } from './funcs/domainsRegistrarGetSupportedTlds.ts';
import { domainsRegistrarGetTld } from './funcs/domainsRegistrarGetTld.ts';
import { domainsRegistrarGetTldPrice } from './funcs/domainsRegistrarGetTldPrice.ts';
import { domainsRegistrarGetDomainAvailability } from './funcs/domainsRegistrarGetDomainAvailability.ts';
import { domainsRegistrarGetDomainPrice } from './funcs/domainsRegistrarGetDomainPrice.ts';
import { domainsRegistrarGetBulkPrice } from './funcs/domainsRegistrarGetBulkPrice.ts';
import { domainsRegistrarGetBulkAvailability } from './funcs/domainsRegistrarGetBulkAvailability.ts';
import { domainsRegistrarSearchDomains } from './funcs/domainsRegistrarSearchDomains.ts';
import { domainsRegistrarGetContactInfoSchema } from './funcs/domainsRegistrarGetContactInfoSchema.ts';
import { domainsRegistrarGetDomainAuthCode } from './funcs/domainsRegistrarGetDomainAuthCode.ts';
import { domainsRegistrarBuySingleDomain } from './funcs/domainsRegistrarBuySingleDomain.ts';
import { domainsRegistrarBuyDomains } from './funcs/domainsRegistrarBuyDomains.ts';
import { domainsRegistrarTransferInDomain } from './funcs/domainsRegistrarTransferInDomain.ts';
import { domainsRegistrarGetDomainTransferIn } from './funcs/domainsRegistrarGetDomainTransferIn.ts';
import { domainsRegistrarRenewDomain } from './funcs/domainsRegistrarRenewDomain.ts';
import { domainsRegistrarUpdateDomainAutoRenew } from './funcs/domainsRegistrarUpdateDomainAutoRenew.ts';
import { domainsRegistrarUpdateDomainNameservers } from './funcs/domainsRegistrarUpdateDomainNameservers.ts';
import { domainsRegistrarGetDomainContactVerification } from './funcs/domainsRegistrarGetDomainContactVerification.ts';
import { domainsRegistrarGetOrder } from './funcs/domainsRegistrarGetOrder.ts';
import { drainsCreateDrain } from './funcs/drainsCreateDrain.ts';
import { drainsGetDrains } from './funcs/drainsGetDrains.ts';
import { drainsDeleteDrain } from './funcs/drainsDeleteDrain.ts';
import { drainsGetDrain } from './funcs/drainsGetDrain.ts';
import { drainsUpdateDrain } from './funcs/drainsUpdateDrain.ts';
import { drainsTestDrain } from './funcs/drainsTestDrain.ts';
import { edgeCacheInvalidateByTags } from './funcs/edgeCacheInvalidateByTags.ts';
import { edgeCacheDangerouslyDeleteByTags } from './funcs/edgeCacheDangerouslyDeleteByTags.ts';
import { edgeCacheInvalidateBySrcImages } from './funcs/edgeCacheInvalidateBySrcImages.ts';
import { edgeCacheDangerouslyDeleteBySrcImages } from './funcs/edgeCacheDangerouslyDeleteBySrcImages.ts';
import { environmentCreateSharedEnvVariable } from './funcs/environmentCreateSharedEnvVariable.ts';
import { environmentListSharedEnvVariable } from './funcs/environmentListSharedEnvVariable.ts';
import { environmentUpdateSharedEnvVariable } from './funcs/environmentUpdateSharedEnvVariable.ts';
import { environmentDeleteSharedEnvVariable } from './funcs/environmentDeleteSharedEnvVariable.ts';
import { environmentGetSharedEnvVar } from './funcs/environmentGetSharedEnvVar.ts';
import { environmentUnlinkSharedEnvVariable } from './funcs/environmentUnlinkSharedEnvVariable.ts';
import { environmentCreateCustomEnvironment } from './funcs/environmentCreateCustomEnvironment.ts';
import { environmentGetProjectsByIdOrNameCustomEnvironments } from './funcs/environmentGetProjectsByIdOrNameCustomEnvironments.ts';
import { environmentGetCustomEnvironment } from './funcs/environmentGetCustomEnvironment.ts';
import { environmentUpdateCustomEnvironment } from './funcs/environmentUpdateCustomEnvironment.ts';
import { environmentRemoveCustomEnvironment } from './funcs/environmentRemoveCustomEnvironment.ts';
import { featureFlagsListFlagsV2 } from './funcs/featureFlagsListFlagsV2.ts';
import { featureFlagsListFlags } from './funcs/featureFlagsListFlags.ts';
import { featureFlagsCreateFlag } from './funcs/featureFlagsCreateFlag.ts';
import { featureFlagsGetFlag } from './funcs/featureFlagsGetFlag.ts';
import { featureFlagsUpdateFlag } from './funcs/featureFlagsUpdateFlag.ts';
import { featureFlagsDeleteFlag } from './funcs/featureFlagsDeleteFlag.ts';
import { featureFlagsListFlagVersions } from './funcs/featureFlagsListFlagVersions.ts';
import { featureFlagsGetFlagSettings } from './funcs/featureFlagsGetFlagSettings.ts';
import { featureFlagsUpdateFlagSettings } from './funcs/featureFlagsUpdateFlagSettings.ts';
import { featureFlagsListTeamFlagSettings } from './funcs/featureFlagsListTeamFlagSettings.ts';
import { featureFlagsListTeamFlagsV2 } from './funcs/featureFlagsListTeamFlagsV2.ts';
import { featureFlagsListTeamFlags } from './funcs/featureFlagsListTeamFlags.ts';
import { featureFlagsCreateFlagSegment } from './funcs/featureFlagsCreateFlagSegment.ts';
import { featureFlagsListFlagSegments } from './funcs/featureFlagsListFlagSegments.ts';
import { featureFlagsGetFlagSegment } from './funcs/featureFlagsGetFlagSegment.ts';
import { featureFlagsDeleteFlagSegment } from './funcs/featureFlagsDeleteFlagSegment.ts';
import { featureFlagsUpdateFlagSegment } from './funcs/featureFlagsUpdateFlagSegment.ts';
import { featureFlagsGetDeploymentFeatureFlags } from './funcs/featureFlagsGetDeploymentFeatureFlags.ts';
import { featureFlagsGetSDKKeys } from './funcs/featureFlagsGetSDKKeys.ts';
import { featureFlagsCreateSDKKey } from './funcs/featureFlagsCreateSDKKey.ts';
import { featureFlagsDeleteSDKKey } from './funcs/featureFlagsDeleteSDKKey.ts';
import { globalConfigGetEdgeConfigs } from './funcs/globalConfigGetEdgeConfigs.ts';
import { globalConfigCreateEdgeConfig } from './funcs/globalConfigCreateEdgeConfig.ts';
import { globalConfigGetEdgeConfig } from './funcs/globalConfigGetEdgeConfig.ts';
import { globalConfigUpdateEdgeConfig } from './funcs/globalConfigUpdateEdgeConfig.ts';
import { globalConfigDeleteEdgeConfig } from './funcs/globalConfigDeleteEdgeConfig.ts';
import { globalConfigGetEdgeConfigItems } from './funcs/globalConfigGetEdgeConfigItems.ts';
import { globalConfigGetEdgeConfigSchema } from './funcs/globalConfigGetEdgeConfigSchema.ts';
import { globalConfigPatchEdgeConfigSchema } from './funcs/globalConfigPatchEdgeConfigSchema.ts';
import { globalConfigDeleteEdgeConfigSchema } from './funcs/globalConfigDeleteEdgeConfigSchema.ts';
import { globalConfigGetEdgeConfigItem } from './funcs/globalConfigGetEdgeConfigItem.ts';
import { globalConfigGetEdgeConfigTokens } from './funcs/globalConfigGetEdgeConfigTokens.ts';
import { globalConfigDeleteEdgeConfigTokens } from './funcs/globalConfigDeleteEdgeConfigTokens.ts';
import { globalConfigGetEdgeConfigToken } from './funcs/globalConfigGetEdgeConfigToken.ts';
import { globalConfigCreateEdgeConfigToken } from './funcs/globalConfigCreateEdgeConfigToken.ts';
import { globalConfigGetEdgeConfigBackup } from './funcs/globalConfigGetEdgeConfigBackup.ts';
import { globalConfigRestoreEdgeConfigBackup } from './funcs/globalConfigRestoreEdgeConfigBackup.ts';
import { globalConfigGetEdgeConfigBackups } from './funcs/globalConfigGetEdgeConfigBackups.ts';
import { integrationsGitNamespaces } from './funcs/integrationsGitNamespaces.ts';
import { integrationsSearchRepo } from './funcs/integrationsSearchRepo.ts';
import { integrationsGetBillingPlans } from './funcs/integrationsGetBillingPlans.ts';
import { integrationsConnectIntegrationResourceToProject } from './funcs/integrationsConnectIntegrationResourceToProject.ts';
import { integrationsGetConfigurations } from './funcs/integrationsGetConfigurations.ts';
import { integrationsGetConfiguration } from './funcs/integrationsGetConfiguration.ts';
import { integrationsDeleteConfiguration } from './funcs/integrationsDeleteConfiguration.ts';
import { integrationsGetConfigurationProducts } from './funcs/integrationsGetConfigurationProducts.ts';
import { integrationsCreateIntegrationStoreDirect } from './funcs/integrationsCreateIntegrationStoreDirect.ts';
import { kmsListKmsIssuers } from './funcs/kmsListKmsIssuers.ts';
import { kmsCreateKmsIssuer } from './funcs/kmsCreateKmsIssuer.ts';
import { kmsSignKmsMessage } from './funcs/kmsSignKmsMessage.ts';
import { kmsSignKmsToken } from './funcs/kmsSignKmsToken.ts';
import { kmsCreateKmsSigningKey } from './funcs/kmsCreateKmsSigningKey.ts';
import { kmsActivateKmsSigningKey } from './funcs/kmsActivateKmsSigningKey.ts';
import { kmsRevokeKmsSigningKey } from './funcs/kmsRevokeKmsSigningKey.ts';
import { kmsGetKmsIssuer } from './funcs/kmsGetKmsIssuer.ts';
import { kmsUpdateKmsIssuer } from './funcs/kmsUpdateKmsIssuer.ts';
import { kmsDeleteKmsIssuer } from './funcs/kmsDeleteKmsIssuer.ts';
import { kmsCreateKmsIssuerPolicy } from './funcs/kmsCreateKmsIssuerPolicy.ts';
import { kmsUpdateKmsIssuerPolicy } from './funcs/kmsUpdateKmsIssuerPolicy.ts';
import { kmsDeleteKmsIssuerPolicy } from './funcs/kmsDeleteKmsIssuerPolicy.ts';
import { logDrainsGetConfigurableLogDrain } from './funcs/logDrainsGetConfigurableLogDrain.ts';
import { logDrainsDeleteConfigurableLogDrain } from './funcs/logDrainsDeleteConfigurableLogDrain.ts';
import { logDrainsGetAllLogDrains } from './funcs/logDrainsGetAllLogDrains.ts';
import { logDrainsCreateConfigurableLogDrain } from './funcs/logDrainsCreateConfigurableLogDrain.ts';
import { logDrainsGetIntegrationLogDrains } from './funcs/logDrainsGetIntegrationLogDrains.ts';
import { logDrainsCreateLogDrain } from './funcs/logDrainsCreateLogDrain.ts';
import { logDrainsDeleteIntegrationLogDrain } from './funcs/logDrainsDeleteIntegrationLogDrain.ts';
import { logsGetRuntimeLogs } from './funcs/logsGetRuntimeLogs.ts';
import { marketplaceUpdateInstallation } from './funcs/marketplaceUpdateInstallation.ts';
import { marketplaceGetAccountInfo } from './funcs/marketplaceGetAccountInfo.ts';
import { marketplaceGetMember } from './funcs/marketplaceGetMember.ts';
import { marketplaceRotateInstallationCredential } from './funcs/marketplaceRotateInstallationCredential.ts';
import { marketplaceRevokeInstallationCredential } from './funcs/marketplaceRevokeInstallationCredential.ts';
import { marketplaceCreateEvent } from './funcs/marketplaceCreateEvent.ts';
import { marketplaceGetIntegrationResources } from './funcs/marketplaceGetIntegrationResources.ts';
import { marketplaceGetIntegrationResource } from './funcs/marketplaceGetIntegrationResource.ts';
import { marketplaceDeleteIntegrationResource } from './funcs/marketplaceDeleteIntegrationResource.ts';
import { marketplaceImportResource } from './funcs/marketplaceImportResource.ts';
import { marketplaceUpdateResource } from './funcs/marketplaceUpdateResource.ts';
import { marketplaceSubmitBillingData } from './funcs/marketplaceSubmitBillingData.ts';
import { marketplaceSubmitInvoice } from './funcs/marketplaceSubmitInvoice.ts';
import { marketplaceFinalizeInstallation } from './funcs/marketplaceFinalizeInstallation.ts';
import { marketplaceGetInvoice } from './funcs/marketplaceGetInvoice.ts';
import { marketplaceUpdateInvoice } from './funcs/marketplaceUpdateInvoice.ts';
import { marketplaceSubmitPrepaymentBalances } from './funcs/marketplaceSubmitPrepaymentBalances.ts';
import { marketplaceUpdateResourceSecrets } from './funcs/marketplaceUpdateResourceSecrets.ts';
import { marketplaceUpdateResourceSecretsById } from './funcs/marketplaceUpdateResourceSecretsById.ts';
import { marketplaceCreateInstallationIntegrationConfiguration } from './funcs/marketplaceCreateInstallationIntegrationConfiguration.ts';
import { marketplaceUpdateInstallationIntegrationConfiguration } from './funcs/marketplaceUpdateInstallationIntegrationConfiguration.ts';
import { marketplaceDeleteInstallationIntegrationConfiguration } from './funcs/marketplaceDeleteInstallationIntegrationConfiguration.ts';
import { marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig } from './funcs/marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig.ts';
import { marketplaceGetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig } from './funcs/marketplaceGetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig.ts';
import { marketplaceReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig } from './funcs/marketplaceReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig.ts';
import { microfrontendsGetMicrofrontendsGroups } from './funcs/microfrontendsGetMicrofrontendsGroups.ts';
import { microfrontendsGetMicrofrontendsInGroup } from './funcs/microfrontendsGetMicrofrontendsInGroup.ts';
import { microfrontendsGetMicrofrontendsConfig } from './funcs/microfrontendsGetMicrofrontendsConfig.ts';
import { microfrontendsGetMicrofrontendsConfigForProject } from './funcs/microfrontendsGetMicrofrontendsConfigForProject.ts';
import { microfrontendsCreateMicrofrontendsGroupWithApplications } from './funcs/microfrontendsCreateMicrofrontendsGroupWithApplications.ts';
import { networkingListNetworks } from './funcs/networkingListNetworks.ts';
import { networkingCreateNetwork } from './funcs/networkingCreateNetwork.ts';
import { networkingDeleteNetwork } from './funcs/networkingDeleteNetwork.ts';
import { networkingUpdateNetwork } from './funcs/networkingUpdateNetwork.ts';
import { networkingReadNetwork } from './funcs/networkingReadNetwork.ts';
import { networkingCreatePrivateLinkEndpoint } from './funcs/networkingCreatePrivateLinkEndpoint.ts';
import { networkingListPrivateLinkEndpoints } from './funcs/networkingListPrivateLinkEndpoints.ts';
import { networkingReadPrivateLinkEndpoint } from './funcs/networkingReadPrivateLinkEndpoint.ts';
import { networkingDeletePrivateLinkEndpoint } from './funcs/networkingDeletePrivateLinkEndpoint.ts';
import { networkingUpdatePrivateLinkEndpoint } from './funcs/networkingUpdatePrivateLinkEndpoint.ts';
import { networkingUpdateStaticIps } from './funcs/networkingUpdateStaticIps.ts';
import { observabilityGetObservabilityConfigurationProjects } from './funcs/observabilityGetObservabilityConfigurationProjects.ts';
import { observabilityUpdateObservabilityConfigurationProject } from './funcs/observabilityUpdateObservabilityConfigurationProject.ts';
import { projectMembersGetProjectMembers } from './funcs/projectMembersGetProjectMembers.ts';
import { projectMembersAddProjectMember } from './funcs/projectMembersAddProjectMember.ts';
import { projectMembersRemoveProjectMember } from './funcs/projectMembersRemoveProjectMember.ts';
import { projectRoutesGetRoutes } from './funcs/projectRoutesGetRoutes.ts';
import { projectRoutesStageRoutes } from './funcs/projectRoutesStageRoutes.ts';
import { projectRoutesAddRoute } from './funcs/projectRoutesAddRoute.ts';
import { projectRoutesDeleteRoutes } from './funcs/projectRoutesDeleteRoutes.ts';
import { projectRoutesEditRoute } from './funcs/projectRoutesEditRoute.ts';
import { projectRoutesGenerateRoute } from './funcs/projectRoutesGenerateRoute.ts';
import { projectRoutesGetRouteVersions } from './funcs/projectRoutesGetRouteVersions.ts';
import { projectRoutesUpdateRouteVersions } from './funcs/projectRoutesUpdateRouteVersions.ts';
import { projectsGetProjects } from './funcs/projectsGetProjects.ts';
import { projectsGetProjectTrace } from './funcs/projectsGetProjectTrace.ts';
import { projectsCreateProject } from './funcs/projectsCreateProject.ts';
import { projectsGetProjectToken } from './funcs/projectsGetProjectToken.ts';
import { projectsCreateTraceSession } from './funcs/projectsCreateTraceSession.ts';
import { projectsGetProject } from './funcs/projectsGetProject.ts';
import { projectsUpdateProject } from './funcs/projectsUpdateProject.ts';
import { projectsDeleteProject } from './funcs/projectsDeleteProject.ts';
import { projectsUploadProjectAvatar } from './funcs/projectsUploadProjectAvatar.ts';
import { projectsGetProjectDomains } from './funcs/projectsGetProjectDomains.ts';
import { projectsGetProjectDomain } from './funcs/projectsGetProjectDomain.ts';
import { projectsUpdateProjectDomain } from './funcs/projectsUpdateProjectDomain.ts';
import { projectsRemoveProjectDomain } from './funcs/projectsRemoveProjectDomain.ts';
import { projectsAddProjectDomain } from './funcs/projectsAddProjectDomain.ts';
import { projectsMoveProjectDomain } from './funcs/projectsMoveProjectDomain.ts';
import { projectsVerifyProjectDomain } from './funcs/projectsVerifyProjectDomain.ts';
import { projectsFilterProjectEnvs } from './funcs/projectsFilterProjectEnvs.ts';
import { projectsCreateProjectEnv } from './funcs/projectsCreateProjectEnv.ts';
import { projectsGetProjectEnv } from './funcs/projectsGetProjectEnv.ts';
import { projectsRemoveProjectEnv } from './funcs/projectsRemoveProjectEnv.ts';
import { projectsEditProjectEnv } from './funcs/projectsEditProjectEnv.ts';
import { projectsBatchRemoveProjectEnv } from './funcs/projectsBatchRemoveProjectEnv.ts';
import { projectsCreateProjectTransferRequest } from './funcs/projectsCreateProjectTransferRequest.ts';
import { projectsAcceptProjectTransferRequest } from './funcs/projectsAcceptProjectTransferRequest.ts';
import { projectsUpdateProjectProtectionBypass } from './funcs/projectsUpdateProjectProtectionBypass.ts';
import { projectsRequestRollback } from './funcs/projectsRequestRollback.ts';
import { projectsUpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription } from './funcs/projectsUpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription.ts';
import { projectsUpdateMicrofrontends } from './funcs/projectsUpdateMicrofrontends.ts';
import { projectsRequestPromote } from './funcs/projectsRequestPromote.ts';
import { projectsListPromoteAliases } from './funcs/projectsListPromoteAliases.ts';
import { projectsPauseProject } from './funcs/projectsPauseProject.ts';
import { projectsUnpauseProject } from './funcs/projectsUnpauseProject.ts';
import { rollingReleaseGetRollingReleaseBillingStatus } from './funcs/rollingReleaseGetRollingReleaseBillingStatus.ts';
import { rollingReleaseGetRollingReleaseConfig } from './funcs/rollingReleaseGetRollingReleaseConfig.ts';
import { rollingReleaseDeleteRollingReleaseConfig } from './funcs/rollingReleaseDeleteRollingReleaseConfig.ts';
import { rollingReleaseUpdateRollingReleaseConfig } from './funcs/rollingReleaseUpdateRollingReleaseConfig.ts';
import { rollingReleaseGetRollingRelease } from './funcs/rollingReleaseGetRollingRelease.ts';
import { rollingReleaseApproveRollingReleaseStage } from './funcs/rollingReleaseApproveRollingReleaseStage.ts';
import { rollingReleaseStartRollingRelease } from './funcs/rollingReleaseStartRollingRelease.ts';
import { rollingReleaseCompleteRollingRelease } from './funcs/rollingReleaseCompleteRollingRelease.ts';
import { sandboxesListNamedSandboxes } from './funcs/sandboxesListNamedSandboxes.ts';
import { sandboxesListDrives } from './funcs/sandboxesListDrives.ts';
import { sandboxesGetOrCreateDrive } from './funcs/sandboxesGetOrCreateDrive.ts';
import { sandboxesDeleteDrive } from './funcs/sandboxesDeleteDrive.ts';
import { sandboxesListSessionSnapshots } from './funcs/sandboxesListSessionSnapshots.ts';
import { sandboxesGetSessionSnapshot } from './funcs/sandboxesGetSessionSnapshot.ts';
import { sandboxesDeleteSessionSnapshot } from './funcs/sandboxesDeleteSessionSnapshot.ts';
import { sandboxesListSessions } from './funcs/sandboxesListSessions.ts';
import { sandboxesGetSession } from './funcs/sandboxesGetSession.ts';
import { sandboxesGetNamedSandbox } from './funcs/sandboxesGetNamedSandbox.ts';
import { sandboxesDeleteSandbox } from './funcs/sandboxesDeleteSandbox.ts';
import { sandboxesListSessionCommands } from './funcs/sandboxesListSessionCommands.ts';
import { sandboxesGetSessionCommand } from './funcs/sandboxesGetSessionCommand.ts';
import { sandboxesKillSessionCommand } from './funcs/sandboxesKillSessionCommand.ts';
import { sandboxesStopSession } from './funcs/sandboxesStopSession.ts';
import { sandboxesExtendSessionTimeout } from './funcs/sandboxesExtendSessionTimeout.ts';
import { sandboxesUpdateSessionNetworkPolicy } from './funcs/sandboxesUpdateSessionNetworkPolicy.ts';
import { sandboxesReadSessionFile } from './funcs/sandboxesReadSessionFile.ts';
import { sandboxesCreateSessionDirectory } from './funcs/sandboxesCreateSessionDirectory.ts';
import { sandboxesWriteSessionFiles } from './funcs/sandboxesWriteSessionFiles.ts';
import { sandboxesCreateSandboxesSessionsBySessionIdSnapshotV2 } from './funcs/sandboxesCreateSandboxesSessionsBySessionIdSnapshotV2.ts';
import { sandboxesCreateSandboxesSessionsBySessionIdSnapshotV3 } from './funcs/sandboxesCreateSandboxesSessionsBySessionIdSnapshotV3.ts';
import { securityUpdateAttackChallengeMode } from './funcs/securityUpdateAttackChallengeMode.ts';
import { securityGetSecurityFirewallConfig } from './funcs/securityGetSecurityFirewallConfig.ts';
import { securityPutFirewallConfig } from './funcs/securityPutFirewallConfig.ts';
import { securityUpdateFirewallConfig } from './funcs/securityUpdateFirewallConfig.ts';
import { securityGetFirewallConfig } from './funcs/securityGetFirewallConfig.ts';
import { securityDeleteSecurityFirewallConfigByConfigVersion } from './funcs/securityDeleteSecurityFirewallConfigByConfigVersion.ts';
import { securityCreateSecurityFirewallConfigByConfigVersionActivate } from './funcs/securityCreateSecurityFirewallConfigByConfigVersionActivate.ts';
import { securityGetActiveAttackStatus } from './funcs/securityGetActiveAttackStatus.ts';
import { securityGetBypassIp } from './funcs/securityGetBypassIp.ts';
import { securityAddBypassIp } from './funcs/securityAddBypassIp.ts';
import { securityRemoveBypassIp } from './funcs/securityRemoveBypassIp.ts';
import { securityGetSecurityFirewallEvents } from './funcs/securityGetSecurityFirewallEvents.ts';
import { securityGenerateFirewallRule } from './funcs/securityGenerateFirewallRule.ts';
import { storageGetStorageStoresById } from './funcs/storageGetStorageStoresById.ts';
import { storageCreateStorageStoresBlob } from './funcs/storageCreateStorageStoresBlob.ts';
import { storageDeleteStorageStoresBlobById } from './funcs/storageDeleteStorageStoresBlobById.ts';
import { teamsGetTeamMembers } from './funcs/teamsGetTeamMembers.ts';
import { teamsInviteUserToTeam } from './funcs/teamsInviteUserToTeam.ts';
import { teamsRequestAccessToTeam } from './funcs/teamsRequestAccessToTeam.ts';
import { teamsGetTeamAccessRequest } from './funcs/teamsGetTeamAccessRequest.ts';
import { teamsJoinTeam } from './funcs/teamsJoinTeam.ts';
import { teamsUpdateTeamMember } from './funcs/teamsUpdateTeamMember.ts';
import { teamsRemoveTeamMember } from './funcs/teamsRemoveTeamMember.ts';
import { teamsGetTeam } from './funcs/teamsGetTeam.ts';
import { teamsPatchTeam } from './funcs/teamsPatchTeam.ts';
import { teamsGetTeams } from './funcs/teamsGetTeams.ts';
import { teamsCreateTeam } from './funcs/teamsCreateTeam.ts';
import { teamsPostTeamDsyncRoles } from './funcs/teamsPostTeamDsyncRoles.ts';
import { teamsDeleteTeam } from './funcs/teamsDeleteTeam.ts';
import { teamsDeleteTeamInviteCode } from './funcs/teamsDeleteTeamInviteCode.ts';
import { teamsUpdateMicrofrontendsGroup } from './funcs/teamsUpdateMicrofrontendsGroup.ts';
import { teamsDeleteMicrofrontendsGroup } from './funcs/teamsDeleteMicrofrontendsGroup.ts';
import { userListUserEvents } from './funcs/userListUserEvents.ts';
import { userListEventTypes } from './funcs/userListEventTypes.ts';
import { userGetAuthUser } from './funcs/userGetAuthUser.ts';
import { userRequestDelete } from './funcs/userRequestDelete.ts';
import { vcrCreateRepository } from './funcs/vcrCreateRepository.ts';
import { vcrListRepositories } from './funcs/vcrListRepositories.ts';
import { vcrGetRepository } from './funcs/vcrGetRepository.ts';
import { vcrDeleteRepository } from './funcs/vcrDeleteRepository.ts';
import { vcrListRepositoryImages } from './funcs/vcrListRepositoryImages.ts';
import { vcrAddRepositoryPermission } from './funcs/vcrAddRepositoryPermission.ts';
import { vcrRemoveRepositoryPermission } from './funcs/vcrRemoveRepositoryPermission.ts';
import { vcrListRepositoryPermissions } from './funcs/vcrListRepositoryPermissions.ts';
import { vcrClearRepositoryPermissions } from './funcs/vcrClearRepositoryPermissions.ts';
import { vcrListRepositoryTags } from './funcs/vcrListRepositoryTags.ts';
import { vcrGetRepositoryTag } from './funcs/vcrGetRepositoryTag.ts';
import { vcrGetRepositoryImage } from './funcs/vcrGetRepositoryImage.ts';
import { vcrDeleteRepositoryImage } from './funcs/vcrDeleteRepositoryImage.ts';
import { vcrGetRoot } from './funcs/vcrGetRoot.ts';
import { vcrHeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest } from './funcs/vcrHeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest.ts';
import { vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest } from './funcs/vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest.ts';
import { vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest } from './funcs/vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest.ts';
import { vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid } from './funcs/vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid.ts';
import { vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid } from './funcs/vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid.ts';
import { vcrUpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid } from './funcs/vcrUpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid.ts';
import { vcrReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid } from './funcs/vcrReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid.ts';
import { vcrCreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploads } from './funcs/vcrCreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploads.ts';
import { vcrReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference } from './funcs/vcrReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference.ts';
import { vcrHeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReference } from './funcs/vcrHeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReference.ts';
import { vcrGetByTeamSlugByProjectSlugByRepositoryNameManifestsByReference } from './funcs/vcrGetByTeamSlugByProjectSlugByRepositoryNameManifestsByReference.ts';
import { vcrDeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference } from './funcs/vcrDeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference.ts';
import { vcrGetByTeamSlugByProjectSlugByRepositoryNameTagsList } from './funcs/vcrGetByTeamSlugByProjectSlugByRepositoryNameTagsList.ts';
import { webAnalyticsAggregatePageviews } from './funcs/webAnalyticsAggregatePageviews.ts';
import { webAnalyticsAggregateEvents } from './funcs/webAnalyticsAggregateEvents.ts';
import { webAnalyticsCountPageviews } from './funcs/webAnalyticsCountPageviews.ts';
import { webAnalyticsCountEvents } from './funcs/webAnalyticsCountEvents.ts';
import { webhooksCreateWebhook } from './funcs/webhooksCreateWebhook.ts';
import { webhooksGetWebhooks } from './funcs/webhooksGetWebhooks.ts';
import { webhooksGetWebhook } from './funcs/webhooksGetWebhook.ts';
import { webhooksDeleteWebhook } from './funcs/webhooksDeleteWebhook.ts';
import { replaceDomainsByDomainRecords } from './funcs/replaceDomainsByDomainRecords.ts';
import { getDomainsRecordsByRecordId } from './funcs/getDomainsRecordsByRecordId.ts';
import { createApiKeys } from './funcs/createApiKeys.ts';
import { createObservabilityQuery } from './funcs/createObservabilityQuery.ts';
import { getObservabilitySchema } from './funcs/getObservabilitySchema.ts';
import { getObservabilitySchemaByMetricId } from './funcs/getObservabilitySchemaByMetricId.ts';
import { createSpeedInsightsToggle } from './funcs/createSpeedInsightsToggle.ts';
import { createWebInsightsToggle } from './funcs/createWebInsightsToggle.ts';
import { domainsBuyDomain } from './funcs/domainsBuyDomain.ts';
import { domainsCheckDomainPrice } from './funcs/domainsCheckDomainPrice.ts';
import { domainsCheckDomainStatus } from './funcs/domainsCheckDomainStatus.ts';
import { domainsGetDomainTransfer } from './funcs/domainsGetDomainTransfer.ts';
import { edgeConfigPatchEdgeConfigItems } from './funcs/edgeConfigPatchEdgeConfigItems.ts';
import { projectsUpdateProjectDataCache } from './funcs/projectsUpdateProjectDataCache.ts';

/** Every operation once. */
export const operations: readonly ListedOperation[] = [
  { groups: ['accessGroups'], method: 'readAccessGroup', name: 'accessGroupsReadAccessGroup', doc: 'Reads one access group by its id or name.', deprecated: false, operation: accessGroupsReadAccessGroup },
  { groups: ['accessGroups'], method: 'updateAccessGroup', name: 'accessGroupsUpdateAccessGroup', doc: 'Changes an access group: its name, its projects, who is added or removed.', deprecated: false, operation: accessGroupsUpdateAccessGroup },
  { groups: ['accessGroups'], method: 'deleteAccessGroup', name: 'accessGroupsDeleteAccessGroup', doc: 'Deletes an access group.', deprecated: false, operation: accessGroupsDeleteAccessGroup },
  { groups: ['accessGroups'], method: 'listAccessGroupMembers', name: 'accessGroupsListAccessGroupMembers', doc: 'Lists who belongs to an access group, page by page.', deprecated: false, operation: accessGroupsListAccessGroupMembers },
  { groups: ['accessGroups'], method: 'listAccessGroups', name: 'accessGroupsListAccessGroups', doc: 'Lists the access groups of a team, a project or a member, page by page.', deprecated: false, operation: accessGroupsListAccessGroups },
  { groups: ['accessGroups'], method: 'createAccessGroup', name: 'accessGroupsCreateAccessGroup', doc: 'Creates an access group.', deprecated: false, operation: accessGroupsCreateAccessGroup },
  { groups: ['accessGroups'], method: 'listAccessGroupProjects', name: 'accessGroupsListAccessGroupProjects', doc: 'Lists the projects an access group opens, page by page.', deprecated: false, operation: accessGroupsListAccessGroupProjects },
  { groups: ['accessGroups'], method: 'createAccessGroupProject', name: 'accessGroupsCreateAccessGroupProject', doc: 'Gives an access group a role on one project.', deprecated: false, operation: accessGroupsCreateAccessGroupProject },
  { groups: ['accessGroups'], method: 'readAccessGroupProject', name: 'accessGroupsReadAccessGroupProject', doc: 'Reads the role an access group has on one project.', deprecated: false, operation: accessGroupsReadAccessGroupProject },
  { groups: ['accessGroups'], method: 'updateAccessGroupProject', name: 'accessGroupsUpdateAccessGroupProject', doc: 'Changes the role an access group has on one project.', deprecated: false, operation: accessGroupsUpdateAccessGroupProject },
  { groups: ['accessGroups'], method: 'deleteAccessGroupProject', name: 'accessGroupsDeleteAccessGroupProject', doc: 'Takes a project out of an access group.', deprecated: false, operation: accessGroupsDeleteAccessGroupProject },
  { groups: ['aiGateway'], method: 'createAiGatewayRule', name: 'aiGatewayCreateAiGatewayRule', doc: 'Adds a rule that decides which models a team may call through the AI gateway.', deprecated: false, operation: aiGatewayCreateAiGatewayRule },
  { groups: ['aiGateway'], method: 'listAiGatewayRules', name: 'aiGatewayListAiGatewayRules', doc: 'Lists the rules of the AI gateway: which models and providers are allowed or blocked.', deprecated: false, operation: aiGatewayListAiGatewayRules },
  { groups: ['aiGateway'], method: 'updateAiGatewayRule', name: 'aiGatewayUpdateAiGatewayRule', doc: 'Changes a rule of the AI gateway, or switches it on or off.', deprecated: false, operation: aiGatewayUpdateAiGatewayRule },
  { groups: ['aiGateway'], method: 'deleteAiGatewayRule', name: 'aiGatewayDeleteAiGatewayRule', doc: 'Deletes a rule of the AI gateway.', deprecated: false, operation: aiGatewayDeleteAiGatewayRule },
  { groups: ['aliases'], method: 'listDeploymentAliases', name: 'aliasesListDeploymentAliases', doc: 'Lists every alias that points at one deployment.', deprecated: false, operation: aliasesListDeploymentAliases },
  { groups: ['aliases'], method: 'assignAlias', name: 'aliasesAssignAlias', doc: 'Points an alias at a deployment; an alias in use moves over.', deprecated: false, operation: aliasesAssignAlias },
  { groups: ['aliases'], method: 'listAliases', name: 'aliasesListAliases', doc: 'Lists aliases, newest first, page by page.', deprecated: false, operation: aliasesListAliases },
  { groups: ['aliases'], method: 'getAlias', name: 'aliasesGetAlias', doc: 'Reads one alias by its id or host name.', deprecated: false, operation: aliasesGetAlias },
  { groups: ['aliases'], method: 'deleteAlias', name: 'aliasesDeleteAlias', doc: 'Removes an alias; the deployment behind it stays.', deprecated: false, operation: aliasesDeleteAlias },
  { groups: ['aliases'], method: 'patchUrlProtectionBypass', name: 'aliasesPatchUrlProtectionBypass', doc: 'Changes who may pass the protection of one URL: a shareable link, a person or an exception.', deprecated: false, operation: aliasesPatchUrlProtectionBypass },
  { groups: ['apiAiGateway'], method: 'createAiGatewayVirtualModelConfig', name: 'apiAiGatewayCreateAiGatewayVirtualModelConfig', doc: 'Creates a virtual model: one name that stands for several AI models with an order of fallbacks.', deprecated: false, operation: apiAiGatewayCreateAiGatewayVirtualModelConfig },
  { groups: ['apiAiGateway'], method: 'getAiGatewayVirtualModelConfig', name: 'apiAiGatewayGetAiGatewayVirtualModelConfig', doc: 'Reads one virtual model of the AI gateway, named in the query.', deprecated: false, operation: apiAiGatewayGetAiGatewayVirtualModelConfig },
  { groups: ['apiAiGateway'], method: 'updateAiGatewayVirtualModelConfig', name: 'apiAiGatewayUpdateAiGatewayVirtualModelConfig', doc: 'Changes a virtual model of the AI gateway, named in the body.', deprecated: false, operation: apiAiGatewayUpdateAiGatewayVirtualModelConfig },
  { groups: ['apiAiGateway'], method: 'deleteAiGatewayVirtualModelConfig', name: 'apiAiGatewayDeleteAiGatewayVirtualModelConfig', doc: 'Deletes a virtual model of the AI gateway, named in the query.', deprecated: false, operation: apiAiGatewayDeleteAiGatewayVirtualModelConfig },
  { groups: ['apiAiGateway'], method: 'listAiGatewayVirtualModelConfigs', name: 'apiAiGatewayListAiGatewayVirtualModelConfigs', doc: 'Lists the virtual models of the AI gateway, page by page.', deprecated: false, operation: apiAiGatewayListAiGatewayVirtualModelConfigs },
  { groups: ['apiAiGateway'], method: 'getAiGatewayVirtualModelConfigBySlug', name: 'apiAiGatewayGetAiGatewayVirtualModelConfigBySlug', doc: 'Reads one virtual model of the AI gateway by its slug.', deprecated: false, operation: apiAiGatewayGetAiGatewayVirtualModelConfigBySlug },
  { groups: ['apiAiGateway'], method: 'updateAiGatewayVirtualModelConfigBySlug', name: 'apiAiGatewayUpdateAiGatewayVirtualModelConfigBySlug', doc: 'Changes a virtual model of the AI gateway, named by its slug.', deprecated: false, operation: apiAiGatewayUpdateAiGatewayVirtualModelConfigBySlug },
  { groups: ['apiAiGateway'], method: 'deleteAiGatewayVirtualModelConfigBySlug', name: 'apiAiGatewayDeleteAiGatewayVirtualModelConfigBySlug', doc: 'Deletes a virtual model of the AI gateway by its slug.', deprecated: false, operation: apiAiGatewayDeleteAiGatewayVirtualModelConfigBySlug },
  { groups: ['artifacts'], method: 'recordEvents', name: 'artifactsRecordEvents', doc: 'Reports hits and misses of the remote cache.', deprecated: false, operation: artifactsRecordEvents },
  { groups: ['artifacts'], method: 'status', name: 'artifactsStatus', doc: 'Tells whether remote caching is enabled for the account or team.', deprecated: false, operation: artifactsStatus },
  { groups: ['artifacts'], method: 'uploadArtifact', name: 'artifactsUploadArtifact', doc: 'Stores one build artifact in the remote cache under its hash.', deprecated: false, operation: artifactsUploadArtifact },
  { groups: ['artifacts'], method: 'downloadArtifact', name: 'artifactsDownloadArtifact', doc: 'Fetches one cached artifact as a stream of bytes.', deprecated: false, operation: artifactsDownloadArtifact },
  { groups: ['artifacts'], method: 'artifactExists', name: 'artifactsArtifactExists', doc: 'Asks whether an artifact is cached; rejects with a not-found error when it is not.', deprecated: false, operation: artifactsArtifactExists },
  { groups: ['artifacts'], method: 'artifactQuery', name: 'artifactsArtifactQuery', doc: 'Looks up size and origin of several cached artifacts at once.', deprecated: false, operation: artifactsArtifactQuery },
  { groups: ['artifacts'], method: 'deleteAllArtifacts', name: 'artifactsDeleteAllArtifacts', doc: 'Empties the remote cache: deletes every build artifact of the account or team.', deprecated: false, operation: artifactsDeleteAllArtifacts },
  { groups: ['marketplace', 'authentication'], method: 'exchangeSsoToken', name: 'marketplaceExchangeSsoToken', doc: 'Trades the code of a single sign-on redirect for an identity token of the signed-in person.', deprecated: false, operation: marketplaceExchangeSsoToken },
  { groups: ['authentication'], method: 'listAuthTokens', name: 'authenticationListAuthTokens', doc: 'Lists the access tokens of the signed-in user, without their secret part.', deprecated: false, operation: authenticationListAuthTokens },
  { groups: ['authentication'], method: 'createAuthToken', name: 'authenticationCreateAuthToken', doc: 'Creates an access token; the answer is the only place its secret part appears.', deprecated: false, operation: authenticationCreateAuthToken },
  { groups: ['authentication'], method: 'getAuthToken', name: 'authenticationGetAuthToken', doc: 'Reads what is known about one access token; never its secret part.', deprecated: false, operation: authenticationGetAuthToken },
  { groups: ['authentication'], method: 'deleteAuthToken', name: 'authenticationDeleteAuthToken', doc: 'Revokes one access token.', deprecated: false, operation: authenticationDeleteAuthToken },
  { groups: ['billing'], method: 'buyCredits', name: 'billingBuyCredits', doc: 'Buys prepaid credits; this spends money.', deprecated: false, operation: billingBuyCredits },
  { groups: ['bulkRedirects'], method: 'stageRedirects', name: 'bulkRedirectsStageRedirects', doc: 'Uploads redirects of a project in bulk as a new version; it goes live when that version is promoted.', deprecated: false, operation: bulkRedirectsStageRedirects },
  { groups: ['bulkRedirects'], method: 'getRedirects', name: 'bulkRedirectsGetRedirects', doc: 'Lists the bulk redirects of a project, or what a version changes, page by page.', deprecated: false, operation: bulkRedirectsGetRedirects },
  { groups: ['bulkRedirects'], method: 'deleteRedirects', name: 'bulkRedirectsDeleteRedirects', doc: 'Stages the removal of redirects from a project, named by their source paths.', deprecated: false, operation: bulkRedirectsDeleteRedirects },
  { groups: ['bulkRedirects'], method: 'editRedirect', name: 'bulkRedirectsEditRedirect', doc: 'Stages a change of one redirect of a project.', deprecated: false, operation: bulkRedirectsEditRedirect },
  { groups: ['bulkRedirects'], method: 'restoreRedirects', name: 'bulkRedirectsRestoreRedirects', doc: 'Brings back redirects whose staged change or removal was not wanted.', deprecated: false, operation: bulkRedirectsRestoreRedirects },
  { groups: ['bulkRedirects'], method: 'getVersions', name: 'bulkRedirectsGetVersions', doc: "Lists the versions of a project's bulk redirects: staged, live and earlier ones.", deprecated: false, operation: bulkRedirectsGetVersions },
  { groups: ['bulkRedirects'], method: 'updateVersion', name: 'bulkRedirectsUpdateVersion', doc: "Promotes, restores or discards a version of a project's bulk redirects.", deprecated: false, operation: bulkRedirectsUpdateVersion },
  { groups: ['certs'], method: 'getCertById', name: 'certsGetCertById', doc: 'Reads one certificate.', deprecated: false, operation: certsGetCertById },
  { groups: ['certs'], method: 'removeCert', name: 'certsRemoveCert', doc: 'Deletes one certificate.', deprecated: false, operation: certsRemoveCert },
  { groups: ['certs'], method: 'getCerts', name: 'certsGetCerts', doc: 'Lists the TLS certificates of the account or team.', deprecated: false, operation: certsGetCerts },
  { groups: ['certs'], method: 'issueCert', name: 'certsIssueCert', doc: 'Orders a certificate for the given host names.', deprecated: false, operation: certsIssueCert },
  { groups: ['certs'], method: 'uploadCert', name: 'certsUploadCert', doc: 'Uploads a certificate of your own with its private key and chain.', deprecated: false, operation: certsUploadCert },
  { groups: ['checks'], method: 'createCheck', name: 'checksCreateCheck', doc: 'Registers a check that a deployment waits for.', deprecated: true, operation: checksCreateCheck },
  { groups: ['checks'], method: 'getAllChecks', name: 'checksGetAllChecks', doc: 'Lists the checks of one deployment.', deprecated: true, operation: checksGetAllChecks },
  { groups: ['checks'], method: 'getCheck', name: 'checksGetCheck', doc: 'Reads one check of a deployment.', deprecated: true, operation: checksGetCheck },
  { groups: ['checks'], method: 'updateCheck', name: 'checksUpdateCheck', doc: 'Reports progress or outcome of a check.', deprecated: true, operation: checksUpdateCheck },
  { groups: ['checks'], method: 'rerequestCheck', name: 'checksRerequestCheck', doc: 'Asks for a failed check to be run again.', deprecated: true, operation: checksRerequestCheck },
  { groups: ['checksV2'], method: 'listProjectChecks', name: 'checksV2ListProjectChecks', doc: 'Lists the checks that deployments of a project must pass.', deprecated: false, operation: checksV2ListProjectChecks },
  { groups: ['checksV2'], method: 'createProjectCheck', name: 'checksV2CreateProjectCheck', doc: 'Adds a check that deployments of a project must pass before they build, start or go live.', deprecated: false, operation: checksV2CreateProjectCheck },
  { groups: ['checksV2'], method: 'getProjectCheck', name: 'checksV2GetProjectCheck', doc: 'Reads one check of a project.', deprecated: false, operation: checksV2GetProjectCheck },
  { groups: ['checksV2'], method: 'updateProjectCheck', name: 'checksV2UpdateProjectCheck', doc: 'Changes one check of a project: its name, what it waits for and what it blocks.', deprecated: false, operation: checksV2UpdateProjectCheck },
  { groups: ['checksV2'], method: 'deleteProjectCheck', name: 'checksV2DeleteProjectCheck', doc: 'Deletes a check of a project; deployments no longer wait for it.', deprecated: false, operation: checksV2DeleteProjectCheck },
  { groups: ['checksV2'], method: 'listCheckRuns', name: 'checksV2ListCheckRuns', doc: 'Lists the runs of one check over the deployments of a project.', deprecated: false, operation: checksV2ListCheckRuns },
  { groups: ['checksV2'], method: 'listDeploymentCheckRuns', name: 'checksV2ListDeploymentCheckRuns', doc: 'Lists the check runs of one deployment with their outcomes.', deprecated: false, operation: checksV2ListDeploymentCheckRuns },
  { groups: ['checksV2'], method: 'createDeploymentCheckRun', name: 'checksV2CreateDeploymentCheckRun', doc: 'Starts a run of a check on a deployment, again when it ran before.', deprecated: false, operation: checksV2CreateDeploymentCheckRun },
  { groups: ['checksV2'], method: 'getDeploymentCheckRun', name: 'checksV2GetDeploymentCheckRun', doc: 'Reads one check run of a deployment.', deprecated: false, operation: checksV2GetDeploymentCheckRun },
  { groups: ['checksV2'], method: 'updateDeploymentCheckRun', name: 'checksV2UpdateDeploymentCheckRun', doc: 'Reports status and outcome of a check run on a deployment.', deprecated: false, operation: checksV2UpdateDeploymentCheckRun },
  { groups: ['connect'], method: 'listConnectors', name: 'connectListConnectors', doc: 'Lists the connectors to outside services such as Slack or GitHub, page by page.', deprecated: false, operation: connectListConnectors },
  { groups: ['connect'], method: 'getConnector', name: 'connectGetConnector', doc: 'Reads one connector to an outside service.', deprecated: false, operation: connectGetConnector },
  { groups: ['connect'], method: 'deleteConnector', name: 'connectDeleteConnector', doc: 'Deletes a connector to an outside service; projects lose the access it gave.', deprecated: false, operation: connectDeleteConnector },
  { groups: ['connect'], method: 'createConnector', name: 'connectCreateConnector', doc: 'Connects an outside service such as Slack, GitHub or any OAuth server as a connector.', deprecated: false, operation: connectCreateConnector },
  { groups: ['connect'], method: 'updateConnector', name: 'connectUpdateConnector', doc: 'Changes a connector: its name, look, credentials or events.', deprecated: false, operation: connectUpdateConnector },
  { groups: ['connect'], method: 'replaceConnectorTriggerDestinations', name: 'connectReplaceConnectorTriggerDestinations', doc: 'Replaces the list of project paths to which a connector sends incoming events.', deprecated: false, operation: connectReplaceConnectorTriggerDestinations },
  { groups: ['connect'], method: 'listConnectorProjectConnections', name: 'connectListConnectorProjectConnections', doc: 'Lists the projects that may use a connector, page by page.', deprecated: false, operation: connectListConnectorProjectConnections },
  { groups: ['connect'], method: 'getConnectorProjectConnection', name: 'connectGetConnectorProjectConnection', doc: 'Reads in which environments a project may use a connector.', deprecated: false, operation: connectGetConnectorProjectConnection },
  { groups: ['connect'], method: 'upsertConnectorProjectConnection', name: 'connectUpsertConnectorProjectConnection', doc: 'Lets a project use a connector, or changes in which environments it may.', deprecated: false, operation: connectUpsertConnectorProjectConnection },
  { groups: ['connect'], method: 'deleteConnectorProjectConnection', name: 'connectDeleteConnectorProjectConnection', doc: 'Takes a connector away from a project.', deprecated: false, operation: connectDeleteConnectorProjectConnection },
  { groups: ['connect'], method: 'listProjectConnectorConnections', name: 'connectListProjectConnectorConnections', doc: 'Lists the connectors that a project may use, page by page.', deprecated: false, operation: connectListProjectConnectorConnections },
  { groups: ['deployments'], method: 'getDeploymentEvents', name: 'deploymentsGetDeploymentEvents', doc: 'Reads the build log and other events of a deployment; with the call option `stream`, line by line.', deprecated: false, operation: deploymentsGetDeploymentEvents },
  { groups: ['deployments', 'integrations'], method: 'updateIntegrationDeploymentAction', name: 'deploymentsUpdateIntegrationDeploymentAction', doc: "Reports how an integration's action on a deployment is going.", deprecated: false, operation: deploymentsUpdateIntegrationDeploymentAction },
  { groups: ['deployments'], method: 'getDeployment', name: 'deploymentsGetDeployment', doc: 'Reads one deployment by its id or host name.', deprecated: false, operation: deploymentsGetDeployment },
  { groups: ['deployments'], method: 'createDeployment', name: 'deploymentsCreateDeployment', doc: 'Starts a deployment from uploaded files, a Git reference or an earlier deployment.', deprecated: false, operation: deploymentsCreateDeployment },
  { groups: ['deployments'], method: 'cancelDeployment', name: 'deploymentsCancelDeployment', doc: 'Stops a deployment that is still building.', deprecated: false, operation: deploymentsCancelDeployment },
  { groups: ['deployments'], method: 'uploadFile', name: 'deploymentsUploadFile', doc: 'Uploads one file for a later deployment, named by its SHA-1 digest.', deprecated: false, operation: deploymentsUploadFile },
  { groups: ['deployments'], method: 'listDeploymentFiles', name: 'deploymentsListDeploymentFiles', doc: 'Lists the source files of a deployment as a tree.', deprecated: false, operation: deploymentsListDeploymentFiles },
  { groups: ['deployments'], method: 'getDeploymentFileContents', name: 'deploymentsGetDeploymentFileContents', doc: 'Fetches one source file of a deployment: parsed if the answer is JSON, else a stream of bytes.', deprecated: false, operation: deploymentsGetDeploymentFileContents },
  { groups: ['deployments'], method: 'getDeployments', name: 'deploymentsGetDeployments', doc: 'Lists deployments, newest first, page by page.', deprecated: false, operation: deploymentsGetDeployments },
  { groups: ['deployments'], method: 'deleteDeployment', name: 'deploymentsDeleteDeployment', doc: 'Deletes a deployment, named by id or URL.', deprecated: false, operation: deploymentsDeleteDeployment },
  { groups: ['dns'], method: 'getRecords', name: 'dnsGetRecords', doc: 'Lists the DNS records of a domain, page by page.', deprecated: false, operation: dnsGetRecords },
  { groups: ['dns'], method: 'createRecord', name: 'dnsCreateRecord', doc: 'Adds a DNS record to a domain.', deprecated: false, operation: dnsCreateRecord },
  { groups: ['dns'], method: 'updateRecord', name: 'dnsUpdateRecord', doc: 'Changes a DNS record.', deprecated: false, operation: dnsUpdateRecord },
  { groups: ['dns'], method: 'removeRecord', name: 'dnsRemoveRecord', doc: 'Deletes a DNS record of a domain.', deprecated: false, operation: dnsRemoveRecord },
  { groups: ['domains'], method: 'getDomainConfig', name: 'domainsGetDomainConfig', doc: "Reads how a domain's DNS is set up and what it should be.", deprecated: false, operation: domainsGetDomainConfig },
  { groups: ['domains'], method: 'getDomainVerificationRecord', name: 'domainsGetDomainVerificationRecord', doc: 'Gives the TXT record that proves the ownership of a domain.', deprecated: false, operation: domainsGetDomainVerificationRecord },
  { groups: ['domains'], method: 'claimDomainOwnership', name: 'domainsClaimDomainOwnership', doc: 'Claims a domain that another account holds, once its TXT record proves the ownership.', deprecated: false, operation: domainsClaimDomainOwnership },
  { groups: ['domains'], method: 'getDomainProjectDomains', name: 'domainsGetDomainProjectDomains', doc: 'Lists the projects that use a domain or one of its subdomains, page by page.', deprecated: false, operation: domainsGetDomainProjectDomains },
  { groups: ['domains'], method: 'getDomain', name: 'domainsGetDomain', doc: 'Reads one domain of the account or team.', deprecated: false, operation: domainsGetDomain },
  { groups: ['domains'], method: 'getDomains', name: 'domainsGetDomains', doc: 'Lists the domains of the account or team, page by page.', deprecated: false, operation: domainsGetDomains },
  { groups: ['domains'], method: 'createOrTransferDomain', name: 'domainsCreateOrTransferDomain', doc: 'Adds a domain you own, or moves one in from another account or registrar.', deprecated: false, operation: domainsCreateOrTransferDomain },
  { groups: ['domains'], method: 'patchDomain', name: 'domainsPatchDomain', doc: "Changes a domain's settings, or moves the domain to another account.", deprecated: false, operation: domainsPatchDomain },
  { groups: ['domains'], method: 'deleteDomain', name: 'domainsDeleteDomain', doc: 'Removes a domain from the account or team.', deprecated: false, operation: domainsDeleteDomain },
  { groups: ['domainsRegistrar'], method: 'getSupportedTlds', name: 'domainsRegistrarGetSupportedTlds', doc: 'Lists the top-level domains that can be bought or transferred in.', deprecated: false, operation: domainsRegistrarGetSupportedTlds },
  { groups: ['domainsRegistrar'], method: 'getTld', name: 'domainsRegistrarGetTld', doc: 'Reads what is known about one top-level domain, for example the languages it supports.', deprecated: false, operation: domainsRegistrarGetTld },
  { groups: ['domainsRegistrar'], method: 'getTldPrice', name: 'domainsRegistrarGetTldPrice', doc: 'Quotes the prices of one top-level domain: purchase, renewal and transfer.', deprecated: false, operation: domainsRegistrarGetTldPrice },
  { groups: ['domainsRegistrar'], method: 'getDomainAvailability', name: 'domainsRegistrarGetDomainAvailability', doc: 'Tells whether a domain name is free and can be bought.', deprecated: false, operation: domainsRegistrarGetDomainAvailability },
  { groups: ['domainsRegistrar'], method: 'getDomainPrice', name: 'domainsRegistrarGetDomainPrice', doc: 'Quotes what it costs to buy, renew or transfer one domain.', deprecated: false, operation: domainsRegistrarGetDomainPrice },
  { groups: ['domainsRegistrar'], method: 'getBulkPrice', name: 'domainsRegistrarGetBulkPrice', doc: 'Quotes the prices of several domains at once.', deprecated: false, operation: domainsRegistrarGetBulkPrice },
  { groups: ['domainsRegistrar'], method: 'getBulkAvailability', name: 'domainsRegistrarGetBulkAvailability', doc: 'Tells which of several domain names are free and can be bought.', deprecated: false, operation: domainsRegistrarGetBulkAvailability },
  { groups: ['domainsRegistrar'], method: 'searchDomains', name: 'domainsRegistrarSearchDomains', doc: 'Searches for domain names and tells which are free and what they cost.', deprecated: false, operation: domainsRegistrarSearchDomains },
  { groups: ['domainsRegistrar'], method: 'getContactInfoSchema', name: 'domainsRegistrarGetContactInfoSchema', doc: "Gives the fields of contact information that a domain's registry asks for.", deprecated: false, operation: domainsRegistrarGetContactInfoSchema },
  { groups: ['domainsRegistrar'], method: 'getDomainAuthCode', name: 'domainsRegistrarGetDomainAuthCode', doc: 'Gives the authorisation code with which a domain can be transferred out to another registrar.', deprecated: false, operation: domainsRegistrarGetDomainAuthCode },
  { groups: ['domainsRegistrar'], method: 'buySingleDomain', name: 'domainsRegistrarBuySingleDomain', doc: 'Buys one domain at the stated price; this spends money.', deprecated: false, operation: domainsRegistrarBuySingleDomain },
  { groups: ['domainsRegistrar'], method: 'buyDomains', name: 'domainsRegistrarBuyDomains', doc: 'Buys several domains in one order; this spends money.', deprecated: false, operation: domainsRegistrarBuyDomains },
  { groups: ['domainsRegistrar'], method: 'transferInDomain', name: 'domainsRegistrarTransferInDomain', doc: 'Moves a domain here from another registrar with its authorisation code; this spends money.', deprecated: false, operation: domainsRegistrarTransferInDomain },
  { groups: ['domainsRegistrar'], method: 'getDomainTransferIn', name: 'domainsRegistrarGetDomainTransferIn', doc: 'Tells how far the transfer of a domain from another registrar is.', deprecated: false, operation: domainsRegistrarGetDomainTransferIn },
  { groups: ['domainsRegistrar'], method: 'renewDomain', name: 'domainsRegistrarRenewDomain', doc: 'Renews a domain before it expires, at the stated price; this spends money.', deprecated: false, operation: domainsRegistrarRenewDomain },
  { groups: ['domainsRegistrar'], method: 'updateDomainAutoRenew', name: 'domainsRegistrarUpdateDomainAutoRenew', doc: 'Switches on or off that a domain renews itself before it expires.', deprecated: false, operation: domainsRegistrarUpdateDomainAutoRenew },
  { groups: ['domainsRegistrar'], method: 'updateDomainNameservers', name: 'domainsRegistrarUpdateDomainNameservers', doc: 'Changes the name servers that a domain is delegated to.', deprecated: false, operation: domainsRegistrarUpdateDomainNameservers },
  { groups: ['domainsRegistrar'], method: 'getDomainContactVerification', name: 'domainsRegistrarGetDomainContactVerification', doc: "Tells whether the registrant's contact address of a domain has been verified.", deprecated: false, operation: domainsRegistrarGetDomainContactVerification },
  { groups: ['domainsRegistrar'], method: 'getOrder', name: 'domainsRegistrarGetOrder', doc: 'Reads an order of domains and how far it is.', deprecated: false, operation: domainsRegistrarGetOrder },
  { groups: ['drains'], method: 'createDrain', name: 'drainsCreateDrain', doc: 'Creates a drain that sends logs, traces or analytics to another service.', deprecated: false, operation: drainsCreateDrain },
  { groups: ['drains'], method: 'getDrains', name: 'drainsGetDrains', doc: 'Lists the drains that send logs, traces or analytics elsewhere.', deprecated: false, operation: drainsGetDrains },
  { groups: ['drains'], method: 'deleteDrain', name: 'drainsDeleteDrain', doc: 'Deletes a drain; nothing more is sent to its service.', deprecated: false, operation: drainsDeleteDrain },
  { groups: ['drains'], method: 'getDrain', name: 'drainsGetDrain', doc: 'Reads one drain.', deprecated: false, operation: drainsGetDrain },
  { groups: ['drains'], method: 'updateDrain', name: 'drainsUpdateDrain', doc: 'Changes a drain: its projects, filter, sampling or where it delivers; or pauses it.', deprecated: false, operation: drainsUpdateDrain },
  { groups: ['drains'], method: 'testDrain', name: 'drainsTestDrain', doc: 'Sends test data to the destination of a drain and tells whether it was accepted.', deprecated: false, operation: drainsTestDrain },
  { groups: ['edgeCache'], method: 'invalidateByTags', name: 'edgeCacheInvalidateByTags', doc: 'Marks cached answers with these tags as stale; the next visit refreshes them in the background.', deprecated: false, operation: edgeCacheInvalidateByTags },
  { groups: ['edgeCache'], method: 'dangerouslyDeleteByTags', name: 'edgeCacheDangerouslyDeleteByTags', doc: 'Deletes cached answers with these tags at once; the next visit waits for fresh ones.', deprecated: false, operation: edgeCacheDangerouslyDeleteByTags },
  { groups: ['edgeCache'], method: 'invalidateBySrcImages', name: 'edgeCacheInvalidateBySrcImages', doc: 'Marks the optimised versions of these source images as stale.', deprecated: false, operation: edgeCacheInvalidateBySrcImages },
  { groups: ['edgeCache'], method: 'dangerouslyDeleteBySrcImages', name: 'edgeCacheDangerouslyDeleteBySrcImages', doc: 'Deletes the optimised versions of these source images from the cache at once.', deprecated: false, operation: edgeCacheDangerouslyDeleteBySrcImages },
  { groups: ['environment'], method: 'createSharedEnvVariable', name: 'environmentCreateSharedEnvVariable', doc: 'Creates environment variables that several projects of a team share.', deprecated: false, operation: environmentCreateSharedEnvVariable },
  { groups: ['environment'], method: 'listSharedEnvVariable', name: 'environmentListSharedEnvVariable', doc: 'Lists the environment variables that a team shares between projects.', deprecated: false, operation: environmentListSharedEnvVariable },
  { groups: ['environment'], method: 'updateSharedEnvVariable', name: 'environmentUpdateSharedEnvVariable', doc: 'Changes shared environment variables: values, targets or the projects they belong to.', deprecated: false, operation: environmentUpdateSharedEnvVariable },
  { groups: ['environment'], method: 'deleteSharedEnvVariable', name: 'environmentDeleteSharedEnvVariable', doc: 'Deletes shared environment variables from the team and all its projects.', deprecated: false, operation: environmentDeleteSharedEnvVariable },
  { groups: ['environment'], method: 'getSharedEnvVar', name: 'environmentGetSharedEnvVar', doc: 'Reads one shared environment variable with its decrypted value.', deprecated: false, operation: environmentGetSharedEnvVar },
  { groups: ['environment'], method: 'unlinkSharedEnvVariable', name: 'environmentUnlinkSharedEnvVariable', doc: 'Takes a shared environment variable away from one project.', deprecated: false, operation: environmentUnlinkSharedEnvVariable },
  { groups: ['environment'], method: 'createCustomEnvironment', name: 'environmentCreateCustomEnvironment', doc: 'Adds a custom environment to a project.', deprecated: false, operation: environmentCreateCustomEnvironment },
  { groups: ['environment'], method: 'getProjectsByIdOrNameCustomEnvironments', name: 'environmentGetProjectsByIdOrNameCustomEnvironments', doc: 'Lists the custom environments of a project, such as staging.', deprecated: false, operation: environmentGetProjectsByIdOrNameCustomEnvironments },
  { groups: ['environment'], method: 'getCustomEnvironment', name: 'environmentGetCustomEnvironment', doc: 'Reads one custom environment of a project.', deprecated: false, operation: environmentGetCustomEnvironment },
  { groups: ['environment'], method: 'updateCustomEnvironment', name: 'environmentUpdateCustomEnvironment', doc: 'Changes a custom environment: slug, description or the branches it follows.', deprecated: false, operation: environmentUpdateCustomEnvironment },
  { groups: ['environment'], method: 'removeCustomEnvironment', name: 'environmentRemoveCustomEnvironment', doc: 'Removes a custom environment from a project.', deprecated: false, operation: environmentRemoveCustomEnvironment },
  { groups: ['featureFlags'], method: 'listFlagsV2', name: 'featureFlagsListFlagsV2', doc: 'Lists the feature flags of a project with filters and sorted pages.', deprecated: false, operation: featureFlagsListFlagsV2 },
  { groups: ['featureFlags'], method: 'listFlags', name: 'featureFlagsListFlags', doc: 'Lists the feature flags of a project, page by page.', deprecated: false, operation: featureFlagsListFlags },
  { groups: ['featureFlags'], method: 'createFlag', name: 'featureFlagsCreateFlag', doc: 'Creates a feature flag in a project.', deprecated: false, operation: featureFlagsCreateFlag },
  { groups: ['featureFlags'], method: 'getFlag', name: 'featureFlagsGetFlag', doc: 'Reads one feature flag of a project.', deprecated: false, operation: featureFlagsGetFlag },
  { groups: ['featureFlags'], method: 'updateFlag', name: 'featureFlagsUpdateFlag', doc: 'Changes a feature flag: turns it on or off, sets its rules, variants or rollout.', deprecated: false, operation: featureFlagsUpdateFlag },
  { groups: ['featureFlags'], method: 'deleteFlag', name: 'featureFlagsDeleteFlag', doc: 'Deletes a feature flag of a project.', deprecated: false, operation: featureFlagsDeleteFlag },
  { groups: ['featureFlags'], method: 'listFlagVersions', name: 'featureFlagsListFlagVersions', doc: 'Lists the earlier versions of a feature flag: who changed what and when.', deprecated: false, operation: featureFlagsListFlagVersions },
  { groups: ['featureFlags'], method: 'getFlagSettings', name: 'featureFlagsGetFlagSettings', doc: 'Reads the settings of feature flags in a project: entities, labels and environments.', deprecated: false, operation: featureFlagsGetFlagSettings },
  { groups: ['featureFlags'], method: 'updateFlagSettings', name: 'featureFlagsUpdateFlagSettings', doc: 'Changes the settings of feature flags in a project: entities, labels and environments.', deprecated: false, operation: featureFlagsUpdateFlagSettings },
  { groups: ['featureFlags'], method: 'listTeamFlagSettings', name: 'featureFlagsListTeamFlagSettings', doc: 'Lists the settings of feature flags of all projects of a team.', deprecated: false, operation: featureFlagsListTeamFlagSettings },
  { groups: ['featureFlags'], method: 'listTeamFlagsV2', name: 'featureFlagsListTeamFlagsV2', doc: 'Lists the feature flags of all projects of a team with filters and sorted pages.', deprecated: false, operation: featureFlagsListTeamFlagsV2 },
  { groups: ['featureFlags'], method: 'listTeamFlags', name: 'featureFlagsListTeamFlags', doc: 'Lists the feature flags of all projects of a team, page by page.', deprecated: false, operation: featureFlagsListTeamFlags },
  { groups: ['featureFlags'], method: 'createFlagSegment', name: 'featureFlagsCreateFlagSegment', doc: 'Creates a segment: a named group of users or other entities that feature flags can target.', deprecated: false, operation: featureFlagsCreateFlagSegment },
  { groups: ['featureFlags'], method: 'listFlagSegments', name: 'featureFlagsListFlagSegments', doc: 'Lists the segments of a project: the groups that feature flags can target.', deprecated: false, operation: featureFlagsListFlagSegments },
  { groups: ['featureFlags'], method: 'getFlagSegment', name: 'featureFlagsGetFlagSegment', doc: 'Reads one segment that feature flags can target.', deprecated: false, operation: featureFlagsGetFlagSegment },
  { groups: ['featureFlags'], method: 'deleteFlagSegment', name: 'featureFlagsDeleteFlagSegment', doc: 'Deletes a segment that feature flags could target.', deprecated: false, operation: featureFlagsDeleteFlagSegment },
  { groups: ['featureFlags'], method: 'updateFlagSegment', name: 'featureFlagsUpdateFlagSegment', doc: 'Changes a segment: adds or removes members, or changes its rules.', deprecated: false, operation: featureFlagsUpdateFlagSegment },
  { groups: ['featureFlags'], method: 'getDeploymentFeatureFlags', name: 'featureFlagsGetDeploymentFeatureFlags', doc: 'Lists the feature flags that a deployment reported to have in its code.', deprecated: false, operation: featureFlagsGetDeploymentFeatureFlags },
  { groups: ['featureFlags'], method: 'getSDKKeys', name: 'featureFlagsGetSDKKeys', doc: 'Lists the keys with which applications read the feature flags of a project.', deprecated: false, operation: featureFlagsGetSDKKeys },
  { groups: ['featureFlags'], method: 'createSDKKey', name: 'featureFlagsCreateSDKKey', doc: 'Creates a key with which an application reads the feature flags of a project.', deprecated: false, operation: featureFlagsCreateSDKKey },
  { groups: ['featureFlags'], method: 'deleteSDKKey', name: 'featureFlagsDeleteSDKKey', doc: 'Deletes a key with which an application reads feature flags.', deprecated: false, operation: featureFlagsDeleteSDKKey },
  { groups: ['globalConfig'], method: 'getEdgeConfigs', name: 'globalConfigGetEdgeConfigs', doc: 'Lists the edge configs of the account or team.', deprecated: false, operation: globalConfigGetEdgeConfigs },
  { groups: ['globalConfig'], method: 'createEdgeConfig', name: 'globalConfigCreateEdgeConfig', doc: 'Creates an edge config, optionally with first items.', deprecated: false, operation: globalConfigCreateEdgeConfig },
  { groups: ['globalConfig'], method: 'getEdgeConfig', name: 'globalConfigGetEdgeConfig', doc: 'Reads one edge config, without its items.', deprecated: false, operation: globalConfigGetEdgeConfig },
  { groups: ['globalConfig'], method: 'updateEdgeConfig', name: 'globalConfigUpdateEdgeConfig', doc: 'Renames an edge config.', deprecated: false, operation: globalConfigUpdateEdgeConfig },
  { groups: ['globalConfig'], method: 'deleteEdgeConfig', name: 'globalConfigDeleteEdgeConfig', doc: 'Deletes an edge config with all its items.', deprecated: false, operation: globalConfigDeleteEdgeConfig },
  { groups: ['globalConfig'], method: 'getEdgeConfigItems', name: 'globalConfigGetEdgeConfigItems', doc: 'Reads all items of an edge config.', deprecated: false, operation: globalConfigGetEdgeConfigItems },
  { groups: ['globalConfig'], method: 'getEdgeConfigSchema', name: 'globalConfigGetEdgeConfigSchema', doc: "Reads the schema an edge config's items must satisfy.", deprecated: false, operation: globalConfigGetEdgeConfigSchema },
  { groups: ['globalConfig'], method: 'patchEdgeConfigSchema', name: 'globalConfigPatchEdgeConfigSchema', doc: 'Sets the schema of an edge config; with `dryRun` it only checks it.', deprecated: false, operation: globalConfigPatchEdgeConfigSchema },
  { groups: ['globalConfig'], method: 'deleteEdgeConfigSchema', name: 'globalConfigDeleteEdgeConfigSchema', doc: 'Removes the schema of an edge config; its items stay.', deprecated: false, operation: globalConfigDeleteEdgeConfigSchema },
  { groups: ['globalConfig'], method: 'getEdgeConfigItem', name: 'globalConfigGetEdgeConfigItem', doc: 'Reads one item of an edge config by its key.', deprecated: false, operation: globalConfigGetEdgeConfigItem },
  { groups: ['globalConfig'], method: 'getEdgeConfigTokens', name: 'globalConfigGetEdgeConfigTokens', doc: 'Lists the read tokens of an edge config.', deprecated: false, operation: globalConfigGetEdgeConfigTokens },
  { groups: ['globalConfig'], method: 'deleteEdgeConfigTokens', name: 'globalConfigDeleteEdgeConfigTokens', doc: 'Revokes read tokens of an edge config.', deprecated: false, operation: globalConfigDeleteEdgeConfigTokens },
  { groups: ['globalConfig'], method: 'getEdgeConfigToken', name: 'globalConfigGetEdgeConfigToken', doc: 'Reads what is known about one read token of an edge config.', deprecated: false, operation: globalConfigGetEdgeConfigToken },
  { groups: ['globalConfig'], method: 'createEdgeConfigToken', name: 'globalConfigCreateEdgeConfigToken', doc: 'Creates a read token for an edge config.', deprecated: false, operation: globalConfigCreateEdgeConfigToken },
  { groups: ['globalConfig'], method: 'getEdgeConfigBackup', name: 'globalConfigGetEdgeConfigBackup', doc: 'Reads one saved version of an edge config.', deprecated: false, operation: globalConfigGetEdgeConfigBackup },
  { groups: ['globalConfig'], method: 'restoreEdgeConfigBackup', name: 'globalConfigRestoreEdgeConfigBackup', doc: 'Restores an edge config to one of its saved versions.', deprecated: false, operation: globalConfigRestoreEdgeConfigBackup },
  { groups: ['globalConfig'], method: 'getEdgeConfigBackups', name: 'globalConfigGetEdgeConfigBackups', doc: 'Lists the saved versions of an edge config, page by page.', deprecated: false, operation: globalConfigGetEdgeConfigBackups },
  { groups: ['integrations'], method: 'gitNamespaces', name: 'integrationsGitNamespaces', doc: 'Lists the Git accounts and organisations (namespaces) that the signed-in user can deploy from.', deprecated: false, operation: integrationsGitNamespaces },
  { groups: ['integrations'], method: 'searchRepo', name: 'integrationsSearchRepo', doc: 'Searches the Git repositories of a namespace that can be imported or connected.', deprecated: false, operation: integrationsSearchRepo },
  { groups: ['integrations'], method: 'getBillingPlans', name: 'integrationsGetBillingPlans', doc: 'Lists the billing plans of one product of an integration.', deprecated: false, operation: integrationsGetBillingPlans },
  { groups: ['integrations'], method: 'connectIntegrationResourceToProject', name: 'integrationsConnectIntegrationResourceToProject', doc: 'Connects a provisioned resource of an integration to a project.', deprecated: false, operation: integrationsConnectIntegrationResourceToProject },
  { groups: ['integrations'], method: 'getConfigurations', name: 'integrationsGetConfigurations', doc: 'Lists the integrations installed on the account or team.', deprecated: false, operation: integrationsGetConfigurations },
  { groups: ['integrations'], method: 'getConfiguration', name: 'integrationsGetConfiguration', doc: 'Reads one installed integration.', deprecated: false, operation: integrationsGetConfiguration },
  { groups: ['integrations'], method: 'deleteConfiguration', name: 'integrationsDeleteConfiguration', doc: 'Uninstalls an integration.', deprecated: false, operation: integrationsDeleteConfiguration },
  { groups: ['integrations'], method: 'getConfigurationProducts', name: 'integrationsGetConfigurationProducts', doc: 'Lists the products an installed integration offers.', deprecated: false, operation: integrationsGetConfigurationProducts },
  { groups: ['integrations'], method: 'createIntegrationStoreDirect', name: 'integrationsCreateIntegrationStoreDirect', doc: "Provisions a store from an integration's product; a paid plan spends money.", deprecated: false, operation: integrationsCreateIntegrationStoreDirect },
  { groups: ['kms'], method: 'listKmsIssuers', name: 'kmsListKmsIssuers', doc: 'Lists the issuers of the key service: whose keys sign tokens and messages.', deprecated: false, operation: kmsListKmsIssuers },
  { groups: ['kms'], method: 'createKmsIssuer', name: 'kmsCreateKmsIssuer', doc: 'Creates an issuer in the key service, with its first signing key.', deprecated: false, operation: kmsCreateKmsIssuer },
  { groups: ['kms'], method: 'signKmsMessage', name: 'kmsSignKmsMessage', doc: 'Signs a message with the active key of an issuer; the private key never leaves the service.', deprecated: false, operation: kmsSignKmsMessage },
  { groups: ['kms'], method: 'signKmsToken', name: 'kmsSignKmsToken', doc: 'Signs a JSON Web Token (JWT) with the active key of an issuer.', deprecated: false, operation: kmsSignKmsToken },
  { groups: ['kms'], method: 'createKmsSigningKey', name: 'kmsCreateKmsSigningKey', doc: 'Creates or imports a signing key: the start of a key rotation.', deprecated: false, operation: kmsCreateKmsSigningKey },
  { groups: ['kms'], method: 'activateKmsSigningKey', name: 'kmsActivateKmsSigningKey', doc: 'Makes a signing key the one an issuer signs with: the second step of a key rotation.', deprecated: false, operation: kmsActivateKmsSigningKey },
  { groups: ['kms'], method: 'revokeKmsSigningKey', name: 'kmsRevokeKmsSigningKey', doc: 'Revokes a signing key; signatures made with it are no longer to be trusted.', deprecated: false, operation: kmsRevokeKmsSigningKey },
  { groups: ['kms'], method: 'getKmsIssuer', name: 'kmsGetKmsIssuer', doc: 'Reads one issuer of the key service with its keys and policies.', deprecated: false, operation: kmsGetKmsIssuer },
  { groups: ['kms'], method: 'updateKmsIssuer', name: 'kmsUpdateKmsIssuer', doc: 'Changes an issuer of the key service: its name or the claims its tokens may carry.', deprecated: false, operation: kmsUpdateKmsIssuer },
  { groups: ['kms'], method: 'deleteKmsIssuer', name: 'kmsDeleteKmsIssuer', doc: 'Deletes an issuer of the key service with its keys.', deprecated: false, operation: kmsDeleteKmsIssuer },
  { groups: ['kms'], method: 'createKmsIssuerPolicy', name: 'kmsCreateKmsIssuerPolicy', doc: "Lets a project or an OAuth client sign with an issuer's keys.", deprecated: false, operation: kmsCreateKmsIssuerPolicy },
  { groups: ['kms'], method: 'updateKmsIssuerPolicy', name: 'kmsUpdateKmsIssuerPolicy', doc: 'Changes in which environments and with which claims a project may sign with an issuer.', deprecated: false, operation: kmsUpdateKmsIssuerPolicy },
  { groups: ['kms'], method: 'deleteKmsIssuerPolicy', name: 'kmsDeleteKmsIssuerPolicy', doc: "Stops letting a project or an OAuth client sign with an issuer's keys.", deprecated: false, operation: kmsDeleteKmsIssuerPolicy },
  { groups: ['logDrains'], method: 'getConfigurableLogDrain', name: 'logDrainsGetConfigurableLogDrain', doc: 'Reads one log drain of the account or team.', deprecated: false, operation: logDrainsGetConfigurableLogDrain },
  { groups: ['logDrains'], method: 'deleteConfigurableLogDrain', name: 'logDrainsDeleteConfigurableLogDrain', doc: 'Deletes a log drain of the account or team.', deprecated: false, operation: logDrainsDeleteConfigurableLogDrain },
  { groups: ['logDrains'], method: 'getAllLogDrains', name: 'logDrainsGetAllLogDrains', doc: 'Lists all log drains of the account or team.', deprecated: false, operation: logDrainsGetAllLogDrains },
  { groups: ['logDrains'], method: 'createConfigurableLogDrain', name: 'logDrainsCreateConfigurableLogDrain', doc: 'Creates a log drain that sends log lines of projects to a URL.', deprecated: false, operation: logDrainsCreateConfigurableLogDrain },
  { groups: ['logDrains'], method: 'getIntegrationLogDrains', name: 'logDrainsGetIntegrationLogDrains', doc: 'Lists the log drains of the integration that owns the token.', deprecated: false, operation: logDrainsGetIntegrationLogDrains },
  { groups: ['logDrains'], method: 'createLogDrain', name: 'logDrainsCreateLogDrain', doc: 'Creates a log drain that sends log lines to a URL.', deprecated: false, operation: logDrainsCreateLogDrain },
  { groups: ['logDrains'], method: 'deleteIntegrationLogDrain', name: 'logDrainsDeleteIntegrationLogDrain', doc: 'Deletes a log drain.', deprecated: false, operation: logDrainsDeleteIntegrationLogDrain },
  { groups: ['logs'], method: 'getRuntimeLogs', name: 'logsGetRuntimeLogs', doc: 'Follows the runtime log of a deployment, one entry at a time.', deprecated: false, operation: logsGetRuntimeLogs },
  { groups: ['marketplace'], method: 'updateInstallation', name: 'marketplaceUpdateInstallation', doc: "Reports the status, billing plan or a notification of an integration's installation.", deprecated: false, operation: marketplaceUpdateInstallation },
  { groups: ['marketplace'], method: 'getAccountInfo', name: 'marketplaceGetAccountInfo', doc: 'Reads name, contact and URL of the account behind an installation.', deprecated: false, operation: marketplaceGetAccountInfo },
  { groups: ['marketplace'], method: 'getMember', name: 'marketplaceGetMember', doc: 'Reads the role and identity of one member behind an installation.', deprecated: false, operation: marketplaceGetMember },
  { groups: ['marketplace'], method: 'rotateInstallationCredential', name: 'marketplaceRotateInstallationCredential', doc: 'Issues a new access token for an installation and retires the old one.', deprecated: false, operation: marketplaceRotateInstallationCredential },
  { groups: ['marketplace'], method: 'revokeInstallationCredential', name: 'marketplaceRevokeInstallationCredential', doc: 'Revokes an access token of an installation.', deprecated: false, operation: marketplaceRevokeInstallationCredential },
  { groups: ['marketplace'], method: 'createEvent', name: 'marketplaceCreateEvent', doc: "Tells the platform that something happened on the integration's side.", deprecated: false, operation: marketplaceCreateEvent },
  { groups: ['marketplace'], method: 'getIntegrationResources', name: 'marketplaceGetIntegrationResources', doc: 'Lists the resources of an installation.', deprecated: false, operation: marketplaceGetIntegrationResources },
  { groups: ['marketplace'], method: 'getIntegrationResource', name: 'marketplaceGetIntegrationResource', doc: 'Reads one resource of an installation.', deprecated: false, operation: marketplaceGetIntegrationResource },
  { groups: ['marketplace'], method: 'deleteIntegrationResource', name: 'marketplaceDeleteIntegrationResource', doc: 'Deletes a resource that the integration no longer provides.', deprecated: false, operation: marketplaceDeleteIntegrationResource },
  { groups: ['marketplace'], method: 'importResource', name: 'marketplaceImportResource', doc: 'Creates or replaces a resource that already exists at the integration.', deprecated: false, operation: marketplaceImportResource },
  { groups: ['marketplace'], method: 'updateResource', name: 'marketplaceUpdateResource', doc: 'Changes a resource of an installation: its name, status, plan or secrets.', deprecated: false, operation: marketplaceUpdateResource },
  { groups: ['marketplace'], method: 'submitBillingData', name: 'marketplaceSubmitBillingData', doc: 'Reports interim usage and cost of an installation for the running period.', deprecated: false, operation: marketplaceSubmitBillingData },
  { groups: ['marketplace'], method: 'submitInvoice', name: 'marketplaceSubmitInvoice', doc: 'Hands in an invoice to be charged to the account; this moves money.', deprecated: false, operation: marketplaceSubmitInvoice },
  { groups: ['marketplace'], method: 'finalizeInstallation', name: 'marketplaceFinalizeInstallation', doc: 'Closes the billing of an installation that is being removed; no invoice can follow.', deprecated: false, operation: marketplaceFinalizeInstallation },
  { groups: ['marketplace'], method: 'getInvoice', name: 'marketplaceGetInvoice', doc: 'Reads one invoice of an installation.', deprecated: false, operation: marketplaceGetInvoice },
  { groups: ['marketplace'], method: 'updateInvoice', name: 'marketplaceUpdateInvoice', doc: 'Acts on an invoice, for example refunds it.', deprecated: false, operation: marketplaceUpdateInvoice },
  { groups: ['marketplace'], method: 'submitPrepaymentBalances', name: 'marketplaceSubmitPrepaymentBalances', doc: 'Reports the prepaid balances that are left.', deprecated: false, operation: marketplaceSubmitPrepaymentBalances },
  { groups: ['marketplace'], method: 'updateResourceSecrets', name: 'marketplaceUpdateResourceSecrets', doc: 'Replaces the secrets of a resource, addressed by product; use updateResourceSecretsById instead.', deprecated: true, operation: marketplaceUpdateResourceSecrets },
  { groups: ['marketplace'], method: 'updateResourceSecretsById', name: 'marketplaceUpdateResourceSecretsById', doc: 'Replaces the secrets of a resource.', deprecated: false, operation: marketplaceUpdateResourceSecretsById },
  { groups: ['marketplace'], method: 'createInstallationIntegrationConfiguration', name: 'marketplaceCreateInstallationIntegrationConfiguration', doc: 'Adds experimentation items to a resource.', deprecated: false, operation: marketplaceCreateInstallationIntegrationConfiguration },
  { groups: ['marketplace'], method: 'updateInstallationIntegrationConfiguration', name: 'marketplaceUpdateInstallationIntegrationConfiguration', doc: 'Changes one experimentation item of a resource.', deprecated: false, operation: marketplaceUpdateInstallationIntegrationConfiguration },
  { groups: ['marketplace'], method: 'deleteInstallationIntegrationConfiguration', name: 'marketplaceDeleteInstallationIntegrationConfiguration', doc: 'Deletes one experimentation item of a resource.', deprecated: false, operation: marketplaceDeleteInstallationIntegrationConfiguration },
  { groups: ['marketplace'], method: 'headInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig', name: 'marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig', doc: "Asks whether the edge config of a resource's experiments is there.", deprecated: false, operation: marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig },
  { groups: ['marketplace'], method: 'getInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig', name: 'marketplaceGetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig', doc: "Reads the edge config that carries a resource's experiments.", deprecated: false, operation: marketplaceGetInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig },
  { groups: ['marketplace'], method: 'replaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig', name: 'marketplaceReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig', doc: "Writes the edge config that carries a resource's experiments.", deprecated: false, operation: marketplaceReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig },
  { groups: ['microfrontends'], method: 'getMicrofrontendsGroups', name: 'microfrontendsGetMicrofrontendsGroups', doc: 'Lists the groups of microfrontends of a team with their projects.', deprecated: false, operation: microfrontendsGetMicrofrontendsGroups },
  { groups: ['microfrontends'], method: 'getMicrofrontendsInGroup', name: 'microfrontendsGetMicrofrontendsInGroup', doc: 'Lists the projects that make up one group of microfrontends.', deprecated: false, operation: microfrontendsGetMicrofrontendsInGroup },
  { groups: ['microfrontends'], method: 'getMicrofrontendsConfig', name: 'microfrontendsGetMicrofrontendsConfig', doc: 'Reads the microfrontends configuration that a deployment was built with.', deprecated: false, operation: microfrontendsGetMicrofrontendsConfig },
  { groups: ['microfrontends'], method: 'getMicrofrontendsConfigForProject', name: 'microfrontendsGetMicrofrontendsConfigForProject', doc: "Reads the microfrontends configuration of a project's production deployment.", deprecated: false, operation: microfrontendsGetMicrofrontendsConfigForProject },
  { groups: ['microfrontends'], method: 'createMicrofrontendsGroupWithApplications', name: 'microfrontendsCreateMicrofrontendsGroupWithApplications', doc: 'Creates a group of microfrontends out of a default project and others.', deprecated: false, operation: microfrontendsCreateMicrofrontendsGroupWithApplications },
  { groups: ['networking'], method: 'listNetworks', name: 'networkingListNetworks', doc: 'Lists the private networks (secure compute) of a team.', deprecated: false, operation: networkingListNetworks },
  { groups: ['networking'], method: 'createNetwork', name: 'networkingCreateNetwork', doc: 'Creates a private network (secure compute) that projects can be placed in.', deprecated: false, operation: networkingCreateNetwork },
  { groups: ['networking'], method: 'deleteNetwork', name: 'networkingDeleteNetwork', doc: 'Deletes a private network.', deprecated: false, operation: networkingDeleteNetwork },
  { groups: ['networking'], method: 'updateNetwork', name: 'networkingUpdateNetwork', doc: 'Renames a private network.', deprecated: false, operation: networkingUpdateNetwork },
  { groups: ['networking'], method: 'readNetwork', name: 'networkingReadNetwork', doc: 'Reads one private network with its address range and status.', deprecated: false, operation: networkingReadNetwork },
  { groups: ['networking'], method: 'createPrivateLinkEndpoint', name: 'networkingCreatePrivateLinkEndpoint', doc: 'Opens a private connection (AWS PrivateLink endpoint) to a service in an AWS account.', deprecated: false, operation: networkingCreatePrivateLinkEndpoint },
  { groups: ['networking'], method: 'listPrivateLinkEndpoints', name: 'networkingListPrivateLinkEndpoints', doc: 'Lists the private connections (AWS PrivateLink endpoints) of a team.', deprecated: false, operation: networkingListPrivateLinkEndpoints },
  { groups: ['networking'], method: 'readPrivateLinkEndpoint', name: 'networkingReadPrivateLinkEndpoint', doc: 'Reads one private connection (AWS PrivateLink endpoint).', deprecated: false, operation: networkingReadPrivateLinkEndpoint },
  { groups: ['networking'], method: 'deletePrivateLinkEndpoint', name: 'networkingDeletePrivateLinkEndpoint', doc: 'Closes a private connection (AWS PrivateLink endpoint).', deprecated: false, operation: networkingDeletePrivateLinkEndpoint },
  { groups: ['networking'], method: 'updatePrivateLinkEndpoint', name: 'networkingUpdatePrivateLinkEndpoint', doc: 'Changes a private connection (AWS PrivateLink endpoint): its name or private DNS.', deprecated: false, operation: networkingUpdatePrivateLinkEndpoint },
  { groups: ['networking', 'staticIps'], method: 'updateStaticIps', name: 'networkingUpdateStaticIps', doc: 'Sets the regions in which a project sends from static IP addresses, for builds as well.', deprecated: false, operation: networkingUpdateStaticIps },
  { groups: ['observability'], method: 'getObservabilityConfigurationProjects', name: 'observabilityGetObservabilityConfigurationProjects', doc: 'Lists for which projects extended observability is switched off.', deprecated: false, operation: observabilityGetObservabilityConfigurationProjects },
  { groups: ['observability'], method: 'updateObservabilityConfigurationProject', name: 'observabilityUpdateObservabilityConfigurationProject', doc: 'Switches extended observability on or off for a project.', deprecated: false, operation: observabilityUpdateObservabilityConfigurationProject },
  { groups: ['projectMembers'], method: 'getProjectMembers', name: 'projectMembersGetProjectMembers', doc: 'Lists who may work on a project, page by page.', deprecated: false, operation: projectMembersGetProjectMembers },
  { groups: ['projectMembers'], method: 'addProjectMember', name: 'projectMembersAddProjectMember', doc: 'Adds somebody to a project by user id, user name or e-mail address.', deprecated: false, operation: projectMembersAddProjectMember },
  { groups: ['projectMembers'], method: 'removeProjectMember', name: 'projectMembersRemoveProjectMember', doc: 'Removes somebody from a project.', deprecated: false, operation: projectMembersRemoveProjectMember },
  { groups: ['projectRoutes'], method: 'getRoutes', name: 'projectRoutesGetRoutes', doc: 'Lists the routing rules of a project: rewrites, redirects, headers and status codes.', deprecated: false, operation: projectRoutesGetRoutes },
  { groups: ['projectRoutes'], method: 'stageRoutes', name: 'projectRoutesStageRoutes', doc: "Replaces or extends a project's routing rules as a new version that is not live yet.", deprecated: false, operation: projectRoutesStageRoutes },
  { groups: ['projectRoutes'], method: 'addRoute', name: 'projectRoutesAddRoute', doc: 'Adds a routing rule (rewrite, redirect or headers) to a project as a new staged version.', deprecated: false, operation: projectRoutesAddRoute },
  { groups: ['projectRoutes'], method: 'deleteRoutes', name: 'projectRoutesDeleteRoutes', doc: 'Stages the removal of routing rules from a project.', deprecated: false, operation: projectRoutesDeleteRoutes },
  { groups: ['projectRoutes'], method: 'editRoute', name: 'projectRoutesEditRoute', doc: 'Stages a change of one routing rule of a project.', deprecated: false, operation: projectRoutesEditRoute },
  { groups: ['projectRoutes'], method: 'generateRoute', name: 'projectRoutesGenerateRoute', doc: 'Drafts a routing rule from a description in plain words; nothing is saved.', deprecated: false, operation: projectRoutesGenerateRoute },
  { groups: ['projectRoutes'], method: 'getRouteVersions', name: 'projectRoutesGetRouteVersions', doc: "Lists the versions of a project's routing rules: staged, live and earlier ones.", deprecated: false, operation: projectRoutesGetRouteVersions },
  { groups: ['projectRoutes'], method: 'updateRouteVersions', name: 'projectRoutesUpdateRouteVersions', doc: "Promotes, restores or discards a version of a project's routing rules.", deprecated: false, operation: projectRoutesUpdateRouteVersions },
  { groups: ['projects'], method: 'getProjects', name: 'projectsGetProjects', doc: 'Lists the projects of the account or team, page by page.', deprecated: false, operation: projectsGetProjects },
  { groups: ['projects'], method: 'getProjectTrace', name: 'projectsGetProjectTrace', doc: 'Reads the trace of one request to a project: its spans and timings.', deprecated: false, operation: projectsGetProjectTrace },
  { groups: ['projects'], method: 'createProject', name: 'projectsCreateProject', doc: 'Creates a project.', deprecated: false, operation: projectsCreateProject },
  { groups: ['projects'], method: 'getProjectToken', name: 'projectsGetProjectToken', doc: 'Issues a short-lived OIDC token that identifies a project to other services.', deprecated: false, operation: projectsGetProjectToken },
  { groups: ['projects'], method: 'createTraceSession', name: 'projectsCreateTraceSession', doc: 'Starts a session in which requests of a project are traced.', deprecated: false, operation: projectsCreateTraceSession },
  { groups: ['projects'], method: 'getProject', name: 'projectsGetProject', doc: 'Reads one project by its id or name.', deprecated: false, operation: projectsGetProject },
  { groups: ['projects'], method: 'updateProject', name: 'projectsUpdateProject', doc: "Changes a project's settings or name.", deprecated: false, operation: projectsUpdateProject },
  { groups: ['projects'], method: 'deleteProject', name: 'projectsDeleteProject', doc: 'Deletes a project with its deployments and domains.', deprecated: false, operation: projectsDeleteProject },
  { groups: ['projects'], method: 'uploadProjectAvatar', name: 'projectsUploadProjectAvatar', doc: "Uploads a picture as a project's icon.", deprecated: false, operation: projectsUploadProjectAvatar },
  { groups: ['projects'], method: 'getProjectDomains', name: 'projectsGetProjectDomains', doc: 'Lists the domains of a project, page by page.', deprecated: false, operation: projectsGetProjectDomains },
  { groups: ['projects'], method: 'getProjectDomain', name: 'projectsGetProjectDomain', doc: 'Reads one domain of a project.', deprecated: false, operation: projectsGetProjectDomain },
  { groups: ['projects'], method: 'updateProjectDomain', name: 'projectsUpdateProjectDomain', doc: "Changes where a project's domain points or redirects to.", deprecated: false, operation: projectsUpdateProjectDomain },
  { groups: ['projects'], method: 'removeProjectDomain', name: 'projectsRemoveProjectDomain', doc: 'Takes a domain away from a project.', deprecated: false, operation: projectsRemoveProjectDomain },
  { groups: ['projects'], method: 'addProjectDomain', name: 'projectsAddProjectDomain', doc: 'Adds a domain to a project.', deprecated: false, operation: projectsAddProjectDomain },
  { groups: ['projects'], method: 'moveProjectDomain', name: 'projectsMoveProjectDomain', doc: 'Moves a domain from one project to another.', deprecated: false, operation: projectsMoveProjectDomain },
  { groups: ['projects'], method: 'verifyProjectDomain', name: 'projectsVerifyProjectDomain', doc: "Checks the ownership records of a project's domain again.", deprecated: false, operation: projectsVerifyProjectDomain },
  { groups: ['projects'], method: 'filterProjectEnvs', name: 'projectsFilterProjectEnvs', doc: 'Lists the environment variables of a project, filtered.', deprecated: false, operation: projectsFilterProjectEnvs },
  { groups: ['projects'], method: 'createProjectEnv', name: 'projectsCreateProjectEnv', doc: 'Adds one or several environment variables to a project.', deprecated: false, operation: projectsCreateProjectEnv },
  { groups: ['projects'], method: 'getProjectEnv', name: 'projectsGetProjectEnv', doc: 'Reads one environment variable with its decrypted value.', deprecated: false, operation: projectsGetProjectEnv },
  { groups: ['projects'], method: 'removeProjectEnv', name: 'projectsRemoveProjectEnv', doc: 'Deletes one environment variable of a project.', deprecated: false, operation: projectsRemoveProjectEnv },
  { groups: ['projects'], method: 'editProjectEnv', name: 'projectsEditProjectEnv', doc: 'Changes one environment variable of a project.', deprecated: false, operation: projectsEditProjectEnv },
  { groups: ['projects'], method: 'batchRemoveProjectEnv', name: 'projectsBatchRemoveProjectEnv', doc: 'Deletes several environment variables of a project at once.', deprecated: false, operation: projectsBatchRemoveProjectEnv },
  { groups: ['projects'], method: 'createProjectTransferRequest', name: 'projectsCreateProjectTransferRequest', doc: 'Starts handing a project to another team; the answer has the code to accept with.', deprecated: false, operation: projectsCreateProjectTransferRequest },
  { groups: ['projects'], method: 'acceptProjectTransferRequest', name: 'projectsAcceptProjectTransferRequest', doc: 'Takes over a project with the code of its transfer request.', deprecated: false, operation: projectsAcceptProjectTransferRequest },
  { groups: ['projects'], method: 'updateProjectProtectionBypass', name: 'projectsUpdateProjectProtectionBypass', doc: "Creates or revokes the secret that lets automation pass a project's protection.", deprecated: false, operation: projectsUpdateProjectProtectionBypass },
  { groups: ['projects'], method: 'requestRollback', name: 'projectsRequestRollback', doc: "Rolls production back: points a project's production domains at an earlier deployment.", deprecated: false, operation: projectsRequestRollback },
  { groups: ['projects'], method: 'updateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription', name: 'projectsUpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription', doc: 'Changes the note that says why a project was rolled back.', deprecated: false, operation: projectsUpdateProjectsByProjectIdRollbackByDeploymentIdUpdateDescription },
  { groups: ['projects'], method: 'updateMicrofrontends', name: 'projectsUpdateMicrofrontends', doc: 'Puts a project into a group of microfrontends, or changes or ends its part in it.', deprecated: false, operation: projectsUpdateMicrofrontends },
  { groups: ['projects'], method: 'requestPromote', name: 'projectsRequestPromote', doc: "Points a project's production domains at another deployment.", deprecated: false, operation: projectsRequestPromote },
  { groups: ['projects'], method: 'listPromoteAliases', name: 'projectsListPromoteAliases', doc: 'Lists how each alias fared in the last promotion, page by page.', deprecated: false, operation: projectsListPromoteAliases },
  { groups: ['projects'], method: 'pauseProject', name: 'projectsPauseProject', doc: "Takes a project's production off the air until it is resumed.", deprecated: false, operation: projectsPauseProject },
  { groups: ['projects'], method: 'unpauseProject', name: 'projectsUnpauseProject', doc: 'Puts a paused project back on the air.', deprecated: false, operation: projectsUnpauseProject },
  { groups: ['rollingRelease'], method: 'getRollingReleaseBillingStatus', name: 'rollingReleaseGetRollingReleaseBillingStatus', doc: 'Tells whether the plan covers rolling releases and how many are left.', deprecated: false, operation: rollingReleaseGetRollingReleaseBillingStatus },
  { groups: ['rollingRelease'], method: 'getRollingReleaseConfig', name: 'rollingReleaseGetRollingReleaseConfig', doc: "Reads the stages of a project's rolling releases.", deprecated: false, operation: rollingReleaseGetRollingReleaseConfig },
  { groups: ['rollingRelease'], method: 'deleteRollingReleaseConfig', name: 'rollingReleaseDeleteRollingReleaseConfig', doc: 'Switches rolling releases off for a project.', deprecated: false, operation: rollingReleaseDeleteRollingReleaseConfig },
  { groups: ['rollingRelease'], method: 'updateRollingReleaseConfig', name: 'rollingReleaseUpdateRollingReleaseConfig', doc: 'Switches rolling releases on for a project, or changes their stages.', deprecated: false, operation: rollingReleaseUpdateRollingReleaseConfig },
  { groups: ['rollingRelease'], method: 'getRollingRelease', name: 'rollingReleaseGetRollingRelease', doc: 'Reads the running or the last rolling release of a project.', deprecated: false, operation: rollingReleaseGetRollingRelease },
  { groups: ['rollingRelease'], method: 'approveRollingReleaseStage', name: 'rollingReleaseApproveRollingReleaseStage', doc: 'Moves a rolling release on to its next stage.', deprecated: false, operation: rollingReleaseApproveRollingReleaseStage },
  { groups: ['rollingRelease'], method: 'startRollingRelease', name: 'rollingReleaseStartRollingRelease', doc: 'Starts a rolling release: the new deployment gets its first share of the traffic.', deprecated: false, operation: rollingReleaseStartRollingRelease },
  { groups: ['rollingRelease'], method: 'completeRollingRelease', name: 'rollingReleaseCompleteRollingRelease', doc: 'Ends a rolling release by sending all traffic to the new deployment.', deprecated: false, operation: rollingReleaseCompleteRollingRelease },
  { groups: ['sandboxes'], method: 'listNamedSandboxes', name: 'sandboxesListNamedSandboxes', doc: 'Lists the sandboxes of a project, page by page.', deprecated: false, operation: sandboxesListNamedSandboxes },
  { groups: ['sandboxes'], method: 'listDrives', name: 'sandboxesListDrives', doc: 'Lists the drives (persistent disks) that sandboxes can mount, page by page.', deprecated: false, operation: sandboxesListDrives },
  { groups: ['sandboxes'], method: 'getOrCreateDrive', name: 'sandboxesGetOrCreateDrive', doc: 'Reads a drive for sandboxes by name, and creates it when there is none.', deprecated: false, operation: sandboxesGetOrCreateDrive },
  { groups: ['sandboxes'], method: 'deleteDrive', name: 'sandboxesDeleteDrive', doc: 'Deletes a drive of sandboxes with its data.', deprecated: false, operation: sandboxesDeleteDrive },
  { groups: ['sandboxes'], method: 'listSessionSnapshots', name: 'sandboxesListSessionSnapshots', doc: 'Lists the snapshots taken of sandboxes, page by page.', deprecated: false, operation: sandboxesListSessionSnapshots },
  { groups: ['sandboxes'], method: 'getSessionSnapshot', name: 'sandboxesGetSessionSnapshot', doc: 'Reads one snapshot of a sandbox.', deprecated: false, operation: sandboxesGetSessionSnapshot },
  { groups: ['sandboxes'], method: 'deleteSessionSnapshot', name: 'sandboxesDeleteSessionSnapshot', doc: 'Deletes a snapshot of a sandbox.', deprecated: false, operation: sandboxesDeleteSessionSnapshot },
  { groups: ['sandboxes'], method: 'listSessions', name: 'sandboxesListSessions', doc: 'Lists the sessions (runs) of sandboxes, page by page.', deprecated: false, operation: sandboxesListSessions },
  { groups: ['sandboxes'], method: 'getSession', name: 'sandboxesGetSession', doc: 'Reads one session of a sandbox: its status, limits and addresses.', deprecated: false, operation: sandboxesGetSession },
  { groups: ['sandboxes'], method: 'getNamedSandbox', name: 'sandboxesGetNamedSandbox', doc: 'Reads a sandbox by its name; with `resume` a stopped one is started again.', deprecated: false, operation: sandboxesGetNamedSandbox },
  { groups: ['sandboxes'], method: 'deleteSandbox', name: 'sandboxesDeleteSandbox', doc: 'Deletes a sandbox by its name.', deprecated: false, operation: sandboxesDeleteSandbox },
  { groups: ['sandboxes'], method: 'listSessionCommands', name: 'sandboxesListSessionCommands', doc: 'Lists the commands that were run in a session of a sandbox.', deprecated: false, operation: sandboxesListSessionCommands },
  { groups: ['sandboxes'], method: 'getSessionCommand', name: 'sandboxesGetSessionCommand', doc: 'Reads one command of a sandbox session and its exit code; with `wait` once it has ended.', deprecated: false, operation: sandboxesGetSessionCommand },
  { groups: ['sandboxes'], method: 'killSessionCommand', name: 'sandboxesKillSessionCommand', doc: 'Sends a signal to a running command of a sandbox session, for example to kill it.', deprecated: false, operation: sandboxesKillSessionCommand },
  { groups: ['sandboxes'], method: 'stopSession', name: 'sandboxesStopSession', doc: 'Stops a running session of a sandbox.', deprecated: false, operation: sandboxesStopSession },
  { groups: ['sandboxes'], method: 'extendSessionTimeout', name: 'sandboxesExtendSessionTimeout', doc: 'Gives a running sandbox session more time before it is stopped.', deprecated: false, operation: sandboxesExtendSessionTimeout },
  { groups: ['sandboxes'], method: 'updateSessionNetworkPolicy', name: 'sandboxesUpdateSessionNetworkPolicy', doc: 'Changes what a sandbox session may reach on the network.', deprecated: false, operation: sandboxesUpdateSessionNetworkPolicy },
  { groups: ['sandboxes'], method: 'readSessionFile', name: 'sandboxesReadSessionFile', doc: 'Reads a file out of a sandbox session as a stream of bytes.', deprecated: false, operation: sandboxesReadSessionFile },
  { groups: ['sandboxes'], method: 'createSessionDirectory', name: 'sandboxesCreateSessionDirectory', doc: 'Creates a directory in a sandbox session.', deprecated: false, operation: sandboxesCreateSessionDirectory },
  { groups: ['sandboxes'], method: 'writeSessionFiles', name: 'sandboxesWriteSessionFiles', doc: 'Puts files into a sandbox session, sent as one archive.', deprecated: false, operation: sandboxesWriteSessionFiles },
  { groups: ['sandboxes'], method: 'createSandboxesSessionsBySessionIdSnapshotV2', name: 'sandboxesCreateSandboxesSessionsBySessionIdSnapshotV2', doc: 'Takes a snapshot of a sandbox session and stops it.', deprecated: false, operation: sandboxesCreateSandboxesSessionsBySessionIdSnapshotV2 },
  { groups: ['sandboxes'], method: 'createSandboxesSessionsBySessionIdSnapshotV3', name: 'sandboxesCreateSandboxesSessionsBySessionIdSnapshotV3', doc: 'Takes a snapshot of a sandbox session, from which others can be started.', deprecated: false, operation: sandboxesCreateSandboxesSessionsBySessionIdSnapshotV3 },
  { groups: ['security'], method: 'updateAttackChallengeMode', name: 'securityUpdateAttackChallengeMode', doc: 'Switches the challenge for all visitors of a project on or off.', deprecated: false, operation: securityUpdateAttackChallengeMode },
  { groups: ['security'], method: 'getSecurityFirewallConfig', name: 'securityGetSecurityFirewallConfig', doc: "Lists the versions of a project's firewall configuration: active, draft and earlier ones.", deprecated: false, operation: securityGetSecurityFirewallConfig },
  { groups: ['security'], method: 'putFirewallConfig', name: 'securityPutFirewallConfig', doc: "Replaces a project's whole firewall configuration.", deprecated: false, operation: securityPutFirewallConfig },
  { groups: ['security'], method: 'updateFirewallConfig', name: 'securityUpdateFirewallConfig', doc: "Changes one part of a project's firewall configuration.", deprecated: false, operation: securityUpdateFirewallConfig },
  { groups: ['security'], method: 'getFirewallConfig', name: 'securityGetFirewallConfig', doc: "Reads one version of a project's firewall configuration.", deprecated: false, operation: securityGetFirewallConfig },
  { groups: ['security'], method: 'deleteSecurityFirewallConfigByConfigVersion', name: 'securityDeleteSecurityFirewallConfigByConfigVersion', doc: "Discards one version of a project's firewall configuration.", deprecated: false, operation: securityDeleteSecurityFirewallConfigByConfigVersion },
  { groups: ['security'], method: 'createSecurityFirewallConfigByConfigVersionActivate', name: 'securityCreateSecurityFirewallConfigByConfigVersionActivate', doc: "Makes one version of a project's firewall configuration the active one.", deprecated: false, operation: securityCreateSecurityFirewallConfigByConfigVersionActivate },
  { groups: ['security'], method: 'getActiveAttackStatus', name: 'securityGetActiveAttackStatus', doc: 'Tells whether a project is under attack right now.', deprecated: false, operation: securityGetActiveAttackStatus },
  { groups: ['security'], method: 'getBypassIp', name: 'securityGetBypassIp', doc: "Lists the addresses that pass a project's system mitigations.", deprecated: false, operation: securityGetBypassIp },
  { groups: ['security'], method: 'addBypassIp', name: 'securityAddBypassIp', doc: "Lets an address pass a project's system mitigations.", deprecated: false, operation: securityAddBypassIp },
  { groups: ['security'], method: 'removeBypassIp', name: 'securityRemoveBypassIp', doc: "Stops letting an address pass a project's system mitigations.", deprecated: false, operation: securityRemoveBypassIp },
  { groups: ['security'], method: 'getSecurityFirewallEvents', name: 'securityGetSecurityFirewallEvents', doc: "Lists what a project's firewall did in a span of time: which requests it denied or challenged.", deprecated: false, operation: securityGetSecurityFirewallEvents },
  { groups: ['security'], method: 'generateFirewallRule', name: 'securityGenerateFirewallRule', doc: 'Drafts a firewall rule from a description in plain words; nothing is saved.', deprecated: false, operation: securityGenerateFirewallRule },
  { groups: ['storage'], method: 'getStorageStoresById', name: 'storageGetStorageStoresById', doc: 'Reads one store: its type, size and connected projects.', deprecated: false, operation: storageGetStorageStoresById },
  { groups: ['storage'], method: 'createStorageStoresBlob', name: 'storageCreateStorageStoresBlob', doc: 'Creates a blob store for files.', deprecated: false, operation: storageCreateStorageStoresBlob },
  { groups: ['storage'], method: 'deleteStorageStoresBlobById', name: 'storageDeleteStorageStoresBlobById', doc: 'Deletes a blob store with all its files.', deprecated: false, operation: storageDeleteStorageStoresBlobById },
  { groups: ['teams'], method: 'getTeamMembers', name: 'teamsGetTeamMembers', doc: 'Lists the members of a team, page by page.', deprecated: false, operation: teamsGetTeamMembers },
  { groups: ['teams'], method: 'inviteUserToTeam', name: 'teamsInviteUserToTeam', doc: 'Invites somebody to a team.', deprecated: false, operation: teamsInviteUserToTeam },
  { groups: ['teams'], method: 'requestAccessToTeam', name: 'teamsRequestAccessToTeam', doc: 'Asks, as the signed-in user, to be let into a team.', deprecated: false, operation: teamsRequestAccessToTeam },
  { groups: ['teams'], method: 'getTeamAccessRequest', name: 'teamsGetTeamAccessRequest', doc: "Reads where a user's request for access to a team stands.", deprecated: false, operation: teamsGetTeamAccessRequest },
  { groups: ['teams'], method: 'joinTeam', name: 'teamsJoinTeam', doc: 'Joins a team, as the signed-in user, with an invite code.', deprecated: false, operation: teamsJoinTeam },
  { groups: ['teams'], method: 'updateTeamMember', name: 'teamsUpdateTeamMember', doc: "Changes a member's role in a team or confirms a request for access.", deprecated: false, operation: teamsUpdateTeamMember },
  { groups: ['teams'], method: 'removeTeamMember', name: 'teamsRemoveTeamMember', doc: 'Removes a member from a team.', deprecated: false, operation: teamsRemoveTeamMember },
  { groups: ['teams'], method: 'getTeam', name: 'teamsGetTeam', doc: 'Reads one team.', deprecated: false, operation: teamsGetTeam },
  { groups: ['teams'], method: 'patchTeam', name: 'teamsPatchTeam', doc: "Changes a team's settings.", deprecated: false, operation: teamsPatchTeam },
  { groups: ['teams'], method: 'getTeams', name: 'teamsGetTeams', doc: 'Lists the teams of the signed-in user, page by page.', deprecated: false, operation: teamsGetTeams },
  { groups: ['teams'], method: 'createTeam', name: 'teamsCreateTeam', doc: 'Creates a team.', deprecated: false, operation: teamsCreateTeam },
  { groups: ['teams'], method: 'postTeamDsyncRoles', name: 'teamsPostTeamDsyncRoles', doc: 'Maps groups of a directory (SCIM sync) to roles of a team.', deprecated: false, operation: teamsPostTeamDsyncRoles },
  { groups: ['teams'], method: 'deleteTeam', name: 'teamsDeleteTeam', doc: 'Deletes a team with everything it owns.', deprecated: false, operation: teamsDeleteTeam },
  { groups: ['teams'], method: 'deleteTeamInviteCode', name: 'teamsDeleteTeamInviteCode', doc: 'Withdraws an invite code of a team.', deprecated: false, operation: teamsDeleteTeamInviteCode },
  { groups: ['teams'], method: 'updateMicrofrontendsGroup', name: 'teamsUpdateMicrofrontendsGroup', doc: 'Changes a group of microfrontends: its name or its fallback environment.', deprecated: false, operation: teamsUpdateMicrofrontendsGroup },
  { groups: ['teams'], method: 'deleteMicrofrontendsGroup', name: 'teamsDeleteMicrofrontendsGroup', doc: 'Deletes a group of microfrontends; its projects stay.', deprecated: false, operation: teamsDeleteMicrofrontendsGroup },
  { groups: ['user'], method: 'listUserEvents', name: 'userListUserEvents', doc: 'Lists what happened on the account or team, newest first.', deprecated: false, operation: userListUserEvents },
  { groups: ['user'], method: 'listEventTypes', name: 'userListEventTypes', doc: 'Lists the types of events that the activity log of an account or team can hold.', deprecated: false, operation: userListEventTypes },
  { groups: ['user'], method: 'getAuthUser', name: 'userGetAuthUser', doc: 'Reads the user the access token belongs to.', deprecated: false, operation: userGetAuthUser },
  { groups: ['user'], method: 'requestDelete', name: 'userRequestDelete', doc: "Asks for the signed-in user's account to be deleted; a mail asks for confirmation.", deprecated: false, operation: userRequestDelete },
  { groups: ['vcr'], method: 'createRepository', name: 'vcrCreateRepository', doc: 'Creates a repository for container images.', deprecated: false, operation: vcrCreateRepository },
  { groups: ['vcr'], method: 'listRepositories', name: 'vcrListRepositories', doc: 'Lists the repositories for container images of a team or project.', deprecated: false, operation: vcrListRepositories },
  { groups: ['vcr'], method: 'getRepository', name: 'vcrGetRepository', doc: 'Reads one repository for container images.', deprecated: false, operation: vcrGetRepository },
  { groups: ['vcr'], method: 'deleteRepository', name: 'vcrDeleteRepository', doc: 'Deletes a repository with all its container images.', deprecated: false, operation: vcrDeleteRepository },
  { groups: ['vcr'], method: 'listRepositoryImages', name: 'vcrListRepositoryImages', doc: 'Lists the container images in a repository, page by page.', deprecated: false, operation: vcrListRepositoryImages },
  { groups: ['vcr'], method: 'addRepositoryPermission', name: 'vcrAddRepositoryPermission', doc: 'Lets another team or project pull container images from a repository.', deprecated: false, operation: vcrAddRepositoryPermission },
  { groups: ['vcr'], method: 'removeRepositoryPermission', name: 'vcrRemoveRepositoryPermission', doc: 'Stops letting a team or project pull container images from a repository.', deprecated: false, operation: vcrRemoveRepositoryPermission },
  { groups: ['vcr'], method: 'listRepositoryPermissions', name: 'vcrListRepositoryPermissions', doc: 'Lists the teams and projects that may pull container images from a repository.', deprecated: false, operation: vcrListRepositoryPermissions },
  { groups: ['vcr'], method: 'clearRepositoryPermissions', name: 'vcrClearRepositoryPermissions', doc: "Takes everybody else's access to a repository of container images away.", deprecated: false, operation: vcrClearRepositoryPermissions },
  { groups: ['vcr'], method: 'listRepositoryTags', name: 'vcrListRepositoryTags', doc: 'Lists the tags of a repository of container images, page by page.', deprecated: false, operation: vcrListRepositoryTags },
  { groups: ['vcr'], method: 'getRepositoryTag', name: 'vcrGetRepositoryTag', doc: 'Reads which container image a tag of a repository points at.', deprecated: false, operation: vcrGetRepositoryTag },
  { groups: ['vcr'], method: 'getRepositoryImage', name: 'vcrGetRepositoryImage', doc: 'Reads one container image of a repository by id or digest.', deprecated: false, operation: vcrGetRepositoryImage },
  { groups: ['vcr'], method: 'deleteRepositoryImage', name: 'vcrDeleteRepositoryImage', doc: 'Deletes one container image from a repository.', deprecated: false, operation: vcrDeleteRepositoryImage },
  { groups: ['vcr'], method: 'getRoot', name: 'vcrGetRoot', doc: 'Tells whether the container registry speaks version 2 of its protocol and takes the token.', deprecated: false, operation: vcrGetRoot },
  { groups: ['vcr'], method: 'headByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest', name: 'vcrHeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest', doc: 'Asks whether the container registry has a layer (blob), and how large it is.', deprecated: false, operation: vcrHeadByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest },
  { groups: ['vcr'], method: 'getByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest', name: 'vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest', doc: 'Fetches a layer (blob) of a container image by its digest.', deprecated: false, operation: vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest },
  { groups: ['vcr'], method: 'deleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest', name: 'vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest', doc: 'Deletes a layer (blob) from the container registry.', deprecated: false, operation: vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsByDigest },
  { groups: ['vcr'], method: 'getByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid', name: 'vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid', doc: "Tells how much of a layer's upload to the container registry has arrived.", deprecated: false, operation: vcrGetByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid },
  { groups: ['vcr'], method: 'deleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid', name: 'vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid', doc: "Gives up a layer's upload to the container registry.", deprecated: false, operation: vcrDeleteByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid },
  { groups: ['vcr'], method: 'updateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid', name: 'vcrUpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid', doc: "Sends the next part of a layer's upload to the container registry.", deprecated: false, operation: vcrUpdateByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid },
  { groups: ['vcr'], method: 'replaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid', name: 'vcrReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid', doc: "Ends a layer's upload to the container registry and states its digest.", deprecated: false, operation: vcrReplaceByTeamSlugByProjectSlugByRepositoryNameBlobsUploadsByUuid },
  { groups: ['vcr'], method: 'createByTeamSlugByProjectSlugByRepositoryNameBlobsUploads', name: 'vcrCreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploads', doc: 'Starts the upload of a layer (blob) to the container registry, or mounts one from elsewhere.', deprecated: false, operation: vcrCreateByTeamSlugByProjectSlugByRepositoryNameBlobsUploads },
  { groups: ['vcr'], method: 'replaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference', name: 'vcrReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference', doc: 'Stores an image manifest in the container registry under a tag or digest.', deprecated: false, operation: vcrReplaceByTeamSlugByProjectSlugByRepositoryNameManifestsByReference },
  { groups: ['vcr'], method: 'headByTeamSlugByProjectSlugByRepositoryNameManifestsByReference', name: 'vcrHeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReference', doc: 'Asks whether the container registry has an image manifest.', deprecated: false, operation: vcrHeadByTeamSlugByProjectSlugByRepositoryNameManifestsByReference },
  { groups: ['vcr'], method: 'getByTeamSlugByProjectSlugByRepositoryNameManifestsByReference', name: 'vcrGetByTeamSlugByProjectSlugByRepositoryNameManifestsByReference', doc: 'Fetches an image manifest from the container registry by tag or digest.', deprecated: false, operation: vcrGetByTeamSlugByProjectSlugByRepositoryNameManifestsByReference },
  { groups: ['vcr'], method: 'deleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference', name: 'vcrDeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference', doc: 'Deletes an image manifest or a tag from the container registry.', deprecated: false, operation: vcrDeleteByTeamSlugByProjectSlugByRepositoryNameManifestsByReference },
  { groups: ['vcr'], method: 'getByTeamSlugByProjectSlugByRepositoryNameTagsList', name: 'vcrGetByTeamSlugByProjectSlugByRepositoryNameTagsList', doc: "Lists the tags of an image repository in the container registry's own protocol.", deprecated: false, operation: vcrGetByTeamSlugByProjectSlugByRepositoryNameTagsList },
  { groups: ['webAnalytics'], method: 'aggregatePageviews', name: 'webAnalyticsAggregatePageviews', doc: 'Adds up page views and visitors by time, page, country, referrer or other dimensions.', deprecated: false, operation: webAnalyticsAggregatePageviews },
  { groups: ['webAnalytics'], method: 'aggregateEvents', name: 'webAnalyticsAggregateEvents', doc: 'Adds up custom analytics events by time, name, page, country or other dimensions.', deprecated: false, operation: webAnalyticsAggregateEvents },
  { groups: ['webAnalytics'], method: 'countPageviews', name: 'webAnalyticsCountPageviews', doc: 'Counts the page views and visitors of a project in a span of time.', deprecated: false, operation: webAnalyticsCountPageviews },
  { groups: ['webAnalytics'], method: 'countEvents', name: 'webAnalyticsCountEvents', doc: 'Counts the custom analytics events of a project in a span of time.', deprecated: false, operation: webAnalyticsCountEvents },
  { groups: ['webhooks'], method: 'createWebhook', name: 'webhooksCreateWebhook', doc: 'Creates a webhook; the answer is the only place its signing secret appears.', deprecated: false, operation: webhooksCreateWebhook },
  { groups: ['webhooks'], method: 'getWebhooks', name: 'webhooksGetWebhooks', doc: 'Lists the webhooks of the account or team.', deprecated: false, operation: webhooksGetWebhooks },
  { groups: ['webhooks'], method: 'getWebhook', name: 'webhooksGetWebhook', doc: 'Reads one webhook.', deprecated: false, operation: webhooksGetWebhook },
  { groups: ['webhooks'], method: 'deleteWebhook', name: 'webhooksDeleteWebhook', doc: 'Deletes a webhook.', deprecated: false, operation: webhooksDeleteWebhook },
  { groups: [], method: 'replaceDomainsByDomainRecords', name: 'replaceDomainsByDomainRecords', doc: 'Replaces all DNS records of a domain, as a whole zone.', deprecated: false, operation: replaceDomainsByDomainRecords },
  { groups: [], method: 'getDomainsRecordsByRecordId', name: 'getDomainsRecordsByRecordId', doc: 'Reads one DNS record by its id.', deprecated: false, operation: getDomainsRecordsByRecordId },
  { groups: [], method: 'createApiKeys', name: 'createApiKeys', doc: 'Creates an API key for the AI gateway, optionally with a spending quota.', deprecated: false, operation: createApiKeys },
  { groups: [], method: 'createObservabilityQuery', name: 'createObservabilityQuery', doc: 'Queries observability metrics: aggregates a metric over time with filters and groups.', deprecated: false, operation: createObservabilityQuery },
  { groups: [], method: 'getObservabilitySchema', name: 'getObservabilitySchema', doc: 'Lists the metrics that observability queries can ask for.', deprecated: false, operation: getObservabilitySchema },
  { groups: [], method: 'getObservabilitySchemaByMetricId', name: 'getObservabilitySchemaByMetricId', doc: 'Reads the dimensions and aggregations of one observability metric.', deprecated: false, operation: getObservabilitySchemaByMetricId },
  { groups: [], method: 'createSpeedInsightsToggle', name: 'createSpeedInsightsToggle', doc: 'Switches Speed Insights, the performance measurements of visitors, on or off for a project.', deprecated: false, operation: createSpeedInsightsToggle },
  { groups: [], method: 'createWebInsightsToggle', name: 'createWebInsightsToggle', doc: 'Switches Web Analytics, the counting of visitors, on or off for a project.', deprecated: false, operation: createWebInsightsToggle },
  { groups: ['domains'], method: 'buyDomain', name: 'domainsBuyDomain', doc: 'Buys a domain at the stated price; this spends money.', deprecated: true, operation: domainsBuyDomain },
  { groups: ['domains'], method: 'checkDomainPrice', name: 'domainsCheckDomainPrice', doc: 'Quotes what it costs to buy, renew, transfer or redeem a domain.', deprecated: true, operation: domainsCheckDomainPrice },
  { groups: ['domains'], method: 'checkDomainStatus', name: 'domainsCheckDomainStatus', doc: 'Tells whether a domain name can still be bought.', deprecated: true, operation: domainsCheckDomainStatus },
  { groups: ['domains'], method: 'getDomainTransfer', name: 'domainsGetDomainTransfer', doc: 'Tells whether a domain can be transferred in, and how far a running transfer is.', deprecated: true, operation: domainsGetDomainTransfer },
  { groups: ['edgeConfig'], method: 'patchEdgeConfigItems', name: 'edgeConfigPatchEdgeConfigItems', doc: 'Creates, changes and deletes several items of an edge config in one step.', deprecated: true, operation: edgeConfigPatchEdgeConfigItems },
  { groups: ['projects'], method: 'updateProjectDataCache', name: 'projectsUpdateProjectDataCache', doc: 'Switches the data cache of a project on or off.', deprecated: true, operation: projectsUpdateProjectDataCache },
];
