// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ListTeamFlagSettingsRequest, ListTeamFlagSettingsResponseBody } from '../types/featureFlags.ts';

/**
 * Lists the settings of feature flags of all projects of a team.
 * GET /v1/teams/{teamId}/feature-flags/settings
 */
export const featureFlagsListTeamFlagSettings: Operation<ListTeamFlagSettingsRequest, ListTeamFlagSettingsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/teams/{teamId}/feature-flags/settings?limit&cursor&slug',
  () => import('../schemas/featureFlagsListTeamFlagSettings.ts'),
);
