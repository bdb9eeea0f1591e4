// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetSDKKeysRequest, GetSDKKeysResponseBody } from '../types/featureFlags.ts';

/**
 * Lists the keys with which applications read the feature flags of a project.
 * GET /v1/projects/{projectIdOrName}/feature-flags/sdk-keys
 */
export const featureFlagsGetSDKKeys: Operation<GetSDKKeysRequest, GetSDKKeysResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{projectIdOrName}/feature-flags/sdk-keys?T',
  () => import('../schemas/featureFlagsGetSDKKeys.ts'),
);
