// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig } from './marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig.ts';

/**
 * Asks whether the edge config of a resource's experiments is there.
 * HEAD /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/global-config
 * @deprecated Its name is marketplace.headInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig now.
 */
export const marketplaceCreateInstallationIntegrationEdgeConfig: typeof marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig = marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig;
