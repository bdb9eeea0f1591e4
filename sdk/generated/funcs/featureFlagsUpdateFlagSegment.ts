// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateFlagSegmentRequest, UpdateFlagSegmentResponseBody } from '../types/featureFlags.ts';

/**
 * Changes a segment: adds or removes members, or changes its rules.
 * PATCH /v1/projects/{projectIdOrName}/feature-flags/segments/{segmentIdOrSlug}
 */
export const featureFlagsUpdateFlagSegment: Operation<UpdateFlagSegmentRequest, UpdateFlagSegmentResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/projects/{projectIdOrName}/feature-flags/segments/{segmentIdOrSlug}?withMetadata&T body=json',
  () => import('../schemas/featureFlagsUpdateFlagSegment.ts'),
);
