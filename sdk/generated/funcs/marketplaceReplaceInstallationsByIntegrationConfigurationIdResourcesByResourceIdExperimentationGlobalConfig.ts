// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest, ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody } from '../types/marketplace.ts';

/**
 * Writes the edge config that carries a resource's experiments.
 * PUT /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/global-config
 */
export const marketplaceReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig: Operation<ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigRequest, ReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfigResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/global-config body=json',
  () => import('../schemas/marketplaceReplaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig.ts'),
);
