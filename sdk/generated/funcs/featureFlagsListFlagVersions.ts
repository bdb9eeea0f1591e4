// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListFlagVersionsRequest, ListFlagVersionsResponseBody } from '../types/featureFlags.ts';

/**
 * Lists the earlier versions of a feature flag: who changed what and when.
 * GET /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}/versions
 */
export const featureFlagsListFlagVersions: Operation<ListFlagVersionsRequest, ListFlagVersionsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}/versions?limit&cursor&environment&withMetadata&T',
  () => import('../schemas/featureFlagsListFlagVersions.ts'),
);
