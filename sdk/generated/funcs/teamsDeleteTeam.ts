// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteTeamRequest, DeleteTeamResponseBody } from '../types/teams.ts';

/**
 * Deletes a team with everything it owns.
 * DELETE /v1/teams/{teamId}
 */
export const teamsDeleteTeam: Operation<DeleteTeamRequest, DeleteTeamResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/teams/{teamId}?newDefaultTeamId&slug body=json',
  () => import('../schemas/teamsDeleteTeam.ts'),
);
