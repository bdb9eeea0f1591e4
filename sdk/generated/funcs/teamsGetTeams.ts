// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type OptionalOperation, type Paged, operation } from '../../runtime/operation.ts';
import type { GetTeamsRequest, GetTeamsResponseBody } from '../types/teams.ts';

/**
 * Lists the teams of the signed-in user, page by page.
 * GET /v2/teams
 */
export const teamsGetTeams: OptionalOperation<GetTeamsRequest, GetTeamsResponseBody> & Paged<'until', 'teams'> = /* @__PURE__ */ operation(
  'GET /v2/teams?limit&since&until',
  () => import('../schemas/teamsGetTeams.ts'),
  ['until', 'teams'],
);
