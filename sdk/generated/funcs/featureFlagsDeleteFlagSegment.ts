// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteFlagSegmentRequest, DeleteFlagSegmentResponseBody } from '../types/featureFlags.ts';

/**
 * Deletes a segment that feature flags could target.
 * DELETE /v1/projects/{projectIdOrName}/feature-flags/segments/{segmentIdOrSlug}
 */
export const featureFlagsDeleteFlagSegment: Operation<DeleteFlagSegmentRequest, DeleteFlagSegmentResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/projects/{projectIdOrName}/feature-flags/segments/{segmentIdOrSlug}?withMetadata&T accept=*/*',
  () => import('../schemas/featureFlagsDeleteFlagSegment.ts'),
);
