// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetIntegrationResourceRequest, GetIntegrationResourceResponseBody } from '../types/marketplace.ts';

/**
 * Reads one resource of an installation.
 * GET /v1/installations/{integrationConfigurationId}/resources/{resourceId}
 */
export const marketplaceGetIntegrationResource: Operation<GetIntegrationResourceRequest, GetIntegrationResourceResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/installations/{integrationConfigurationId}/resources/{resourceId}',
  () => import('../schemas/marketplaceGetIntegrationResource.ts'),
);
