// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { UpdateAiGatewayVirtualModelConfigRequest, UpdateAiGatewayVirtualModelConfigResponseBody } from '../types/apiAiGateway.ts';

/**
 * Update ai gateway virtual model config (PATCH /ai-gateway/virtual-model-configs).
 * PATCH /v1/ai-gateway/virtual-model-configs
 */
export const apiAiGatewayUpdateAiGatewayVirtualModelConfig: OptionalOperation<UpdateAiGatewayVirtualModelConfigRequest, UpdateAiGatewayVirtualModelConfigResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/ai-gateway/virtual-model-configs?T',
  () => import('../schemas/apiAiGatewayUpdateAiGatewayVirtualModelConfig.ts'),
);
