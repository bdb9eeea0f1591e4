// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteAiGatewayVirtualModelConfigRequest, DeleteAiGatewayVirtualModelConfigResponseBody } from '../types/apiAiGateway.ts';

/**
 * Deletes a virtual model of the AI gateway, named in the query.
 * DELETE /v1/ai-gateway/virtual-model-configs
 */
export const apiAiGatewayDeleteAiGatewayVirtualModelConfig: Operation<DeleteAiGatewayVirtualModelConfigRequest, DeleteAiGatewayVirtualModelConfigResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/ai-gateway/virtual-model-configs?ownerId&virtualModelSlug&updatedBy&actingIp&actingUserAgent&T',
  () => import('../schemas/apiAiGatewayDeleteAiGatewayVirtualModelConfig.ts'),
);
