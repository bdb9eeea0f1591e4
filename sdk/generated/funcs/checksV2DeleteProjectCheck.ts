// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteProjectCheckRequest, DeleteProjectCheckResponseBody } from '../types/checksV2.ts';

/**
 * Deletes a check of a project; deployments no longer wait for it.
 * DELETE /v2/projects/{projectIdOrName}/checks/{checkId}
 */
export const checksV2DeleteProjectCheck: Operation<DeleteProjectCheckRequest, DeleteProjectCheckResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v2/projects/{projectIdOrName}/checks/{checkId}?T',
  () => import('../schemas/checksV2DeleteProjectCheck.ts'),
);
