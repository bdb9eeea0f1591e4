// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateInstallationIntegrationEdgeConfigRequest, UpdateInstallationIntegrationEdgeConfigResponseBody } from '../types/marketplace.ts';

/**
 * Writes the edge config that carries a resource's experiments.
 * PUT /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/edge-config
 */
export const marketplaceUpdateInstallationIntegrationEdgeConfig: Operation<UpdateInstallationIntegrationEdgeConfigRequest, UpdateInstallationIntegrationEdgeConfigResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/edge-config body=json',
  () => import('../schemas/marketplaceUpdateInstallationIntegrationEdgeConfig.ts'),
);
