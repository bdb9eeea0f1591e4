// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CompleteRollingReleaseRequest, CompleteRollingReleaseResponseBody } from '../types/rollingRelease.ts';

/**
 * Ends a rolling release by sending all traffic to the new deployment.
 * POST /v1/projects/{idOrName}/rolling-release/complete
 */
export const rollingReleaseCompleteRollingRelease: Operation<CompleteRollingReleaseRequest, CompleteRollingReleaseResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{idOrName}/rolling-release/complete?T body=json',
  () => import('../schemas/rollingReleaseCompleteRollingRelease.ts'),
);
