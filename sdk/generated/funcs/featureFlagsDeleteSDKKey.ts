// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteSDKKeyRequest, DeleteSDKKeyResponseBody } from '../types/featureFlags.ts';

/**
 * Deletes a key with which an application reads feature flags.
 * DELETE /v1/projects/{projectIdOrName}/feature-flags/sdk-keys/{hashKey}
 */
export const featureFlagsDeleteSDKKey: Operation<DeleteSDKKeyRequest, DeleteSDKKeyResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v1/projects/{projectIdOrName}/feature-flags/sdk-keys/{hashKey}?T accept=*/*',
  () => import('../schemas/featureFlagsDeleteSDKKey.ts'),
);
