// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetAiGatewayVirtualModelConfigBySlugRequest, GetAiGatewayVirtualModelConfigBySlugResponseBody } from '../types/apiAiGateway.ts';

/**
 * Reads one virtual model of the AI gateway by its slug.
 * GET /v1/ai-gateway/virtual-model-configs/{vmcSlug}
 */
export const apiAiGatewayGetAiGatewayVirtualModelConfigBySlug: Operation<GetAiGatewayVirtualModelConfigBySlugRequest, GetAiGatewayVirtualModelConfigBySlugResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/ai-gateway/virtual-model-configs/{vmcSlug}?ownerId&T',
  () => import('../schemas/apiAiGatewayGetAiGatewayVirtualModelConfigBySlug.ts'),
);
