// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetRollingReleaseBillingStatusRequest, GetRollingReleaseBillingStatusResponseBody } from '../types/rollingRelease.ts';

/**
 * Tells whether the plan covers rolling releases and how many are left.
 * GET /v1/projects/{idOrName}/rolling-release/billing
 */
export const rollingReleaseGetRollingReleaseBillingStatus: Operation<GetRollingReleaseBillingStatusRequest, GetRollingReleaseBillingStatusResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{idOrName}/rolling-release/billing?T',
  () => import('../schemas/rollingReleaseGetRollingReleaseBillingStatus.ts'),
);
