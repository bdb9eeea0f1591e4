// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { integrationsGetBillingPlans } from './integrationsGetBillingPlans.ts';

/**
 * Lists the billing plans of one product of an integration.
 * GET /v1/integrations/integration/{integrationIdOrSlug}/products/{productIdOrSlug}/plans
 * @deprecated Its name is integrations.getBillingPlans now.
 */
export const getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans: typeof integrationsGetBillingPlans = integrationsGetBillingPlans;
