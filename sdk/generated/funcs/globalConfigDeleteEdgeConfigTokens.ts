// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteEdgeConfigTokensRequest, DeleteEdgeConfigTokensResponseBody } from '../types/globalConfig.ts';

/**
 * Revokes read tokens of an edge config.
 * DELETE /v1/global-config/{edgeConfigId}/tokens
 */
export const globalConfigDeleteEdgeConfigTokens: Operation<DeleteEdgeConfigTokensRequest, DeleteEdgeConfigTokensResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/global-config/{edgeConfigId}/tokens?T body=json accept=*/*',
  () => import('../schemas/globalConfigDeleteEdgeConfigTokens.ts'),
);
