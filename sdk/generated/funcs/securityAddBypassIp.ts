// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { AddBypassIpRequest, AddBypassIpResponseBody } from '../types/security.ts';

/**
 * Lets an address pass a project's system mitigations.
 * POST /v1/security/firewall/bypass
 */
export const securityAddBypassIp: Operation<AddBypassIpRequest, AddBypassIpResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/security/firewall/bypass?projectId&T body=json',
  () => import('../schemas/securityAddBypassIp.ts'),
);
