// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateResourceRequest, UpdateResourceResponseBody } from '../types/marketplace.ts';

/**
 * Changes a resource of an installation: its name, status, plan or secrets.
 * PATCH /v1/installations/{integrationConfigurationId}/resources/{resourceId}
 */
export const marketplaceUpdateResource: Operation<UpdateResourceRequest, UpdateResourceResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/installations/{integrationConfigurationId}/resources/{resourceId} body=json',
  () => import('../schemas/marketplaceUpdateResource.ts'),
);
