// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RemoveBypassIpRequest, RemoveBypassIpResponseBody } from '../types/security.ts';

/**
 * Stops letting an address pass a project's system mitigations.
 * DELETE /v1/security/firewall/bypass
 */
export const securityRemoveBypassIp: Operation<RemoveBypassIpRequest, RemoveBypassIpResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/security/firewall/bypass?projectId&T body=json',
  () => import('../schemas/securityRemoveBypassIp.ts'),
);
