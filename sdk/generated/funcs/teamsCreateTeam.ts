// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateTeamRequest, CreateTeamResponseBody } from '../types/teams.ts';

/**
 * Creates a team.
 * POST /v1/teams
 */
export const teamsCreateTeam: Operation<CreateTeamRequest, CreateTeamResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/teams body=root',
  () => import('../schemas/teamsCreateTeam.ts'),
);
