// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetRollingReleaseConfigRequest, GetRollingReleaseConfigResponseBody } from '../types/rollingRelease.ts';

/**
 * Reads the stages of a project's rolling releases.
 * GET /v1/projects/{idOrName}/rolling-release/config
 */
export const rollingReleaseGetRollingReleaseConfig: Operation<GetRollingReleaseConfigRequest, GetRollingReleaseConfigResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{idOrName}/rolling-release/config?T',
  () => import('../schemas/rollingReleaseGetRollingReleaseConfig.ts'),
);
