// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateFlagSettingsRequest, UpdateFlagSettingsResponseBody } from '../types/featureFlags.ts';

/**
 * Changes the settings of feature flags in a project: entities, labels and environments.
 * PATCH /v1/projects/{projectIdOrName}/feature-flags/settings
 */
export const featureFlagsUpdateFlagSettings: Operation<UpdateFlagSettingsRequest, UpdateFlagSettingsResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/projects/{projectIdOrName}/feature-flags/settings?T body=json',
  () => import('../schemas/featureFlagsUpdateFlagSettings.ts'),
);
