// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { RequestAccessToTeamRequest, RequestAccessToTeamResponseBody } from '../types/teams.ts';

/**
 * Asks, as the signed-in user, to be let into a team.
 * POST /v1/teams/{teamId}/request
 */
export const teamsRequestAccessToTeam: Operation<RequestAccessToTeamRequest, RequestAccessToTeamResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/teams/{teamId}/request body=json',
  () => import('../schemas/teamsRequestAccessToTeam.ts'),
);
