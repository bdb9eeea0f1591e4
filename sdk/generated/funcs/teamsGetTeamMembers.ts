// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, type Paged, operation } from '../../runtime/operation.ts';
import type { GetTeamMembersRequest, GetTeamMembersResponseBody } from '../types/teams.ts';

/**
 * Lists the members of a team, page by page.
 * GET /v3/teams/{teamId}/members
 */
export const teamsGetTeamMembers: Operation<GetTeamMembersRequest, GetTeamMembersResponseBody> & Paged<'until', 'members'> = /* @__PURE__ */ operation(
  'GET /v3/teams/{teamId}/members?limit&since&until&search&role&excludeProject&eligibleMembersForProjectId&slug',
  () => import('../schemas/teamsGetTeamMembers.ts'),
  ['until', 'members'],
);
