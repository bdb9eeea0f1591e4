// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateInstallationIntegrationEdgeConfigRequest, CreateInstallationIntegrationEdgeConfigResponseBody } from '../types/marketplace.ts';

/**
 * Asks whether the edge config of a resource's experiments is there.
 * HEAD /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/edge-config
 */
export const marketplaceCreateInstallationIntegrationEdgeConfig: Operation<CreateInstallationIntegrationEdgeConfigRequest, CreateInstallationIntegrationEdgeConfigResponseBody> = /* @__PURE__ */ operation(
  'HEAD /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/edge-config',
  () => import('../schemas/marketplaceCreateInstallationIntegrationEdgeConfig.ts'),
);
