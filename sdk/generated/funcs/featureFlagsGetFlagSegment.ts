// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetFlagSegmentRequest, GetFlagSegmentResponseBody } from '../types/featureFlags.ts';

/**
 * Reads one segment that feature flags can target.
 * GET /v1/projects/{projectIdOrName}/feature-flags/segments/{segmentIdOrSlug}
 */
export const featureFlagsGetFlagSegment: Operation<GetFlagSegmentRequest, GetFlagSegmentResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{projectIdOrName}/feature-flags/segments/{segmentIdOrSlug}?withMetadata&T',
  () => import('../schemas/featureFlagsGetFlagSegment.ts'),
);
