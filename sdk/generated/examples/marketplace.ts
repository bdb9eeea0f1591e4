// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function exchangeSsoToken(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.exchangeSsoToken({ code: 'code', clientId: 'client_id', clientSecret: 'client_secret', grantType: 'authorization_code' });
  console.log(answer);
}

export async function updateInstallation(platform: Platform): Promise<void> {
  await platform.marketplace.updateInstallation({ integrationConfigurationId: '<integration_configuration_id>' });
}

export async function getAccountInfo(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.getAccountInfo({ integrationConfigurationId: '<integration_configuration_id>' });
  console.log(answer);
}

export async function getMember(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.getMember({ integrationConfigurationId: '<integration_configuration_id>', memberId: '<member_id>' });
  console.log(answer);
}

export async function rotateInstallationCredential(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.rotateInstallationCredential({ integrationConfigurationId: '<integration_configuration_id>' });
  console.log(answer);
}

export async function revokeInstallationCredential(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.revokeInstallationCredential({ integrationConfigurationId: '<integration_configuration_id>' });
  console.log(answer);
}

export async function createEvent(platform: Platform): Promise<void> {
  await platform.marketplace.createEvent({ integrationConfigurationId: '<integration_configuration_id>', requestBody: { event: { type: 'installation.updated' } } });
}

export async function getIntegrationResources(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.getIntegrationResources({ integrationConfigurationId: '<integration_configuration_id>' });
  console.log(answer);
}

export async function getIntegrationResource(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.getIntegrationResource({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>' });
  console.log(answer);
}

export async function deleteIntegrationResource(platform: Platform): Promise<void> {
  await platform.marketplace.deleteIntegrationResource({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>' });
}

export async function importResource(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.importResource({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>' });
  console.log(answer);
}

export async function updateResource(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.updateResource({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>' });
  console.log(answer);
}

export async function submitBillingData(platform: Platform): Promise<void> {
  await platform.marketplace.submitBillingData({ integrationConfigurationId: '<integration_configuration_id>', requestBody: { timestamp: new Date('2026-01-31T12:00:00Z'), eod: new Date('2026-01-31T12:00:00Z'), period: { start: new Date('2026-01-31T12:00:00Z'), end: new Date('2026-01-31T12:00:00Z') }, billing: { items: [{ billingPlanId: 'billing_plan_id', name: 'name', price: 'price', quantity: 1, units: 'units', total: 'total' }] }, usage: [{ name: 'name', type: 'total', units: 'units', dayValue: 1, periodValue: 1 }] } });
}

export async function submitInvoice(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.submitInvoice({ integrationConfigurationId: '<integration_configuration_id>', requestBody: { invoiceDate: new Date('2026-01-31T12:00:00Z'), period: { start: new Date('2026-01-31T12:00:00Z'), end: new Date('2026-01-31T12:00:00Z') }, items: [{ billingPlanId: 'billing_plan_id', name: 'name', price: 'price', quantity: 1, units: 'units', total: 'total' }] } });
  console.log(answer);
}

export async function finalizeInstallation(platform: Platform): Promise<void> {
  await platform.marketplace.finalizeInstallation({ integrationConfigurationId: '<integration_configuration_id>' });
}

export async function getInvoice(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.getInvoice({ integrationConfigurationId: '<integration_configuration_id>', invoiceId: '<invoice_id>' });
  console.log(answer);
}

export async function updateInvoice(platform: Platform): Promise<void> {
  await platform.marketplace.updateInvoice({ integrationConfigurationId: '<integration_configuration_id>', invoiceId: '<invoice_id>', requestBody: { action: 'refund', reason: 'reason', total: 'total' } });
}

export async function submitPrepaymentBalances(platform: Platform): Promise<void> {
  await platform.marketplace.submitPrepaymentBalances({ integrationConfigurationId: '<integration_configuration_id>' });
}

export async function updateResourceSecrets(platform: Platform): Promise<void> {
  await platform.marketplace.updateResourceSecrets({ integrationConfigurationId: '<integration_configuration_id>', integrationProductIdOrSlug: '<integration_product_id_or_slug>', resourceId: '<resource_id>', requestBody: { secrets: [{ name: 'name', value: 'value' }] } });
}

export async function updateResourceSecretsById(platform: Platform): Promise<void> {
  await platform.marketplace.updateResourceSecretsById({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>' });
}

export async function createInstallationIntegrationConfiguration(platform: Platform): Promise<void> {
  await platform.marketplace.createInstallationIntegrationConfiguration({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>' });
}

export async function updateInstallationIntegrationConfiguration(platform: Platform): Promise<void> {
  await platform.marketplace.updateInstallationIntegrationConfiguration({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>', itemId: '<item_id>' });
}

export async function deleteInstallationIntegrationConfiguration(platform: Platform): Promise<void> {
  await platform.marketplace.deleteInstallationIntegrationConfiguration({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>', itemId: '<item_id>' });
}

export async function headInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig(platform: Platform): Promise<void> {
  await platform.marketplace.headInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>' });
}

export async function createInstallationIntegrationEdgeConfig(platform: Platform): Promise<void> {
  await platform.marketplace.createInstallationIntegrationEdgeConfig({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>' });
}

export async function getInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.getInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>' });
  console.log(answer);
}

export async function replaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.replaceInstallationsByIntegrationConfigurationIdResourcesByResourceIdExperimentationGlobalConfig({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>' });
  console.log(answer);
}

export async function updateInstallationIntegrationEdgeConfig(platform: Platform): Promise<void> {
  const answer = await platform.marketplace.updateInstallationIntegrationEdgeConfig({ integrationConfigurationId: '<integration_configuration_id>', resourceId: '<resource_id>' });
  console.log(answer);
}
