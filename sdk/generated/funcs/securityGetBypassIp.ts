// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetBypassIpRequest, GetBypassIpResponseBody } from '../types/security.ts';

/**
 * Lists the addresses that pass a project's system mitigations.
 * GET /v1/security/firewall/bypass
 */
export const securityGetBypassIp: Operation<GetBypassIpRequest, GetBypassIpResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/security/firewall/bypass?projectId&limit&sourceIp&domain&projectScope&offset&T',
  () => import('../schemas/securityGetBypassIp.ts'),
);
