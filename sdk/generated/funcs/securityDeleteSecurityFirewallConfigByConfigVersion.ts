// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteSecurityFirewallConfigByConfigVersionRequest, DeleteSecurityFirewallConfigByConfigVersionResponseBody } from '../types/security.ts';

/**
 * Delete security firewall config by config version (DELETE /security/firewall/config/{configVersion}).
 * DELETE /v1/security/firewall/config/{configVersion}
 */
export const securityDeleteSecurityFirewallConfigByConfigVersion: Operation<DeleteSecurityFirewallConfigByConfigVersionRequest, DeleteSecurityFirewallConfigByConfigVersionResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/security/firewall/config/{configVersion} anonymous',
  () => import('../schemas/securityDeleteSecurityFirewallConfigByConfigVersion.ts'),
);
