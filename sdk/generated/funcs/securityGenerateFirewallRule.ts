// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, operation } from '../../runtime/operation.ts';
import type { GenerateFirewallRuleRequest, GenerateFirewallRuleResponseBody } from '../types/security.ts';

/**
 * Drafts a firewall rule from a description in plain words; nothing is saved.
 * POST /v1/security/firewall/config/generate-rule
 */
export const securityGenerateFirewallRule: OptionalOperation<GenerateFirewallRuleRequest, GenerateFirewallRuleResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/security/firewall/config/generate-rule?projectId&T',
  () => import('../schemas/securityGenerateFirewallRule.ts'),
);
