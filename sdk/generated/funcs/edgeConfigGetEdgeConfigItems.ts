// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigItemsRequest, GetEdgeConfigItemsResponseBody } from '../types/edgeConfig.ts';

/**
 * Reads all items of an edge config.
 * GET /v1/edge-config/{edgeConfigId}/items
 */
export const edgeConfigGetEdgeConfigItems: Operation<GetEdgeConfigItemsRequest, GetEdgeConfigItemsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/edge-config/{edgeConfigId}/items?T',
  () => import('../schemas/edgeConfigGetEdgeConfigItems.ts'),
);
