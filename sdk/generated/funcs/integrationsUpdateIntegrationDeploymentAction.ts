// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
export { deploymentsUpdateIntegrationDeploymentAction as integrationsUpdateIntegrationDeploymentAction } from './deploymentsUpdateIntegrationDeploymentAction.ts';
