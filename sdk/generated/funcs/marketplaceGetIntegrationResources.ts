// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetIntegrationResourcesRequest, GetIntegrationResourcesResponseBody } from '../types/marketplace.ts';

/**
 * Lists the resources of an installation.
 * GET /v1/installations/{integrationConfigurationId}/resources
 */
export const marketplaceGetIntegrationResources: Operation<GetIntegrationResourcesRequest, GetIntegrationResourcesResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/installations/{integrationConfigurationId}/resources',
  () => import('../schemas/marketplaceGetIntegrationResources.ts'),
);
