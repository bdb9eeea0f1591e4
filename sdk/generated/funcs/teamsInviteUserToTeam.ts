// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { InviteUserToTeamRequest, InviteUserToTeamResponseBody } from '../types/teams.ts';

/**
 * Invites somebody to a team.
 * POST /v2/teams/{teamId}/members
 */
export const teamsInviteUserToTeam: Operation<InviteUserToTeamRequest, InviteUserToTeamResponseBody> = /* @__PURE__ */ operation(
  'POST /v2/teams/{teamId}/members?slug body=json',
  () => import('../schemas/teamsInviteUserToTeam.ts'),
);
