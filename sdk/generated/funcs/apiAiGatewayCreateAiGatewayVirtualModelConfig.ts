// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateAiGatewayVirtualModelConfigRequest, CreateAiGatewayVirtualModelConfigResponseBody } from '../types/apiAiGateway.ts';

/**
 * Creates a virtual model: one name that stands for several AI models with an order of fallbacks.
 * POST /v1/ai-gateway/virtual-model-configs
 */
export const apiAiGatewayCreateAiGatewayVirtualModelConfig: OptionalOperation<CreateAiGatewayVirtualModelConfigRequest, CreateAiGatewayVirtualModelConfigResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/ai-gateway/virtual-model-configs?T',
  () => import('../schemas/apiAiGatewayCreateAiGatewayVirtualModelConfig.ts'),
);
