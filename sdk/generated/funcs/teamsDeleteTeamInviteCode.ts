// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteTeamInviteCodeRequest, DeleteTeamInviteCodeResponseBody } from '../types/teams.ts';

/**
 * Withdraws an invite code of a team.
 * DELETE /v1/teams/{teamId}/invites/{inviteId}
 */
export const teamsDeleteTeamInviteCode: Operation<DeleteTeamInviteCodeRequest, DeleteTeamInviteCodeResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/teams/{teamId}/invites/{inviteId}',
  () => import('../schemas/teamsDeleteTeamInviteCode.ts'),
);
