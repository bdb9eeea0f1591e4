// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListFlagSegmentsRequest, ListFlagSegmentsResponseBody } from '../types/featureFlags.ts';

/**
 * Lists the segments of a project: the groups that feature flags can target.
 * GET /v1/projects/{projectIdOrName}/feature-flags/segments
 */
export const featureFlagsListFlagSegments: Operation<ListFlagSegmentsRequest, ListFlagSegmentsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{projectIdOrName}/feature-flags/segments?withMetadata&T',
  () => import('../schemas/featureFlagsListFlagSegments.ts'),
);
