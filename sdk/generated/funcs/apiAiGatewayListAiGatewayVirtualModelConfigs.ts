// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { ListAiGatewayVirtualModelConfigsRequest, ListAiGatewayVirtualModelConfigsResponseBody } from '../types/apiAiGateway.ts';

/**
 * Lists the virtual models of the AI gateway, page by page.
 * GET /v1/ai-gateway/virtual-model-configs/list
 */
export const apiAiGatewayListAiGatewayVirtualModelConfigs: OptionalOperation<ListAiGatewayVirtualModelConfigsRequest, ListAiGatewayVirtualModelConfigsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/ai-gateway/virtual-model-configs/list?ownerId&limit&cursor&T',
  () => import('../schemas/apiAiGatewayListAiGatewayVirtualModelConfigs.ts'),
);
