// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListTeamFlagsRequest, ListTeamFlagsResponseBody } from '../types/featureFlags.ts';

/**
 * Lists the feature flags of all projects of a team, page by page.
 * GET /v1/teams/{teamId}/feature-flags/flags
 */
export const featureFlagsListTeamFlags: Operation<ListTeamFlagsRequest, ListTeamFlagsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/teams/{teamId}/feature-flags/flags?state&withMetadata&limit&cursor&search&kind&tags&slug',
  () => import('../schemas/featureFlagsListTeamFlags.ts'),
);
