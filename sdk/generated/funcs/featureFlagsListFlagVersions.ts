// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListFlagVersionsRequest, ListFlagVersionsResponseBody } from '../types/featureFlags.ts';

/**
 * List flag versions (GET /projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}/versions).
 * GET /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}/versions
 */
export const featureFlagsListFlagVersions: Operation<ListFlagVersionsRequest, ListFlagVersionsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}/versions?limit&cursor&environment&withMetadata&T',
  () => import('../schemas/featureFlagsListFlagVersions.ts'),
);
