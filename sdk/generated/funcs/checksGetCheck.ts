// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetCheckRequest, GetCheckResponseBody } from '../types/checks.ts';

/**
 * Reads one check of a deployment.
 * GET /v1/deployments/{deploymentId}/checks/{checkId}
 * @deprecated
 */
export const checksGetCheck: Operation<GetCheckRequest, GetCheckResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/deployments/{deploymentId}/checks/{checkId}?T',
  () => import('../schemas/checksGetCheck.ts'),
);
