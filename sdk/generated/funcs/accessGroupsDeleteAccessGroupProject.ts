// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteAccessGroupProjectRequest, DeleteAccessGroupProjectResponseBody } from '../types/accessGroups.ts';

/**
 * Takes a project out of an access group.
 * DELETE /v1/access-groups/{accessGroupIdOrName}/projects/{projectId}
 */
export const accessGroupsDeleteAccessGroupProject: Operation<DeleteAccessGroupProjectRequest, DeleteAccessGroupProjectResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/access-groups/{accessGroupIdOrName}/projects/{projectId}?T accept=*/*',
  () => import('../schemas/accessGroupsDeleteAccessGroupProject.ts'),
);
