// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { deploymentsUpdateIntegrationDeploymentAction } from './deploymentsUpdateIntegrationDeploymentAction.ts';

/**
 * Reports how an integration's action on a deployment is going.
 * PATCH /v1/deployments/{deploymentId}/integrations/{integrationConfigurationId}/resources/{resourceId}/actions/{action}
 */
export const integrationsUpdateIntegrationDeploymentAction: typeof deploymentsUpdateIntegrationDeploymentAction = deploymentsUpdateIntegrationDeploymentAction;
