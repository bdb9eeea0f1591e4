// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getDeploymentEvents(platform: Platform): Promise<void> {
  const answer = await platform.deployments.getDeploymentEvents({ idOrUrl: '<id_or_url>' });
  console.log(answer);
}

export async function updateIntegrationDeploymentAction(platform: Platform): Promise<void> {
  await platform.deployments.updateIntegrationDeploymentAction({ deploymentId: '<deployment_id>', integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>', action: '<action>' });
}

export async function getDeployment(platform: Platform): Promise<void> {
  const answer = await platform.deployments.getDeployment({ idOrUrl: '<id_or_url>' });
  console.log(answer);
}

export async function createDeployment(platform: Platform): Promise<void> {
  const answer = await platform.deployments.createDeployment({ requestBody: { name: 'name' } });
  console.log(answer);
}

export async function cancelDeployment(platform: Platform): Promise<void> {
  const answer = await platform.deployments.cancelDeployment({ id: '<id>' });
  console.log(answer);
}

export async function uploadFile(platform: Platform): Promise<void> {
  const answer = await platform.deployments.uploadFile();
  console.log(answer);
}

export async function listDeploymentFiles(platform: Platform): Promise<void> {
  const answer = await platform.deployments.listDeploymentFiles({ id: '<id>' });
  console.log(answer);
}

export async function getDeploymentFileContents(platform: Platform): Promise<void> {
  const answer = await platform.deployments.getDeploymentFileContents({ id: '<id>', fileId: '<file_id>' });
  console.log(answer);
}

export async function getDeployments(platform: Platform): Promise<void> {
  const answer = await platform.deployments.getDeployments();
  console.log(answer);
}

export async function deleteDeployment(platform: Platform): Promise<void> {
  const answer = await platform.deployments.deleteDeployment({ id: '<id>' });
  console.log(answer);
}
