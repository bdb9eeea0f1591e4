// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, type Paged, operation } from '../../runtime/operation.ts';
import type { GetProjectMembersRequest, GetProjectMembersResponseBody } from '../types/projectMembers.ts';

/**
 * Lists who may work on a project, page by page.
 * GET /v1/projects/{idOrName}/members
 */
export const projectMembersGetProjectMembers: Operation<GetProjectMembersRequest, GetProjectMembersResponseBody> & Paged<'until', 'members'> = /* @__PURE__ */ operation(
  'GET /v1/projects/{idOrName}/members?limit&since&until&search&T',
  () => import('../schemas/projectMembersGetProjectMembers.ts'),
  ['until', 'members'],
);
