// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { ListAiGatewayRulesRequest, ListAiGatewayRulesResponseBody } from '../types/aiGateway.ts';

/**
 * Lists the rules of the AI gateway: which models and providers are allowed or blocked.
 * GET /v1/ai-gateway/rules
 */
export const aiGatewayListAiGatewayRules: OptionalOperation<ListAiGatewayRulesRequest, ListAiGatewayRulesResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/ai-gateway/rules?includeDisabled&T',
  () => import('../schemas/aiGatewayListAiGatewayRules.ts'),
);
