// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetRollingReleaseRequest, GetRollingReleaseResponseBody } from '../types/rollingRelease.ts';

/**
 * Reads the running or the last rolling release of a project.
 * GET /v1/projects/{idOrName}/rolling-release
 */
export const rollingReleaseGetRollingRelease: Operation<GetRollingReleaseRequest, GetRollingReleaseResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{idOrName}/rolling-release?state&T',
  () => import('../schemas/rollingReleaseGetRollingRelease.ts'),
);
