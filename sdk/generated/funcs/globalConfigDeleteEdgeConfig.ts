// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteEdgeConfigRequest, DeleteEdgeConfigResponseBody } from '../types/globalConfig.ts';

/**
 * Deletes an edge config with all its items.
 * DELETE /v1/global-config/{edgeConfigId}
 */
export const globalConfigDeleteEdgeConfig: Operation<DeleteEdgeConfigRequest, DeleteEdgeConfigResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/global-config/{edgeConfigId}?T accept=*/*',
  () => import('../schemas/globalConfigDeleteEdgeConfig.ts'),
);
