// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { StartRollingReleaseRequest, StartRollingReleaseResponseBody } from '../types/rollingRelease.ts';

/**
 * Starts a rolling release: the new deployment gets its first share of the traffic.
 * POST /v1/projects/{idOrName}/rolling-release/start
 */
export const rollingReleaseStartRollingRelease: Operation<StartRollingReleaseRequest, StartRollingReleaseResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{idOrName}/rolling-release/start?T body=json',
  () => import('../schemas/rollingReleaseStartRollingRelease.ts'),
);
