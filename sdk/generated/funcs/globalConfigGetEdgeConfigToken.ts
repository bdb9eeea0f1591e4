// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigTokenRequest, GetEdgeConfigTokenResponseBody } from '../types/globalConfig.ts';

/**
 * Reads what is known about one read token of an edge config.
 * GET /v1/global-config/{edgeConfigId}/token/{token}
 */
export const globalConfigGetEdgeConfigToken: Operation<GetEdgeConfigTokenRequest, GetEdgeConfigTokenResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/global-config/{edgeConfigId}/token/{token}?T',
  () => import('../schemas/globalConfigGetEdgeConfigToken.ts'),
);
