// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function updateIntegrationDeploymentAction(platform: Platform): Promise<void> {
  await platform.integrations.updateIntegrationDeploymentAction({ deploymentId: '<deployment_id>', integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>', action: '<action>' });
}

export async function gitNamespaces(platform: Platform): Promise<void> {
  const answer = await platform.integrations.gitNamespaces();
  console.log(answer);
}

export async function searchRepo(platform: Platform): Promise<void> {
  const answer = await platform.integrations.searchRepo();
  console.log(answer);
}

export async function getBillingPlans(platform: Platform): Promise<void> {
  const answer = await platform.integrations.getBillingPlans({ integrationIdOrSlug: '<integration_id_or_slug>', productIdOrSlug: '<product_id_or_slug>' });
  console.log(answer);
}

export async function connectIntegrationResourceToProject(platform: Platform): Promise<void> {
  await platform.integrations.connectIntegrationResourceToProject({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>' });
}

export async function getConfigurations(platform: Platform): Promise<void> {
  const answer = await platform.integrations.getConfigurations({ view: 'account' });
  console.log(answer);
}

export async function getConfiguration(platform: Platform): Promise<void> {
  const answer = await platform.integrations.getConfiguration({ id: '<id>' });
  console.log(answer);
}

export async function deleteConfiguration(platform: Platform): Promise<void> {
  await platform.integrations.deleteConfiguration({ id: '<id>' });
}

export async function getConfigurationProducts(platform: Platform): Promise<void> {
  const answer = await platform.integrations.getConfigurationProducts({ id: '<id>' });
  console.log(answer);
}

export async function createIntegrationStoreDirect(platform: Platform): Promise<void> {
  const answer = await platform.integrations.createIntegrationStoreDirect();
  console.log(answer);
}
