// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListFlagsV2Request, ListFlagsV2ResponseBody } from '../types/featureFlags.ts';

/**
 * Lists the feature flags of a project with filters and sorted pages.
 * GET /v2/projects/{projectIdOrName}/feature-flags/flags
 */
export const featureFlagsListFlagsV2: Operation<ListFlagsV2Request, ListFlagsV2ResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/projects/{projectIdOrName}/feature-flags/flags?state&limit&cursor&search&tags&createdBy&maintainerIds&includeMarketplaceFlags&T',
  () => import('../schemas/featureFlagsListFlagsV2.ts'),
);
