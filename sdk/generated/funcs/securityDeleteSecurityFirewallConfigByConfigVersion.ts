// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteSecurityFirewallConfigByConfigVersionRequest, DeleteSecurityFirewallConfigByConfigVersionResponseBody } from '../types/security.ts';

/**
 * Discards one version of a project's firewall configuration.
 * DELETE /v1/security/firewall/config/{configVersion}
 */
export const securityDeleteSecurityFirewallConfigByConfigVersion: Operation<DeleteSecurityFirewallConfigByConfigVersionRequest, DeleteSecurityFirewallConfigByConfigVersionResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/security/firewall/config/{configVersion} anonymous',
  () => import('../schemas/securityDeleteSecurityFirewallConfigByConfigVersion.ts'),
);
