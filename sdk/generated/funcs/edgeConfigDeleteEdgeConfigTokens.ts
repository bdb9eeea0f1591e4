// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteEdgeConfigTokensRequest, DeleteEdgeConfigTokensResponseBody } from '../types/edgeConfig.ts';

/**
 * Revokes read tokens of an edge config.
 * DELETE /v1/edge-config/{edgeConfigId}/tokens
 */
export const edgeConfigDeleteEdgeConfigTokens: Operation<DeleteEdgeConfigTokensRequest, DeleteEdgeConfigTokensResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/edge-config/{edgeConfigId}/tokens?T body=json',
  () => import('../schemas/edgeConfigDeleteEdgeConfigTokens.ts'),
);
