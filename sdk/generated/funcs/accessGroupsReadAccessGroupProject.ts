// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ReadAccessGroupProjectRequest, ReadAccessGroupProjectResponseBody } from '../types/accessGroups.ts';

/**
 * Reads the role an access group has on one project.
 * GET /v1/access-groups/{accessGroupIdOrName}/projects/{projectId}
 */
export const accessGroupsReadAccessGroupProject: Operation<ReadAccessGroupProjectRequest, ReadAccessGroupProjectResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/access-groups/{accessGroupIdOrName}/projects/{projectId}?T',
  () => import('../schemas/accessGroupsReadAccessGroupProject.ts'),
);
