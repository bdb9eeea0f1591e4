// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListFlagsRequest, ListFlagsResponseBody } from '../types/featureFlags.ts';

/**
 * Lists the feature flags of a project, page by page.
 * GET /v1/projects/{projectIdOrName}/feature-flags/flags
 */
export const featureFlagsListFlags: Operation<ListFlagsRequest, ListFlagsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{projectIdOrName}/feature-flags/flags?state&withMetadata&limit&cursor&search&tags&T',
  () => import('../schemas/featureFlagsListFlags.ts'),
);
