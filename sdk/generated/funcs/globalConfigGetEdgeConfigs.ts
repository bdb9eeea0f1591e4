// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigsRequest, GetEdgeConfigsResponseBody } from '../types/globalConfig.ts';

/**
 * Lists the edge configs of the account or team.
 * GET /v1/global-config
 */
export const globalConfigGetEdgeConfigs: OptionalOperation<GetEdgeConfigsRequest, GetEdgeConfigsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/global-config?T',
  () => import('../schemas/globalConfigGetEdgeConfigs.ts'),
);
