// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateFlagRequest, CreateFlagResponseBody } from '../types/featureFlags.ts';

/**
 * Creates a feature flag in a project.
 * PUT /v1/projects/{projectIdOrName}/feature-flags/flags
 */
export const featureFlagsCreateFlag: Operation<CreateFlagRequest, CreateFlagResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/projects/{projectIdOrName}/feature-flags/flags?T body=json',
  () => import('../schemas/featureFlagsCreateFlag.ts'),
);
