// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteInstallationIntegrationConfigurationRequest, DeleteInstallationIntegrationConfigurationResponseBody } from '../types/marketplace.ts';

/**
 * Deletes one experimentation item of a resource.
 * DELETE /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/items/{itemId}
 */
export const marketplaceDeleteInstallationIntegrationConfiguration: Operation<DeleteInstallationIntegrationConfigurationRequest, DeleteInstallationIntegrationConfigurationResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/installations/{integrationConfigurationId}/resources/{resourceId}/experimentation/items/{itemId} accept=*/*',
  () => import('../schemas/marketplaceDeleteInstallationIntegrationConfiguration.ts'),
);
