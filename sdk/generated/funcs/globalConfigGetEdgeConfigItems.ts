// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigItemsRequest, GetEdgeConfigItemsResponseBody } from '../types/globalConfig.ts';

/**
 * Reads all items of an edge config.
 * GET /v1/global-config/{edgeConfigId}/items
 */
export const globalConfigGetEdgeConfigItems: Operation<GetEdgeConfigItemsRequest, GetEdgeConfigItemsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/global-config/{edgeConfigId}/items?T',
  () => import('../schemas/globalConfigGetEdgeConfigItems.ts'),
);
