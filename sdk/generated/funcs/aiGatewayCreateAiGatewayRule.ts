// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateAiGatewayRuleRequest, CreateAiGatewayRuleResponseBody } from '../types/aiGateway.ts';

/**
 * Adds a rule that decides which models a team may call through the AI gateway.
 * POST /v1/ai-gateway/rules
 */
export const aiGatewayCreateAiGatewayRule: OptionalOperation<CreateAiGatewayRuleRequest, CreateAiGatewayRuleResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/ai-gateway/rules?T',
  () => import('../schemas/aiGatewayCreateAiGatewayRule.ts'),
);
