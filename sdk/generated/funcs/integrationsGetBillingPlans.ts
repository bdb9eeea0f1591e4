// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
export { getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans as integrationsGetBillingPlans } from './getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans.ts';
