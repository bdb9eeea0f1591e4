// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigRequest, GetEdgeConfigResponseBody } from '../types/edgeConfig.ts';

/**
 * Reads one edge config, without its items.
 * GET /v1/edge-config/{edgeConfigId}
 */
export const edgeConfigGetEdgeConfig: Operation<GetEdgeConfigRequest, GetEdgeConfigResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/edge-config/{edgeConfigId}?T',
  () => import('../schemas/edgeConfigGetEdgeConfig.ts'),
);
