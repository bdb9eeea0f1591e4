// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateAccessGroupProjectRequest, UpdateAccessGroupProjectResponseBody } from '../types/accessGroups.ts';

/**
 * Changes the role an access group has on one project.
 * PATCH /v1/access-groups/{accessGroupIdOrName}/projects/{projectId}
 */
export const accessGroupsUpdateAccessGroupProject: Operation<UpdateAccessGroupProjectRequest, UpdateAccessGroupProjectResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/access-groups/{accessGroupIdOrName}/projects/{projectId}?T body=json',
  () => import('../schemas/accessGroupsUpdateAccessGroupProject.ts'),
);
