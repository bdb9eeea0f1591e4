// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateEdgeConfigTokenRequest, CreateEdgeConfigTokenResponseBody } from '../types/edgeConfig.ts';

/**
 * Creates a read token for an edge config.
 * POST /v1/edge-config/{edgeConfigId}/token
 */
export const edgeConfigCreateEdgeConfigToken: Operation<CreateEdgeConfigTokenRequest, CreateEdgeConfigTokenResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/edge-config/{edgeConfigId}/token?T body=json',
  () => import('../schemas/edgeConfigCreateEdgeConfigToken.ts'),
);
