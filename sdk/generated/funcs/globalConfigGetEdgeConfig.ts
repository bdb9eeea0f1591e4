// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigRequest, GetEdgeConfigResponseBody } from '../types/globalConfig.ts';

/**
 * Reads one edge config, without its items.
 * GET /v1/global-config/{edgeConfigId}
 */
export const globalConfigGetEdgeConfig: Operation<GetEdgeConfigRequest, GetEdgeConfigResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/global-config/{edgeConfigId}?T',
  () => import('../schemas/globalConfigGetEdgeConfig.ts'),
);
