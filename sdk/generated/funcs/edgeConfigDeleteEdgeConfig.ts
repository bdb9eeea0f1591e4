// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteEdgeConfigRequest, DeleteEdgeConfigResponseBody } from '../types/edgeConfig.ts';

/**
 * Deletes an edge config with all its items.
 * DELETE /v1/edge-config/{edgeConfigId}
 */
export const edgeConfigDeleteEdgeConfig: Operation<DeleteEdgeConfigRequest, DeleteEdgeConfigResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/edge-config/{edgeConfigId}?T',
  () => import('../schemas/edgeConfigDeleteEdgeConfig.ts'),
);
