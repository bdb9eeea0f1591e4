// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GetAiGatewayVirtualModelConfigRequest, GetAiGatewayVirtualModelConfigResponseBody } from '../types/apiAiGateway.ts';

/**
 * Reads one virtual model of the AI gateway, named in the query.
 * GET /v1/ai-gateway/virtual-model-configs
 */
export const apiAiGatewayGetAiGatewayVirtualModelConfig: OptionalOperation<GetAiGatewayVirtualModelConfigRequest, GetAiGatewayVirtualModelConfigResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/ai-gateway/virtual-model-configs?ownerId&virtualModelSlug&limit&cursor&T',
  () => import('../schemas/apiAiGatewayGetAiGatewayVirtualModelConfig.ts'),
);
