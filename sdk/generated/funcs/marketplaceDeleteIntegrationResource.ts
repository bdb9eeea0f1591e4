// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteIntegrationResourceRequest, DeleteIntegrationResourceResponseBody } from '../types/marketplace.ts';

/**
 * Deletes a resource that the integration no longer provides.
 * DELETE /v1/installations/{integrationConfigurationId}/resources/{resourceId}
 */
export const marketplaceDeleteIntegrationResource: Operation<DeleteIntegrationResourceRequest, DeleteIntegrationResourceResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/installations/{integrationConfigurationId}/resources/{resourceId} accept=*/*',
  () => import('../schemas/marketplaceDeleteIntegrationResource.ts'),
);
