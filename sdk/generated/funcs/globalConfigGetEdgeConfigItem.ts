// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigItemRequest, GetEdgeConfigItemResponseBody } from '../types/globalConfig.ts';

/**
 * Reads one item of an edge config by its key.
 * GET /v1/global-config/{edgeConfigId}/item/{edgeConfigItemKey}
 */
export const globalConfigGetEdgeConfigItem: Operation<GetEdgeConfigItemRequest, GetEdgeConfigItemResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/global-config/{edgeConfigId}/item/{edgeConfigItemKey}?T',
  () => import('../schemas/globalConfigGetEdgeConfigItem.ts'),
);
