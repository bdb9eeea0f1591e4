// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetEdgeConfigTokensRequest, GetEdgeConfigTokensResponseBody } from '../types/globalConfig.ts';

/**
 * Lists the read tokens of an edge config.
 * GET /v1/global-config/{edgeConfigId}/tokens
 */
export const globalConfigGetEdgeConfigTokens: Operation<GetEdgeConfigTokensRequest, GetEdgeConfigTokensResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/global-config/{edgeConfigId}/tokens?T',
  () => import('../schemas/globalConfigGetEdgeConfigTokens.ts'),
);
