// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ImportResourceRequest, ImportResourceResponseBody } from '../types/marketplace.ts';

/**
 * Creates or replaces a resource that already exists at the integration.
 * PUT /v1/installations/{integrationConfigurationId}/resources/{resourceId}
 */
export const marketplaceImportResource: Operation<ImportResourceRequest, ImportResourceResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/installations/{integrationConfigurationId}/resources/{resourceId} body=json',
  () => import('../schemas/marketplaceImportResource.ts'),
);
