// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigsRequest, GetEdgeConfigsResponseBody } from '../types/edgeConfig.ts';

/**
 * Lists the edge configs of the account or team.
 * GET /v1/edge-config
 */
export const edgeConfigGetEdgeConfigs: OptionalOperation<GetEdgeConfigsRequest, GetEdgeConfigsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/edge-config?T',
  () => import('../schemas/edgeConfigGetEdgeConfigs.ts'),
);
