// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RerequestCheckRequest, RerequestCheckResponseBody } from '../types/checks.ts';

/**
 * Asks for a failed check to be run again.
 * POST /v1/deployments/{deploymentId}/checks/{checkId}/rerequest
 * @deprecated
 */
export const checksRerequestCheck: Operation<RerequestCheckRequest, RerequestCheckResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/deployments/{deploymentId}/checks/{checkId}/rerequest?autoUpdate&T',
  () => import('../schemas/checksRerequestCheck.ts'),
);
