// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateAiGatewayVirtualModelConfigBySlugRequest, UpdateAiGatewayVirtualModelConfigBySlugResponseBody } from '../types/apiAiGateway.ts';

/**
 * Changes a virtual model of the AI gateway, named by its slug.
 * PATCH /v1/ai-gateway/virtual-model-configs/{vmcSlug}
 */
export const apiAiGatewayUpdateAiGatewayVirtualModelConfigBySlug: Operation<UpdateAiGatewayVirtualModelConfigBySlugRequest, UpdateAiGatewayVirtualModelConfigBySlugResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/ai-gateway/virtual-model-configs/{vmcSlug}?T',
  () => import('../schemas/apiAiGatewayUpdateAiGatewayVirtualModelConfigBySlug.ts'),
);
