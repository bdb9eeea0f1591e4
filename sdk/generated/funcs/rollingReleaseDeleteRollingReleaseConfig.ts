// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteRollingReleaseConfigRequest, DeleteRollingReleaseConfigResponseBody } from '../types/rollingRelease.ts';

/**
 * Switches rolling releases off for a project.
 * DELETE /v1/projects/{idOrName}/rolling-release/config
 */
export const rollingReleaseDeleteRollingReleaseConfig: Operation<DeleteRollingReleaseConfigRequest, DeleteRollingReleaseConfigResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/projects/{idOrName}/rolling-release/config?T',
  () => import('../schemas/rollingReleaseDeleteRollingReleaseConfig.ts'),
);
