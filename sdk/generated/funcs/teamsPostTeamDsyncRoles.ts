// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { PostTeamDsyncRolesRequest, PostTeamDsyncRolesResponseBody } from '../types/teams.ts';

/**
 * Maps groups of a directory (SCIM sync) to roles of a team.
 * POST /v1/teams/{teamId}/dsync-roles
 */
export const teamsPostTeamDsyncRoles: Operation<PostTeamDsyncRolesRequest, PostTeamDsyncRolesResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/teams/{teamId}/dsync-roles?slug body=json',
  () => import('../schemas/teamsPostTeamDsyncRoles.ts'),
);
