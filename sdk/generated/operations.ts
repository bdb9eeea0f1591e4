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
import { aliasesListDeploymentAliases } from './funcs/aliasesListDeploymentAliases.ts';
import { aliasesAssignAlias } from './funcs/aliasesAssignAlias.ts';
import { aliasesListAliases } from './funcs/aliasesListAliases.ts';
import { aliasesGetAlias } from './funcs/aliasesGetAlias.ts';
import { aliasesDeleteAlias } from './funcs/aliasesDeleteAlias.ts';
import { aliasesPatchUrlProtectionBypass } from './funcs/aliasesPatchUrlProtectionBypass.ts';
import { artifactsRecordEvents } from './funcs/artifactsRecordEvents.ts';
import { artifactsStatus } from './funcs/artifactsStatus.ts';
import { artifactsUploadArtifact } from './funcs/artifactsUploadArtifact.ts';
import { artifactsDownloadArtifact } from './funcs/artifactsDownloadArtifact.ts';
import { artifactsArtifactExists } from './funcs/artifactsArtifactExists.ts';
import { artifactsArtifactQuery } from './funcs/artifactsArtifactQuery.ts';
import { marketplaceExchangeSsoToken } from './funcs/marketplaceExchangeSsoToken.ts';
import { authenticationListAuthTokens } from './funcs/authenticationListAuthTokens.ts';
import { authenticationCreateAuthToken } from './funcs/authenticationCreateAuthToken.ts';
import { authenticationGetAuthToken } from './funcs/authenticationGetAuthToken.ts';
import { authenticationDeleteAuthToken } from './funcs/authenticationDeleteAuthToken.ts';
import { certsGetCertById } from './funcs/certsGetCertById.ts';
import { certsRemoveCert } from './funcs/certsRemoveCert.ts';
import { certsIssueCert } from './funcs/certsIssueCert.ts';
import { certsUploadCert } from './funcs/certsUploadCert.ts';
import { checksCreateCheck } from './funcs/checksCreateCheck.ts';
import { checksGetAllChecks } from './funcs/checksGetAllChecks.ts';
import { checksGetCheck } from './funcs/checksGetCheck.ts';
import { checksUpdateCheck } from './funcs/checksUpdateCheck.ts';
import { checksRerequestCheck } from './funcs/checksRerequestCheck.ts';
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
import { domainsBuyDomain } from './funcs/domainsBuyDomain.ts';
import { domainsCheckDomainPrice } from './funcs/domainsCheckDomainPrice.ts';
import { domainsCheckDomainStatus } from './funcs/domainsCheckDomainStatus.ts';
import { domainsGetDomainTransfer } from './funcs/domainsGetDomainTransfer.ts';
import { domainsGetDomainConfig } from './funcs/domainsGetDomainConfig.ts';
import { domainsGetDomain } from './funcs/domainsGetDomain.ts';
import { domainsGetDomains } from './funcs/domainsGetDomains.ts';
import { domainsCreateOrTransferDomain } from './funcs/domainsCreateOrTransferDomain.ts';
import { domainsPatchDomain } from './funcs/domainsPatchDomain.ts';
import { domainsDeleteDomain } from './funcs/domainsDeleteDomain.ts';
import { edgeConfigGetEdgeConfigs } from './funcs/edgeConfigGetEdgeConfigs.ts';
import { edgeConfigCreateEdgeConfig } from './funcs/edgeConfigCreateEdgeConfig.ts';
import { edgeConfigGetEdgeConfig } from './funcs/edgeConfigGetEdgeConfig.ts';
import { edgeConfigUpdateEdgeConfig } from './funcs/edgeConfigUpdateEdgeConfig.ts';
import { edgeConfigDeleteEdgeConfig } from './funcs/edgeConfigDeleteEdgeConfig.ts';
import { edgeConfigGetEdgeConfigItems } from './funcs/edgeConfigGetEdgeConfigItems.ts';
import { edgeConfigPatchEdgeConfigItems } from './funcs/edgeConfigPatchEdgeConfigItems.ts';
import { edgeConfigGetEdgeConfigSchema } from './funcs/edgeConfigGetEdgeConfigSchema.ts';
import { edgeConfigPatchEdgeConfigSchema } from './funcs/edgeConfigPatchEdgeConfigSchema.ts';
import { edgeConfigDeleteEdgeConfigSchema } from './funcs/edgeConfigDeleteEdgeConfigSchema.ts';
import { edgeConfigGetEdgeConfigItem } from './funcs/edgeConfigGetEdgeConfigItem.ts';
import { edgeConfigGetEdgeConfigTokens } from './funcs/edgeConfigGetEdgeConfigTokens.ts';
import { edgeConfigDeleteEdgeConfigTokens } from './funcs/edgeConfigDeleteEdgeConfigTokens.ts';
import { edgeConfigGetEdgeConfigToken } from './funcs/edgeConfigGetEdgeConfigToken.ts';
import { edgeConfigCreateEdgeConfigToken } from './funcs/edgeConfigCreateEdgeConfigToken.ts';
import { edgeConfigGetEdgeConfigBackup } from './funcs/edgeConfigGetEdgeConfigBackup.ts';
import { edgeConfigGetEdgeConfigBackups } from './funcs/edgeConfigGetEdgeConfigBackups.ts';
import { environmentCreateCustomEnvironment } from './funcs/environmentCreateCustomEnvironment.ts';
import { environmentGetV9ProjectsIdOrNameCustomEnvironments } from './funcs/environmentGetV9ProjectsIdOrNameCustomEnvironments.ts';
import { environmentGetCustomEnvironment } from './funcs/environmentGetCustomEnvironment.ts';
import { environmentUpdateCustomEnvironment } from './funcs/environmentUpdateCustomEnvironment.ts';
import { environmentRemoveCustomEnvironment } from './funcs/environmentRemoveCustomEnvironment.ts';
import { getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans } from './funcs/getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans.ts';
import { integrationsConnectIntegrationResourceToProject } from './funcs/integrationsConnectIntegrationResourceToProject.ts';
import { integrationsGetConfigurations } from './funcs/integrationsGetConfigurations.ts';
import { integrationsGetConfiguration } from './funcs/integrationsGetConfiguration.ts';
import { integrationsDeleteConfiguration } from './funcs/integrationsDeleteConfiguration.ts';
import { integrationsGetConfigurationProducts } from './funcs/integrationsGetConfigurationProducts.ts';
import { integrationsCreateIntegrationStoreDirect } from './funcs/integrationsCreateIntegrationStoreDirect.ts';
import { logDrainsGetIntegrationLogDrains } from './funcs/logDrainsGetIntegrationLogDrains.ts';
import { logDrainsCreateLogDrain } from './funcs/logDrainsCreateLogDrain.ts';
import { logDrainsDeleteIntegrationLogDrain } from './funcs/logDrainsDeleteIntegrationLogDrain.ts';
import { logsGetRuntimeLogs } from './funcs/logsGetRuntimeLogs.ts';
import { marketplaceGetAccountInfo } from './funcs/marketplaceGetAccountInfo.ts';
import { marketplaceGetMember } from './funcs/marketplaceGetMember.ts';
import { marketplaceCreateEvent } from './funcs/marketplaceCreateEvent.ts';
import { marketplaceGetIntegrationResources } from './funcs/marketplaceGetIntegrationResources.ts';
import { marketplaceGetIntegrationResource } from './funcs/marketplaceGetIntegrationResource.ts';
import { marketplaceDeleteIntegrationResource } from './funcs/marketplaceDeleteIntegrationResource.ts';
import { marketplaceImportResource } from './funcs/marketplaceImportResource.ts';
import { marketplaceSubmitBillingData } from './funcs/marketplaceSubmitBillingData.ts';
import { marketplaceSubmitInvoice } from './funcs/marketplaceSubmitInvoice.ts';
import { marketplaceGetInvoice } from './funcs/marketplaceGetInvoice.ts';
import { marketplaceUpdateInvoice } from './funcs/marketplaceUpdateInvoice.ts';
import { marketplaceSubmitPrepaymentBalances } from './funcs/marketplaceSubmitPrepaymentBalances.ts';
import { marketplaceUpdateResourceSecrets } from './funcs/marketplaceUpdateResourceSecrets.ts';
import { marketplaceUpdateResourceSecretsById } from './funcs/marketplaceUpdateResourceSecretsById.ts';
import { marketplaceCreateInstallationIntegrationConfiguration } from './funcs/marketplaceCreateInstallationIntegrationConfiguration.ts';
import { marketplaceUpdateInstallationIntegrationConfiguration } from './funcs/marketplaceUpdateInstallationIntegrationConfiguration.ts';
import { marketplaceDeleteInstallationIntegrationConfiguration } from './funcs/marketplaceDeleteInstallationIntegrationConfiguration.ts';
import { marketplaceCreateInstallationIntegrationEdgeConfig } from './funcs/marketplaceCreateInstallationIntegrationEdgeConfig.ts';
import { marketplaceUpdateInstallationIntegrationEdgeConfig } from './funcs/marketplaceUpdateInstallationIntegrationEdgeConfig.ts';
import { projectMembersGetProjectMembers } from './funcs/projectMembersGetProjectMembers.ts';
import { projectMembersAddProjectMember } from './funcs/projectMembersAddProjectMember.ts';
import { projectMembersRemoveProjectMember } from './funcs/projectMembersRemoveProjectMember.ts';
import { projectsUpdateProjectDataCache } from './funcs/projectsUpdateProjectDataCache.ts';
import { projectsGetProjects } from './funcs/projectsGetProjects.ts';
import { projectsCreateProject } from './funcs/projectsCreateProject.ts';
import { projectsGetProject } from './funcs/projectsGetProject.ts';
import { projectsUpdateProject } from './funcs/projectsUpdateProject.ts';
import { projectsDeleteProject } from './funcs/projectsDeleteProject.ts';
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
import { projectsCreateProjectTransferRequest } from './funcs/projectsCreateProjectTransferRequest.ts';
import { projectsAcceptProjectTransferRequest } from './funcs/projectsAcceptProjectTransferRequest.ts';
import { projectsUpdateProjectProtectionBypass } from './funcs/projectsUpdateProjectProtectionBypass.ts';
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
import { rollingReleaseCompleteRollingRelease } from './funcs/rollingReleaseCompleteRollingRelease.ts';
import { securityUpdateAttackChallengeMode } from './funcs/securityUpdateAttackChallengeMode.ts';
import { securityPutFirewallConfig } from './funcs/securityPutFirewallConfig.ts';
import { securityUpdateFirewallConfig } from './funcs/securityUpdateFirewallConfig.ts';
import { securityGetFirewallConfig } from './funcs/securityGetFirewallConfig.ts';
import { securityGetActiveAttackStatus } from './funcs/securityGetActiveAttackStatus.ts';
import { securityGetBypassIp } from './funcs/securityGetBypassIp.ts';
import { securityAddBypassIp } from './funcs/securityAddBypassIp.ts';
import { securityRemoveBypassIp } from './funcs/securityRemoveBypassIp.ts';
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
import { teamsDeleteTeam } from './funcs/teamsDeleteTeam.ts';
import { teamsDeleteTeamInviteCode } from './funcs/teamsDeleteTeamInviteCode.ts';
import { userListUserEvents } from './funcs/userListUserEvents.ts';
import { userGetAuthUser } from './funcs/userGetAuthUser.ts';
import { userRequestDelete } from './funcs/userRequestDelete.ts';
import { webhooksCreateWebhook } from './funcs/webhooksCreateWebhook.ts';
import { webhooksGetWebhooks } from './funcs/webhooksGetWebhooks.ts';
import { webhooksGetWebhook } from './funcs/webhooksGetWebhook.ts';
import { webhooksDeleteWebhook } from './funcs/webhooksDeleteWebhook.ts';

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
  { groups: ['aliases'], method: 'listDeploymentAliases', name: 'aliasesListDeploymentAliases', doc: 'Lists every alias that points at one deployment.', deprecated: false, operation: aliasesListDeploymentAliases },
  { groups: ['aliases'], method: 'assignAlias', name: 'aliasesAssignAlias', doc: 'Points an alias at a deployment; an alias in use moves over.', deprecated: false, operation: aliasesAssignAlias },
  { groups: ['aliases'], method: 'listAliases', name: 'aliasesListAliases', doc: 'Lists aliases, newest first, page by page.', deprecated: false, operation: aliasesListAliases },
  { groups: ['aliases'], method: 'getAlias', name: 'aliasesGetAlias', doc: 'Reads one alias by its id or host name.', deprecated: false, operation: aliasesGetAlias },
  { groups: ['aliases'], method: 'deleteAlias', name: 'aliasesDeleteAlias', doc: 'Removes an alias; the deployment behind it stays.', deprecated: false, operation: aliasesDeleteAlias },
  { groups: ['aliases'], method: 'patchUrlProtectionBypass', name: 'aliasesPatchUrlProtectionBypass', doc: 'Changes who may pass the protection of one URL: a shareable link, a person or an exception.', deprecated: false, operation: aliasesPatchUrlProtectionBypass },
  { groups: ['artifacts'], method: 'recordEvents', name: 'artifactsRecordEvents', doc: 'Reports hits and misses of the remote cache.', deprecated: false, operation: artifactsRecordEvents },
  { groups: ['artifacts'], method: 'status', name: 'artifactsStatus', doc: 'Tells whether remote caching is enabled for the account or team.', deprecated: false, operation: artifactsStatus },
  { groups: ['artifacts'], method: 'uploadArtifact', name: 'artifactsUploadArtifact', doc: 'Stores one build artifact in the remote cache under its hash.', deprecated: false, operation: artifactsUploadArtifact },
  { groups: ['artifacts'], method: 'downloadArtifact', name: 'artifactsDownloadArtifact', doc: 'Fetches one cached artifact as a stream of bytes.', deprecated: false, operation: artifactsDownloadArtifact },
  { groups: ['artifacts'], method: 'artifactExists', name: 'artifactsArtifactExists', doc: 'Asks whether an artifact is cached; rejects with a not-found error when it is not.', deprecated: false, operation: artifactsArtifactExists },
  { groups: ['artifacts'], method: 'artifactQuery', name: 'artifactsArtifactQuery', doc: 'Looks up size and origin of several cached artifacts at once.', deprecated: false, operation: artifactsArtifactQuery },
  { groups: ['marketplace', 'authentication'], method: 'exchangeSsoToken', name: 'marketplaceExchangeSsoToken', doc: 'Trades the code of a single sign-on redirect for an identity token of the signed-in person.', deprecated: false, operation: marketplaceExchangeSsoToken },
  { groups: ['authentication'], method: 'listAuthTokens', name: 'authenticationListAuthTokens', doc: 'Lists the access tokens of the signed-in user, without their secret part.', deprecated: false, operation: authenticationListAuthTokens },
  { groups: ['authentication'], method: 'createAuthToken', name: 'authenticationCreateAuthToken', doc: 'Creates an access token; the answer is the only place its secret part appears.', deprecated: false, operation: authenticationCreateAuthToken },
  { groups: ['authentication'], method: 'getAuthToken', name: 'authenticationGetAuthToken', doc: 'Reads what is known about one access token; never its secret part.', deprecated: false, operation: authenticationGetAuthToken },
  { groups: ['authentication'], method: 'deleteAuthToken', name: 'authenticationDeleteAuthToken', doc: 'Revokes one access token.', deprecated: false, operation: authenticationDeleteAuthToken },
  { groups: ['certs'], method: 'getCertById', name: 'certsGetCertById', doc: 'Reads one certificate.', deprecated: false, operation: certsGetCertById },
  { groups: ['certs'], method: 'removeCert', name: 'certsRemoveCert', doc: 'Deletes one certificate.', deprecated: false, operation: certsRemoveCert },
  { groups: ['certs'], method: 'issueCert', name: 'certsIssueCert', doc: 'Orders a certificate for the given host names.', deprecated: false, operation: certsIssueCert },
  { groups: ['certs'], method: 'uploadCert', name: 'certsUploadCert', doc: 'Uploads a certificate of your own with its private key and chain.', deprecated: false, operation: certsUploadCert },
  { groups: ['checks'], method: 'createCheck', name: 'checksCreateCheck', doc: 'Registers a check that a deployment waits for.', deprecated: false, operation: checksCreateCheck },
  { groups: ['checks'], method: 'getAllChecks', name: 'checksGetAllChecks', doc: 'Lists the checks of one deployment.', deprecated: false, operation: checksGetAllChecks },
  { groups: ['checks'], method: 'getCheck', name: 'checksGetCheck', doc: 'Reads one check of a deployment.', deprecated: false, operation: checksGetCheck },
  { groups: ['checks'], method: 'updateCheck', name: 'checksUpdateCheck', doc: 'Reports progress or outcome of a check.', deprecated: false, operation: checksUpdateCheck },
  { groups: ['checks'], method: 'rerequestCheck', name: 'checksRerequestCheck', doc: 'Asks for a failed check to be run again.', deprecated: false, operation: checksRerequestCheck },
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
  { groups: ['domains'], method: 'buyDomain', name: 'domainsBuyDomain', doc: 'Buys a domain at the stated price; this spends money.', deprecated: false, operation: domainsBuyDomain },
  { groups: ['domains'], method: 'checkDomainPrice', name: 'domainsCheckDomainPrice', doc: 'Quotes what it costs to buy, renew, transfer or redeem a domain.', deprecated: false, operation: domainsCheckDomainPrice },
  { groups: ['domains'], method: 'checkDomainStatus', name: 'domainsCheckDomainStatus', doc: 'Tells whether a domain name can still be bought.', deprecated: false, operation: domainsCheckDomainStatus },
  { groups: ['domains'], method: 'getDomainTransfer', name: 'domainsGetDomainTransfer', doc: 'Tells whether a domain can be transferred in, and how far a running transfer is.', deprecated: false, operation: domainsGetDomainTransfer },
  { groups: ['domains'], method: 'getDomainConfig', name: 'domainsGetDomainConfig', doc: "Reads how a domain's DNS is set up and what it should be.", deprecated: false, operation: domainsGetDomainConfig },
  { groups: ['domains'], method: 'getDomain', name: 'domainsGetDomain', doc: 'Reads one domain of the account or team.', deprecated: false, operation: domainsGetDomain },
  { groups: ['domains'], method: 'getDomains', name: 'domainsGetDomains', doc: 'Lists the domains of the account or team, page by page.', deprecated: false, operation: domainsGetDomains },
  { groups: ['domains'], method: 'createOrTransferDomain', name: 'domainsCreateOrTransferDomain', doc: 'Adds a domain you own, or moves one in from another account or registrar.', deprecated: false, operation: domainsCreateOrTransferDomain },
  { groups: ['domains'], method: 'patchDomain', name: 'domainsPatchDomain', doc: "Changes a domain's settings, or moves the domain to another account.", deprecated: false, operation: domainsPatchDomain },
  { groups: ['domains'], method: 'deleteDomain', name: 'domainsDeleteDomain', doc: 'Removes a domain from the account or team.', deprecated: false, operation: domainsDeleteDomain },
  { groups: ['edgeConfig'], method: 'getEdgeConfigs', name: 'edgeConfigGetEdgeConfigs', doc: 'Lists the edge configs of the account or team.', deprecated: false, operation: edgeConfigGetEdgeConfigs },
  { groups: ['edgeConfig'], method: 'createEdgeConfig', name: 'edgeConfigCreateEdgeConfig', doc: 'Creates an edge config, optionally with first items.', deprecated: false, operation: edgeConfigCreateEdgeConfig },
  { groups: ['edgeConfig'], method: 'getEdgeConfig', name: 'edgeConfigGetEdgeConfig', doc: 'Reads one edge config, without its items.', deprecated: false, operation: edgeConfigGetEdgeConfig },
  { groups: ['edgeConfig'], method: 'updateEdgeConfig', name: 'edgeConfigUpdateEdgeConfig', doc: 'Renames an edge config.', deprecated: false, operation: edgeConfigUpdateEdgeConfig },
  { groups: ['edgeConfig'], method: 'deleteEdgeConfig', name: 'edgeConfigDeleteEdgeConfig', doc: 'Deletes an edge config with all its items.', deprecated: false, operation: edgeConfigDeleteEdgeConfig },
  { groups: ['edgeConfig'], method: 'getEdgeConfigItems', name: 'edgeConfigGetEdgeConfigItems', doc: 'Reads all items of an edge config.', deprecated: false, operation: edgeConfigGetEdgeConfigItems },
  { groups: ['edgeConfig'], method: 'patchEdgeConfigItems', name: 'edgeConfigPatchEdgeConfigItems', doc: 'Creates, changes and deletes several items of an edge config in one step.', deprecated: false, operation: edgeConfigPatchEdgeConfigItems },
  { groups: ['edgeConfig'], method: 'getEdgeConfigSchema', name: 'edgeConfigGetEdgeConfigSchema', doc: "Reads the schema an edge config's items must satisfy.", deprecated: false, operation: edgeConfigGetEdgeConfigSchema },
  { groups: ['edgeConfig'], method: 'patchEdgeConfigSchema', name: 'edgeConfigPatchEdgeConfigSchema', doc: 'Sets the schema of an edge config; with `dryRun` it only checks it.', deprecated: false, operation: edgeConfigPatchEdgeConfigSchema },
  { groups: ['edgeConfig'], method: 'deleteEdgeConfigSchema', name: 'edgeConfigDeleteEdgeConfigSchema', doc: 'Removes the schema of an edge config; its items stay.', deprecated: false, operation: edgeConfigDeleteEdgeConfigSchema },
  { groups: ['edgeConfig'], method: 'getEdgeConfigItem', name: 'edgeConfigGetEdgeConfigItem', doc: 'Reads one item of an edge config by its key.', deprecated: false, operation: edgeConfigGetEdgeConfigItem },
  { groups: ['edgeConfig'], method: 'getEdgeConfigTokens', name: 'edgeConfigGetEdgeConfigTokens', doc: 'Lists the read tokens of an edge config.', deprecated: false, operation: edgeConfigGetEdgeConfigTokens },
  { groups: ['edgeConfig'], method: 'deleteEdgeConfigTokens', name: 'edgeConfigDeleteEdgeConfigTokens', doc: 'Revokes read tokens of an edge config.', deprecated: false, operation: edgeConfigDeleteEdgeConfigTokens },
  { groups: ['edgeConfig'], method: 'getEdgeConfigToken', name: 'edgeConfigGetEdgeConfigToken', doc: 'Reads what is known about one read token of an edge config.', deprecated: false, operation: edgeConfigGetEdgeConfigToken },
  { groups: ['edgeConfig'], method: 'createEdgeConfigToken', name: 'edgeConfigCreateEdgeConfigToken', doc: 'Creates a read token for an edge config.', deprecated: false, operation: edgeConfigCreateEdgeConfigToken },
  { groups: ['edgeConfig'], method: 'getEdgeConfigBackup', name: 'edgeConfigGetEdgeConfigBackup', doc: 'Reads one saved version of an edge config.', deprecated: false, operation: edgeConfigGetEdgeConfigBackup },
  { groups: ['edgeConfig'], method: 'getEdgeConfigBackups', name: 'edgeConfigGetEdgeConfigBackups', doc: 'Lists the saved versions of an edge config, page by page.', deprecated: false, operation: edgeConfigGetEdgeConfigBackups },
  { groups: ['environment'], method: 'createCustomEnvironment', name: 'environmentCreateCustomEnvironment', doc: 'Adds a custom environment to a project.', deprecated: false, operation: environmentCreateCustomEnvironment },
  { groups: ['environment'], method: 'getV9ProjectsIdOrNameCustomEnvironments', name: 'environmentGetV9ProjectsIdOrNameCustomEnvironments', doc: 'Lists the custom environments of a project.', deprecated: false, operation: environmentGetV9ProjectsIdOrNameCustomEnvironments },
  { groups: ['environment'], method: 'getCustomEnvironment', name: 'environmentGetCustomEnvironment', doc: 'Reads one custom environment of a project.', deprecated: false, operation: environmentGetCustomEnvironment },
  { groups: ['environment'], method: 'updateCustomEnvironment', name: 'environmentUpdateCustomEnvironment', doc: 'Changes a custom environment: slug, description or the branches it follows.', deprecated: false, operation: environmentUpdateCustomEnvironment },
  { groups: ['environment'], method: 'removeCustomEnvironment', name: 'environmentRemoveCustomEnvironment', doc: 'Removes a custom environment from a project.', deprecated: false, operation: environmentRemoveCustomEnvironment },
  { groups: ['integrations'], method: 'getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans', name: 'integrationsGetBillingPlans', doc: 'Lists the billing plans of one product of an integration.', deprecated: false, operation: getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans },
  { groups: ['integrations'], method: 'connectIntegrationResourceToProject', name: 'integrationsConnectIntegrationResourceToProject', doc: 'Connects a provisioned resource of an integration to a project.', deprecated: false, operation: integrationsConnectIntegrationResourceToProject },
  { groups: ['integrations'], method: 'getConfigurations', name: 'integrationsGetConfigurations', doc: 'Lists the integrations installed on the account or team.', deprecated: false, operation: integrationsGetConfigurations },
  { groups: ['integrations'], method: 'getConfiguration', name: 'integrationsGetConfiguration', doc: 'Reads one installed integration.', deprecated: false, operation: integrationsGetConfiguration },
  { groups: ['integrations'], method: 'deleteConfiguration', name: 'integrationsDeleteConfiguration', doc: 'Uninstalls an integration.', deprecated: false, operation: integrationsDeleteConfiguration },
  { groups: ['integrations'], method: 'getConfigurationProducts', name: 'integrationsGetConfigurationProducts', doc: 'Lists the products an installed integration offers.', deprecated: false, operation: integrationsGetConfigurationProducts },
  { groups: ['integrations'], method: 'createIntegrationStoreDirect', name: 'integrationsCreateIntegrationStoreDirect', doc: "Provisions a store from an integration's product; a paid plan spends money.", deprecated: false, operation: integrationsCreateIntegrationStoreDirect },
  { groups: ['logDrains'], method: 'getIntegrationLogDrains', name: 'logDrainsGetIntegrationLogDrains', doc: 'Lists the log drains of the integration that owns the token.', deprecated: false, operation: logDrainsGetIntegrationLogDrains },
  { groups: ['logDrains'], method: 'createLogDrain', name: 'logDrainsCreateLogDrain', doc: 'Creates a log drain that sends log lines to a URL.', deprecated: false, operation: logDrainsCreateLogDrain },
  { groups: ['logDrains'], method: 'deleteIntegrationLogDrain', name: 'logDrainsDeleteIntegrationLogDrain', doc: 'Deletes a log drain.', deprecated: false, operation: logDrainsDeleteIntegrationLogDrain },
  { groups: ['logs'], method: 'getRuntimeLogs', name: 'logsGetRuntimeLogs', doc: 'Follows the runtime log of a deployment, one entry at a time.', deprecated: false, operation: logsGetRuntimeLogs },
  { groups: ['marketplace'], method: 'getAccountInfo', name: 'marketplaceGetAccountInfo', doc: 'Reads name, contact and URL of the account behind an installation.', deprecated: false, operation: marketplaceGetAccountInfo },
  { groups: ['marketplace'], method: 'getMember', name: 'marketplaceGetMember', doc: 'Reads the role and identity of one member behind an installation.', deprecated: false, operation: marketplaceGetMember },
  { groups: ['marketplace'], method: 'createEvent', name: 'marketplaceCreateEvent', doc: "Tells the platform that something happened on the integration's side.", deprecated: false, operation: marketplaceCreateEvent },
  { groups: ['marketplace'], method: 'getIntegrationResources', name: 'marketplaceGetIntegrationResources', doc: 'Lists the resources of an installation.', deprecated: false, operation: marketplaceGetIntegrationResources },
  { groups: ['marketplace'], method: 'getIntegrationResource', name: 'marketplaceGetIntegrationResource', doc: 'Reads one resource of an installation.', deprecated: false, operation: marketplaceGetIntegrationResource },
  { groups: ['marketplace'], method: 'deleteIntegrationResource', name: 'marketplaceDeleteIntegrationResource', doc: 'Deletes a resource that the integration no longer provides.', deprecated: false, operation: marketplaceDeleteIntegrationResource },
  { groups: ['marketplace'], method: 'importResource', name: 'marketplaceImportResource', doc: 'Creates or replaces a resource that already exists at the integration.', deprecated: false, operation: marketplaceImportResource },
  { groups: ['marketplace'], method: 'submitBillingData', name: 'marketplaceSubmitBillingData', doc: 'Reports interim usage and cost of an installation for the running period.', deprecated: false, operation: marketplaceSubmitBillingData },
  { groups: ['marketplace'], method: 'submitInvoice', name: 'marketplaceSubmitInvoice', doc: 'Hands in an invoice to be charged to the account; this moves money.', deprecated: false, operation: marketplaceSubmitInvoice },
  { groups: ['marketplace'], method: 'getInvoice', name: 'marketplaceGetInvoice', doc: 'Reads one invoice of an installation.', deprecated: false, operation: marketplaceGetInvoice },
  { groups: ['marketplace'], method: 'updateInvoice', name: 'marketplaceUpdateInvoice', doc: 'Acts on an invoice, for example refunds it.', deprecated: false, operation: marketplaceUpdateInvoice },
  { groups: ['marketplace'], method: 'submitPrepaymentBalances', name: 'marketplaceSubmitPrepaymentBalances', doc: 'Reports the prepaid balances that are left.', deprecated: false, operation: marketplaceSubmitPrepaymentBalances },
  { groups: ['marketplace'], method: 'updateResourceSecrets', name: 'marketplaceUpdateResourceSecrets', doc: 'Replaces the secrets of a resource, addressed by product; use updateResourceSecretsById instead.', deprecated: true, operation: marketplaceUpdateResourceSecrets },
  { groups: ['marketplace'], method: 'updateResourceSecretsById', name: 'marketplaceUpdateResourceSecretsById', doc: 'Replaces the secrets of a resource.', deprecated: false, operation: marketplaceUpdateResourceSecretsById },
  { groups: ['marketplace'], method: 'createInstallationIntegrationConfiguration', name: 'marketplaceCreateInstallationIntegrationConfiguration', doc: 'Adds experimentation items to a resource.', deprecated: false, operation: marketplaceCreateInstallationIntegrationConfiguration },
  { groups: ['marketplace'], method: 'updateInstallationIntegrationConfiguration', name: 'marketplaceUpdateInstallationIntegrationConfiguration', doc: 'Changes one experimentation item of a resource.', deprecated: false, operation: marketplaceUpdateInstallationIntegrationConfiguration },
  { groups: ['marketplace'], method: 'deleteInstallationIntegrationConfiguration', name: 'marketplaceDeleteInstallationIntegrationConfiguration', doc: 'Deletes one experimentation item of a resource.', deprecated: false, operation: marketplaceDeleteInstallationIntegrationConfiguration },
  { groups: ['marketplace'], method: 'createInstallationIntegrationEdgeConfig', name: 'marketplaceCreateInstallationIntegrationEdgeConfig', doc: "Asks whether the edge config of a resource's experiments is there.", deprecated: false, operation: marketplaceCreateInstallationIntegrationEdgeConfig },
  { groups: ['marketplace'], method: 'updateInstallationIntegrationEdgeConfig', name: 'marketplaceUpdateInstallationIntegrationEdgeConfig', doc: "Writes the edge config that carries a resource's experiments.", deprecated: false, operation: marketplaceUpdateInstallationIntegrationEdgeConfig },
  { groups: ['projectMembers'], method: 'getProjectMembers', name: 'projectMembersGetProjectMembers', doc: 'Lists who may work on a project, page by page.', deprecated: false, operation: projectMembersGetProjectMembers },
  { groups: ['projectMembers'], method: 'addProjectMember', name: 'projectMembersAddProjectMember', doc: 'Adds somebody to a project by user id, user name or e-mail address.', deprecated: false, operation: projectMembersAddProjectMember },
  { groups: ['projectMembers'], method: 'removeProjectMember', name: 'projectMembersRemoveProjectMember', doc: 'Removes somebody from a project.', deprecated: false, operation: projectMembersRemoveProjectMember },
  { groups: ['projects'], method: 'updateProjectDataCache', name: 'projectsUpdateProjectDataCache', doc: 'Switches the data cache of a project on or off.', deprecated: false, operation: projectsUpdateProjectDataCache },
  { groups: ['projects'], method: 'getProjects', name: 'projectsGetProjects', doc: 'Lists the projects of the account or team, page by page.', deprecated: false, operation: projectsGetProjects },
  { groups: ['projects'], method: 'createProject', name: 'projectsCreateProject', doc: 'Creates a project.', deprecated: false, operation: projectsCreateProject },
  { groups: ['projects'], method: 'getProject', name: 'projectsGetProject', doc: 'Reads one project by its id or name.', deprecated: false, operation: projectsGetProject },
  { groups: ['projects'], method: 'updateProject', name: 'projectsUpdateProject', doc: "Changes a project's settings or name.", deprecated: false, operation: projectsUpdateProject },
  { groups: ['projects'], method: 'deleteProject', name: 'projectsDeleteProject', doc: 'Deletes a project with its deployments and domains.', deprecated: false, operation: projectsDeleteProject },
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
  { groups: ['projects'], method: 'createProjectTransferRequest', name: 'projectsCreateProjectTransferRequest', doc: 'Starts handing a project to another team; the answer has the code to accept with.', deprecated: false, operation: projectsCreateProjectTransferRequest },
  { groups: ['projects'], method: 'acceptProjectTransferRequest', name: 'projectsAcceptProjectTransferRequest', doc: 'Takes over a project with the code of its transfer request.', deprecated: false, operation: projectsAcceptProjectTransferRequest },
  { groups: ['projects'], method: 'updateProjectProtectionBypass', name: 'projectsUpdateProjectProtectionBypass', doc: "Creates or revokes the secret that lets automation pass a project's protection.", deprecated: false, operation: projectsUpdateProjectProtectionBypass },
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
  { groups: ['rollingRelease'], method: 'completeRollingRelease', name: 'rollingReleaseCompleteRollingRelease', doc: 'Ends a rolling release by sending all traffic to the new deployment.', deprecated: false, operation: rollingReleaseCompleteRollingRelease },
  { groups: ['security'], method: 'updateAttackChallengeMode', name: 'securityUpdateAttackChallengeMode', doc: 'Switches the challenge for all visitors of a project on or off.', deprecated: false, operation: securityUpdateAttackChallengeMode },
  { groups: ['security'], method: 'putFirewallConfig', name: 'securityPutFirewallConfig', doc: "Replaces a project's whole firewall configuration.", deprecated: false, operation: securityPutFirewallConfig },
  { groups: ['security'], method: 'updateFirewallConfig', name: 'securityUpdateFirewallConfig', doc: "Changes one part of a project's firewall configuration.", deprecated: false, operation: securityUpdateFirewallConfig },
  { groups: ['security'], method: 'getFirewallConfig', name: 'securityGetFirewallConfig', doc: "Reads one version of a project's firewall configuration.", deprecated: false, operation: securityGetFirewallConfig },
  { groups: ['security'], method: 'getActiveAttackStatus', name: 'securityGetActiveAttackStatus', doc: 'Tells whether a project is under attack right now.', deprecated: false, operation: securityGetActiveAttackStatus },
  { groups: ['security'], method: 'getBypassIp', name: 'securityGetBypassIp', doc: "Lists the addresses that pass a project's system mitigations.", deprecated: false, operation: securityGetBypassIp },
  { groups: ['security'], method: 'addBypassIp', name: 'securityAddBypassIp', doc: "Lets an address pass a project's system mitigations.", deprecated: false, operation: securityAddBypassIp },
  { groups: ['security'], method: 'removeBypassIp', name: 'securityRemoveBypassIp', doc: "Stops letting an address pass a project's system mitigations.", deprecated: false, operation: securityRemoveBypassIp },
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
  { groups: ['teams'], method: 'deleteTeam', name: 'teamsDeleteTeam', doc: 'Deletes a team with everything it owns.', deprecated: false, operation: teamsDeleteTeam },
  { groups: ['teams'], method: 'deleteTeamInviteCode', name: 'teamsDeleteTeamInviteCode', doc: 'Withdraws an invite code of a team.', deprecated: false, operation: teamsDeleteTeamInviteCode },
  { groups: ['user'], method: 'listUserEvents', name: 'userListUserEvents', doc: 'Lists what happened on the account or team, newest first.', deprecated: false, operation: userListUserEvents },
  { groups: ['user'], method: 'getAuthUser', name: 'userGetAuthUser', doc: 'Reads the user the access token belongs to.', deprecated: false, operation: userGetAuthUser },
  { groups: ['user'], method: 'requestDelete', name: 'userRequestDelete', doc: "Asks for the signed-in user's account to be deleted; a mail asks for confirmation.", deprecated: false, operation: userRequestDelete },
  { groups: ['webhooks'], method: 'createWebhook', name: 'webhooksCreateWebhook', doc: 'Creates a webhook; the answer is the only place its signing secret appears.', deprecated: false, operation: webhooksCreateWebhook },
  { groups: ['webhooks'], method: 'getWebhooks', name: 'webhooksGetWebhooks', doc: 'Lists the webhooks of the account or team.', deprecated: false, operation: webhooksGetWebhooks },
  { groups: ['webhooks'], method: 'getWebhook', name: 'webhooksGetWebhook', doc: 'Reads one webhook.', deprecated: false, operation: webhooksGetWebhook },
  { groups: ['webhooks'], method: 'deleteWebhook', name: 'webhooksDeleteWebhook', doc: 'Deletes a webhook.', deprecated: false, operation: webhooksDeleteWebhook },
];
