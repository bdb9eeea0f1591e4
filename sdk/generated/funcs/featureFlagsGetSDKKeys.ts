// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetSDKKeysRequest, GetSDKKeysResponseBody } from '../types/featureFlags.ts';

/**
 * Get sdkkeys (GET /projects/{projectIdOrName}/feature-flags/sdk-keys).
 * GET /v1/projects/{projectIdOrName}/feature-flags/sdk-keys
 */
export const featureFlagsGetSDKKeys: Operation<GetSDKKeysRequest, GetSDKKeysResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/projects/{projectIdOrName}/feature-flags/sdk-keys?T',
  () => import('../schemas/featureFlagsGetSDKKeys.ts'),
);
