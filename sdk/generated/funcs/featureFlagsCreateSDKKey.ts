// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateSDKKeyRequest, CreateSDKKeyResponseBody } from '../types/featureFlags.ts';

/**
 * Creates a key with which an application reads the feature flags of a project.
 * PUT /v1/projects/{projectIdOrName}/feature-flags/sdk-keys
 */
export const featureFlagsCreateSDKKey: Operation<CreateSDKKeyRequest, CreateSDKKeyResponseBody> = /* @__PURE__ */ operation(
  'PUT /v1/projects/{projectIdOrName}/feature-flags/sdk-keys?T body=json',
  () => import('../schemas/featureFlagsCreateSDKKey.ts'),
);
