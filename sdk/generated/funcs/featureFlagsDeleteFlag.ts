// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteFlagRequest, DeleteFlagResponseBody } from '../types/featureFlags.ts';

/**
 * Deletes a feature flag of a project.
 * DELETE /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}
 */
export const featureFlagsDeleteFlag: Operation<DeleteFlagRequest, DeleteFlagResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/projects/{projectIdOrName}/feature-flags/flags/{flagIdOrSlug}?ifMatch&withMetadata&T accept=*/*',
  () => import('../schemas/featureFlagsDeleteFlag.ts'),
);
