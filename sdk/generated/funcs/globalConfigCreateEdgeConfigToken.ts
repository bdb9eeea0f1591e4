// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateEdgeConfigTokenRequest, CreateEdgeConfigTokenResponseBody } from '../types/globalConfig.ts';

/**
 * Creates a read token for an edge config.
 * POST /v1/global-config/{edgeConfigId}/token
 */
export const globalConfigCreateEdgeConfigToken: Operation<CreateEdgeConfigTokenRequest, CreateEdgeConfigTokenResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/global-config/{edgeConfigId}/token?T body=json',
  () => import('../schemas/globalConfigCreateEdgeConfigToken.ts'),
);
