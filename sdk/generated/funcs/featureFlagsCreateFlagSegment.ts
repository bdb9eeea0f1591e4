// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateFlagSegmentRequest, CreateFlagSegmentResponseBody } from '../types/featureFlags.ts';

/**
 * Creates a segment: a named group of users or other entities that feature flags can target.
 * PUT /v1/projects/{projectIdOrName}/feature-flags/segments
 */
export const featureFlagsCreateFlagSegment: Operation<CreateFlagSegmentRequest, CreateFlagSegmentResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/projects/{projectIdOrName}/feature-flags/segments?T body=json',
  () => import('../schemas/featureFlagsCreateFlagSegment.ts'),
);
