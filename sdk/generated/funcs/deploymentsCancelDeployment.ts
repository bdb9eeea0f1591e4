// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CancelDeploymentRequest, CancelDeploymentResponseBody } from '../types/deployments.ts';

/**
 * Stops a deployment that is still building.
 * PATCH /v12/deployments/{id}/cancel
 */
export const deploymentsCancelDeployment: Operation<CancelDeploymentRequest, CancelDeploymentResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v12/deployments/{id}/cancel?T',
  () => import('../schemas/deploymentsCancelDeployment.ts'),
);
