// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetFlagRequest, GetFlagResponseBody } from '../types/featureFlags.ts';

/**
 * Reads one feature flag of a project.
 * GET /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}
 */
export const featureFlagsGetFlag: Operation<GetFlagRequest, GetFlagResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}?ifMatch&withMetadata&T',
  () => import('../schemas/featureFlagsGetFlag.ts'),
);
