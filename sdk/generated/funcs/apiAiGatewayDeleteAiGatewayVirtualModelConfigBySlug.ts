// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteAiGatewayVirtualModelConfigBySlugRequest, DeleteAiGatewayVirtualModelConfigBySlugResponseBody } from '../types/apiAiGateway.ts';

/**
 * Deletes a virtual model of the AI gateway by its slug.
 * DELETE /v1/ai-gateway/virtual-model-configs/{vmcSlug}
 */
export const apiAiGatewayDeleteAiGatewayVirtualModelConfigBySlug: Operation<DeleteAiGatewayVirtualModelConfigBySlugRequest, DeleteAiGatewayVirtualModelConfigBySlugResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/ai-gateway/virtual-model-configs/{vmcSlug}?ownerId&updatedBy&actingIp&actingUserAgent&T',
  () => import('../schemas/apiAiGatewayDeleteAiGatewayVirtualModelConfigBySlug.ts'),
);
