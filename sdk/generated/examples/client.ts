// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { Platform } from '../../index.ts';

export async function getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans(platform: Platform): Promise<void> {
  const answer = await platform.getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans({ integrationIdOrSlug: '<integration_id_or_slug>', productIdOrSlug: '<product_id_or_slug>' });
  console.log(answer);
}
