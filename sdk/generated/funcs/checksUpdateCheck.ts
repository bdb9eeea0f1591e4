// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateCheckRequest, UpdateCheckResponseBody } from '../types/checks.ts';

/**
 * Reports progress or outcome of a check.
 * PATCH /v1/deployments/{deploymentId}/checks/{checkId}
 * @deprecated
 */
export const checksUpdateCheck: Operation<UpdateCheckRequest, UpdateCheckResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/deployments/{deploymentId}/checks/{checkId}?T body=json',
  () => import('../schemas/checksUpdateCheck.ts'),
);
