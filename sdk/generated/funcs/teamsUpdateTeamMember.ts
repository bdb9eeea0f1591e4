// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateTeamMemberRequest, UpdateTeamMemberResponseBody } from '../types/teams.ts';

/**
 * Changes a member's role in a team or confirms a request for access.
 * PATCH /v1/teams/{teamId}/members/{uid}
 */
export const teamsUpdateTeamMember: Operation<UpdateTeamMemberRequest, UpdateTeamMemberResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/teams/{teamId}/members/{uid} body=json',
  () => import('../schemas/teamsUpdateTeamMember.ts'),
);
