// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateEdgeConfigRequest, UpdateEdgeConfigResponseBody } from '../types/edgeConfig.ts';

/**
 * Renames an edge config.
 * PUT /v1/edge-config/{edgeConfigId}
 */
export const edgeConfigUpdateEdgeConfig: Operation<UpdateEdgeConfigRequest, UpdateEdgeConfigResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/edge-config/{edgeConfigId}?T body=json',
  () => import('../schemas/edgeConfigUpdateEdgeConfig.ts'),
);
