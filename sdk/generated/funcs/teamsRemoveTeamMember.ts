// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RemoveTeamMemberRequest, RemoveTeamMemberResponseBody } from '../types/teams.ts';

/**
 * Removes a member from a team.
 * DELETE /v1/teams/{teamId}/members/{uid}
 */
export const teamsRemoveTeamMember: Operation<RemoveTeamMemberRequest, RemoveTeamMemberResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/teams/{teamId}/members/{uid}?newDefaultTeamId',
  () => import('../schemas/teamsRemoveTeamMember.ts'),
);
