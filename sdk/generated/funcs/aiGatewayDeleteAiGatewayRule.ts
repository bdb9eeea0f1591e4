// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteAiGatewayRuleRequest, DeleteAiGatewayRuleResponseBody } from '../types/aiGateway.ts';

/**
 * Deletes a rule of the AI gateway.
 * DELETE /v1/ai-gateway/rules
 */
export const aiGatewayDeleteAiGatewayRule: Operation<DeleteAiGatewayRuleRequest, DeleteAiGatewayRuleResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/ai-gateway/rules?ruleId&T',
  () => import('../schemas/aiGatewayDeleteAiGatewayRule.ts'),
);
