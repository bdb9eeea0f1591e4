// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { UpdateIntegrationDeploymentActionRequest, UpdateIntegrationDeploymentActionResponseBody } from '../types/deployments.ts';

/**
 * Reports how an integration's action on a deployment is going.
 * PATCH /v1/deployments/{deploymentId}/integrations/{integrationConfigurationId}/resources/{resourceId}/actions/{action}
 */
export const deploymentsUpdateIntegrationDeploymentAction: Operation<UpdateIntegrationDeploymentActionRequest, UpdateIntegrationDeploymentActionResponseBody> = /* @__PURE__ */ operation(
  'PATCH /v1/deployments/{deploymentId}/integrations/{integrationConfigurationId}/resources/{resourceId}/actions/{action} body=json accept=*/*',
  () => import('../schemas/deploymentsUpdateIntegrationDeploymentAction.ts'),
);
