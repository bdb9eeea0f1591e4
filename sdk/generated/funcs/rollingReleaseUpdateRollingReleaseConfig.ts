// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateRollingReleaseConfigRequest, UpdateRollingReleaseConfigResponseBody } from '../types/rollingRelease.ts';

/**
 * Switches rolling releases on for a project, or changes their stages.
 * PATCH /v1/projects/{idOrName}/rolling-release/config
 */
export const rollingReleaseUpdateRollingReleaseConfig: Operation<UpdateRollingReleaseConfigRequest, UpdateRollingReleaseConfigResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/projects/{idOrName}/rolling-release/config?T',
  () => import('../schemas/rollingReleaseUpdateRollingReleaseConfig.ts'),
);
