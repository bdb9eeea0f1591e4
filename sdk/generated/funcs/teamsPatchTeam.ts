// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { PatchTeamRequest, PatchTeamResponseBody } from '../types/teams.ts';

/**
 * Changes a team's settings.
 * PATCH /v2/teams/{teamId}
 */
export const teamsPatchTeam: Operation<PatchTeamRequest, PatchTeamResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v2/teams/{teamId}?slug body=json',
  () => import('../schemas/teamsPatchTeam.ts'),
);
