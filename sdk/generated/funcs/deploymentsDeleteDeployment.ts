// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteDeploymentRequest, DeleteDeploymentResponseBody } from '../types/deployments.ts';

/**
 * Deletes a deployment, named by id or URL.
 * DELETE /v13/deployments/{id}
 */
export const deploymentsDeleteDeployment: Operation<DeleteDeploymentRequest, DeleteDeploymentResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v13/deployments/{id}?url&T',
  () => import('../schemas/deploymentsDeleteDeployment.ts'),
);
