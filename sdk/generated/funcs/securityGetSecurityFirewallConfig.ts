// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type BareOperation, operation } from '../../runtime/operation.ts';
import type { GetSecurityFirewallConfigResponseBody } from '../types/security.ts';

/**
 * Get security firewall config (GET /security/firewall/config).
 * GET /v1/security/firewall/config
 */
export const securityGetSecurityFirewallConfig: BareOperation<GetSecurityFirewallConfigResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/security/firewall/config anonymous bare',
  () => import('../schemas/securityGetSecurityFirewallConfig.ts'),
);
