// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { PutFirewallConfigRequest, PutFirewallConfigResponseBody } from '../types/security.ts';

/**
 * Replaces a project's whole firewall configuration.
 * PUT /v1/security/firewall/config
 */
export const securityPutFirewallConfig: Operation<PutFirewallConfigRequest, PutFirewallConfigResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/security/firewall/config?projectId&T body=json',
  () => import('../schemas/securityPutFirewallConfig.ts'),
);
