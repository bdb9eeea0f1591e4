// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetFirewallConfigRequest, GetFirewallConfigResponseBody } from '../types/security.ts';

/**
 * Reads one version of a project's firewall configuration.
 * GET /v1/security/firewall/config/{configVersion}
 */
export const securityGetFirewallConfig: Operation<GetFirewallConfigRequest, GetFirewallConfigResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/security/firewall/config/{configVersion}?projectId&T',
  () => import('../schemas/securityGetFirewallConfig.ts'),
);
