// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans(platform: Platform): Promise<void> {
  const answer = await platform.getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans({ integrationIdOrSlug: '<integration_id_or_slug>', productIdOrSlug: '<product_id_or_slug>' });
  console.log(answer);
}

export async function replaceDomainsByDomainRecords(platform: Platform): Promise<void> {
  const answer = await platform.replaceDomainsByDomainRecords({ domain: '<domain>' });
  console.log(answer);
}

export async function getDomainsRecordsByRecordId(platform: Platform): Promise<void> {
  const answer = await platform.getDomainsRecordsByRecordId({ recordId: '<record_id>' });
  console.log(answer);
}

export async function createApiKeys(platform: Platform): Promise<void> {
  const answer = await platform.createApiKeys({ purpose: 'purpose' });
  console.log(answer);
}

export async function createObservabilityQuery(platform: Platform): Promise<void> {
  const answer = await platform.createObservabilityQuery({ metric: 'metric', scope: {} });
  console.log(answer);
}

export async function getObservabilitySchema(platform: Platform): Promise<void> {
  const answer = await platform.getObservabilitySchema();
  console.log(answer);
}

export async function getObservabilitySchemaByMetricId(platform: Platform): Promise<void> {
  const answer = await platform.getObservabilitySchemaByMetricId({ metricId: '<metric_id>' });
  console.log(answer);
}

export async function createSpeedInsightsToggle(platform: Platform): Promise<void> {
  const answer = await platform.createSpeedInsightsToggle({ projectId: 'project_id' });
  console.log(answer);
}

export async function createWebInsightsToggle(platform: Platform): Promise<void> {
  const answer = await platform.createWebInsightsToggle({ projectId: 'project_id' });
  console.log(answer);
}
