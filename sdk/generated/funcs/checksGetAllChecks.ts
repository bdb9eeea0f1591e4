// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetAllChecksRequest, GetAllChecksResponseBody } from '../types/checks.ts';

/**
 * Lists the checks of one deployment.
 * GET /v1/deployments/{deploymentId}/checks
 * @deprecated
 */
export const checksGetAllChecks: Operation<GetAllChecksRequest, GetAllChecksResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/deployments/{deploymentId}/checks?T',
  () => import('../schemas/checksGetAllChecks.ts'),
);
