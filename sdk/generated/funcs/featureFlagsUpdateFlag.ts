// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateFlagRequest, UpdateFlagResponseBody } from '../types/featureFlags.ts';

/**
 * Changes a feature flag: turns it on or off, sets its rules, variants or rollout.
 * PATCH /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}
 */
export const featureFlagsUpdateFlag: Operation<UpdateFlagRequest, UpdateFlagResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}?ifMatch&withMetadata&T body=json',
  () => import('../schemas/featureFlagsUpdateFlag.ts'),
);
