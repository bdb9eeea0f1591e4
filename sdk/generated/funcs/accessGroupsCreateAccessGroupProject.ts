// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateAccessGroupProjectRequest, CreateAccessGroupProjectResponseBody } from '../types/accessGroups.ts';

/**
 * Gives an access group a role on one project.
 * POST /v1/access-groups/{accessGroupIdOrName}/projects
 */
export const accessGroupsCreateAccessGroupProject: Operation<CreateAccessGroupProjectRequest, CreateAccessGroupProjectResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/access-groups/{accessGroupIdOrName}/projects?T body=json',
  () => import('../schemas/accessGroupsCreateAccessGroupProject.ts'),
);
