// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { UpdateAiGatewayVirtualModelConfigRequest, UpdateAiGatewayVirtualModelConfigResponseBody } from '../types/apiAiGateway.ts';

/**
 * Changes a virtual model of the AI gateway, named in the body.
 * PATCH /v1/ai-gateway/virtual-model-configs
 */
export const apiAiGatewayUpdateAiGatewayVirtualModelConfig: OptionalOperation<UpdateAiGatewayVirtualModelConfigRequest, UpdateAiGatewayVirtualModelConfigResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/ai-gateway/virtual-model-configs?T',
  () => import('../schemas/apiAiGatewayUpdateAiGatewayVirtualModelConfig.ts'),
);
