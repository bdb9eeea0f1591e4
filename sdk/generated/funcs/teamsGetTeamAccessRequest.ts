// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetTeamAccessRequestRequest, GetTeamAccessRequestResponseBody } from '../types/teams.ts';

/**
 * Reads where a user's request for access to a team stands.
 * GET /v1/teams/{teamId}/request/{userId}
 */
export const teamsGetTeamAccessRequest: Operation<GetTeamAccessRequestRequest, GetTeamAccessRequestResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/teams/{teamId}/request/{userId}',
  () => import('../schemas/teamsGetTeamAccessRequest.ts'),
);
