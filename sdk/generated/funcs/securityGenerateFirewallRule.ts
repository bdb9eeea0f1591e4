// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GenerateFirewallRuleRequest, GenerateFirewallRuleResponseBody } from '../types/security.ts';

/**
 * Generate firewall rule (POST /security/firewall/config/generate-rule).
 * POST /v1/security/firewall/config/generate-rule
 */
export const securityGenerateFirewallRule: OptionalOperation<GenerateFirewallRuleRequest, GenerateFirewallRuleResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/security/firewall/config/generate-rule?projectId&T',
  () => import('../schemas/securityGenerateFirewallRule.ts'),
);
