// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { JoinTeamRequest, JoinTeamResponseBody } from '../types/teams.ts';

/**
 * Joins a team, as the signed-in user, with an invite code.
 * POST /v1/teams/{teamId}/members/teams/join
 */
export const teamsJoinTeam: Operation<JoinTeamRequest, JoinTeamResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/teams/{teamId}/members/teams/join body=json',
  () => import('../schemas/teamsJoinTeam.ts'),
);
