// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateFirewallConfigRequest, UpdateFirewallConfigResponseBody } from '../types/security.ts';

/**
 * Changes one part of a project's firewall configuration.
 * PATCH /v1/security/firewall/config
 */
export const securityUpdateFirewallConfig: Operation<UpdateFirewallConfigRequest, UpdateFirewallConfigResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/security/firewall/config?projectId&T body=json',
  () => import('../schemas/securityUpdateFirewallConfig.ts'),
);
