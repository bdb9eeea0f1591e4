// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetActiveAttackStatusRequest, GetActiveAttackStatusResponseBody } from '../types/security.ts';

/**
 * Tells whether a project is under attack right now.
 * GET /v1/security/firewall/attack-status
 */
export const securityGetActiveAttackStatus: Operation<GetActiveAttackStatusRequest, GetActiveAttackStatusResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/security/firewall/attack-status?projectId&since&T',
  () => import('../schemas/securityGetActiveAttackStatus.ts'),
);
