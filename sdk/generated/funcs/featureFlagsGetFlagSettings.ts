// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetFlagSettingsRequest, GetFlagSettingsResponseBody } from '../types/featureFlags.ts';

/**
 * Reads the settings of feature flags in a project: entities, labels and environments.
 * GET /v1/projects/{projectIdOrName}/feature-flags/settings
 */
export const featureFlagsGetFlagSettings: Operation<GetFlagSettingsRequest, GetFlagSettingsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{projectIdOrName}/feature-flags/settings?T',
  () => import('../schemas/featureFlagsGetFlagSettings.ts'),
);
