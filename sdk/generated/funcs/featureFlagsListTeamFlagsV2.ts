// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListTeamFlagsV2Request, ListTeamFlagsV2ResponseBody } from '../types/featureFlags.ts';

/**
 * Lists the feature flags of all projects of a team with filters and sorted pages.
 * GET /v2/teams/{teamId}/feature-flags/flags
 */
export const featureFlagsListTeamFlagsV2: Operation<ListTeamFlagsV2Request, ListTeamFlagsV2ResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/teams/{teamId}/feature-flags/flags?state&limit&cursor&search&kind&tags&createdBy&maintainerIds&includeMarketplaceFlags&slug',
  () => import('../schemas/featureFlagsListTeamFlagsV2.ts'),
);
