// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type BareOperation, operation } from '../../runtime/operation.ts';
import type { GetSecurityFirewallConfigResponseBody } from '../types/security.ts';

/**
 * Lists the versions of a project's firewall configuration: active, draft and earlier ones.
 * GET /v1/security/firewall/config
 */
export const securityGetSecurityFirewallConfig: BareOperation<GetSecurityFirewallConfigResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/security/firewall/config anonymous bare',
  () => import('../schemas/securityGetSecurityFirewallConfig.ts'),
);
