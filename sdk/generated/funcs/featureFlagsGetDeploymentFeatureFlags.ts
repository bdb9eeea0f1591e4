// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDeploymentFeatureFlagsRequest, GetDeploymentFeatureFlagsResponseBody } from '../types/featureFlags.ts';

/**
 * Lists the feature flags that a deployment reported to have in its code.
 * GET /v1/deployments/{deploymentId}/feature-flags
 */
export const featureFlagsGetDeploymentFeatureFlags: Operation<GetDeploymentFeatureFlagsRequest, GetDeploymentFeatureFlagsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/deployments/{deploymentId}/feature-flags?T',
  () => import('../schemas/featureFlagsGetDeploymentFeatureFlags.ts'),
);
