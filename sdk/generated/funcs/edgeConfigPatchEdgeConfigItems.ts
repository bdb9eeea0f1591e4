// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { PatchEdgeConfigItemsRequest, PatchEdgeConfigItemsResponseBody } from '../types/edgeConfig.ts';

/**
 * Creates, changes and deletes several items of an edge config in one step.
 * PATCH /v1/edge-config/{edgeConfigId}/items
 * @deprecated No longer in the description of the API.
 */
export const edgeConfigPatchEdgeConfigItems: Operation<PatchEdgeConfigItemsRequest, PatchEdgeConfigItemsResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/edge-config/{edgeConfigId}/items?T body=json',
  () => import('../schemas/edgeConfigPatchEdgeConfigItems.ts'),
);
