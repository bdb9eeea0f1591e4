// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateInstallationIntegrationConfigurationRequest, UpdateInstallationIntegrationConfigurationResponseBody } from '../types/marketplace.ts';

/**
 * Changes one experimentation item of a resource.
 * PATCH /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/items/{itemId}
 */
export const marketplaceUpdateInstallationIntegrationConfiguration: Operation<UpdateInstallationIntegrationConfigurationRequest, UpdateInstallationIntegrationConfigurationResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/items/{itemId} body=json accept=*/*',
  () => import('../schemas/marketplaceUpdateInstallationIntegrationConfiguration.ts'),
);
