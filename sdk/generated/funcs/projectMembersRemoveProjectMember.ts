// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RemoveProjectMemberRequest, RemoveProjectMemberResponseBody } from '../types/projectMembers.ts';

/**
 * Removes somebody from a project.
 * DELETE /v1/projects/{idOrName}/members/{uid}
 */
export const projectMembersRemoveProjectMember: Operation<RemoveProjectMemberRequest, RemoveProjectMemberResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/projects/{idOrName}/members/{uid}?T',
  () => import('../schemas/projectMembersRemoveProjectMember.ts'),
);
