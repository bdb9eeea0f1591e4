// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest, HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody } from '../types/marketplace.ts';

/**
 * Asks whether the edge config of a resource's experiments is there.
 * HEAD /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/global-config
 */
export const marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig: Operation<HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest, HeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody> = /* @__PURE__ */ operation(
  'HEAD /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/global-config',
  () => import('../schemas/marketplaceHeadInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig.ts'),
);
