// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ApproveRollingReleaseStageRequest, ApproveRollingReleaseStageResponseBody } from '../types/rollingRelease.ts';

/**
 * Moves a rolling release on to its next stage.
 * POST /v1/projects/{idOrName}/rolling-release/approve-stage
 */
export const rollingReleaseApproveRollingReleaseStage: Operation<ApproveRollingReleaseStageRequest, ApproveRollingReleaseStageResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{idOrName}/rolling-release/approve-stage?T body=json',
  () => import('../schemas/rollingReleaseApproveRollingReleaseStage.ts'),
);
