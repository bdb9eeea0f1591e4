// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { AddProjectMemberRequest, AddProjectMemberResponseBody } from '../types/projectMembers.ts';

/**
 * Adds somebody to a project by user id, user name or e-mail address.
 * POST /v1/projects/{idOrName}/members
 */
export const projectMembersAddProjectMember: Operation<AddProjectMemberRequest, AddProjectMemberResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/projects/{idOrName}/members?T body=json',
  () => import('../schemas/projectMembersAddProjectMember.ts'),
);
