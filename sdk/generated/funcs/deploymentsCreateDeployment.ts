// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CreateDeploymentRequest, CreateDeploymentResponseBody } from '../types/deployments.ts';

/**
 * Starts a deployment from uploaded files, a Git reference or an earlier deployment.
 * POST /v13/deployments
 */
export const deploymentsCreateDeployment: Operation<CreateDeploymentRequest, CreateDeploymentResponseBody> = /* @__PURE__ */ operation(
  'POST /v13/deployments?forceNew&skipAutoDetectionConfirmation&T body=json',
  () => import('../schemas/deploymentsCreateDeployment.ts'),
);
