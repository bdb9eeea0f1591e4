// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateEdgeConfigRequest, UpdateEdgeConfigResponseBody } from '../types/globalConfig.ts';

/**
 * Renames an edge config.
 * PUT /v1/global-config/{edgeConfigId}
 */
export const globalConfigUpdateEdgeConfig: Operation<UpdateEdgeConfigRequest, UpdateEdgeConfigResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/global-config/{edgeConfigId}?T body=json',
  () => import('../schemas/globalConfigUpdateEdgeConfig.ts'),
);
