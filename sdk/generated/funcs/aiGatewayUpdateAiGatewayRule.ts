// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { UpdateAiGatewayRuleRequest, UpdateAiGatewayRuleResponseBody } from '../types/aiGateway.ts';

/**
 * Changes a rule of the AI gateway, or switches it on or off.
 * PATCH /v1/ai-gateway/rules
 */
export const aiGatewayUpdateAiGatewayRule: OptionalOperation<UpdateAiGatewayRuleRequest, UpdateAiGatewayRuleResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/ai-gateway/rules?T',
  () => import('../schemas/aiGatewayUpdateAiGatewayRule.ts'),
);
