// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListFlagsV2Request, ListFlagsV2ResponseBody } from '../types/featureFlags.ts';

/**
 * List flags v2 (GET /projects/{projectIdOrName}/feature-flags/flags).
 * GET /v2/projects/{projectIdOrName}/feature-flags/flags
 */
export const featureFlagsListFlagsV2: Operation<ListFlagsV2Request, ListFlagsV2ResponseBody> = /* @__PURE__ */ operation(
  'GET /v2/projects/{projectIdOrName}/feature-flags/flags?state&limit&cursor&search&tags&createdBy&maintainerIds&includeMarketplaceFlags&T',
  () => import('../schemas/featureFlagsListFlagsV2.ts'),
);
