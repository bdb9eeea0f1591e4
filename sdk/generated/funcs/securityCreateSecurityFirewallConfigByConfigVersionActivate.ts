// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateSecurityFirewallConfigByConfigVersionActivateRequest, CreateSecurityFirewallConfigByConfigVersionActivateResponseBody } from '../types/security.ts';

/**
 * Makes one version of a project's firewall configuration the active one.
 * POST /v1/security/firewall/config/{configVersion}/activate
 */
export const securityCreateSecurityFirewallConfigByConfigVersionActivate: Operation<CreateSecurityFirewallConfigByConfigVersionActivateRequest, CreateSecurityFirewallConfigByConfigVersionActivateResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/security/firewall/config/{configVersion}/activate anonymous',
  () => import('../schemas/securityCreateSecurityFirewallConfigByConfigVersionActivate.ts'),
);
