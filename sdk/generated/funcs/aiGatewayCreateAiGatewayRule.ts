// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { CreateAiGatewayRuleRequest, CreateAiGatewayRuleResponseBody } from '../types/aiGateway.ts';

/**
 * Create ai gateway rule (POST /ai-gateway/rules).
 * POST /v1/ai-gateway/rules
 */
export const aiGatewayCreateAiGatewayRule: OptionalOperation<CreateAiGatewayRuleRequest, CreateAiGatewayRuleResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/ai-gateway/rules?T',
  () => import('../schemas/aiGatewayCreateAiGatewayRule.ts'),
);
