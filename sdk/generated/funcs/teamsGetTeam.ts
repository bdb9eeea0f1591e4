// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetTeamRequest, GetTeamResponseBody } from '../types/teams.ts';

/**
 * Reads one team.
 * GET /v2/teams/{teamId}
 */
export const teamsGetTeam: Operation<GetTeamRequest, GetTeamResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/teams/{teamId}?slug',
  () => import('../schemas/teamsGetTeam.ts'),
);
