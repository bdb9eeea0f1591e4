// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlansRequest, GetV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlansResponseBody } from '../types/client.ts';

/**
 * Lists the billing plans of one product of an integration.
 * GET /v1/integrations/integration/{integrationIdOrSlug}/products/{productIdOrSlug}/plans
 */
export const getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans: Operation<GetV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlansRequest, GetV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlansResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/integrations/integration/{integrationIdOrSlug}/products/{productIdOrSlug}/plans?metadata&T',
  () => import('../schemas/getV1IntegrationsIntegrationIntegrationIdOrSlugProductsProductIdOrSlugPlans.ts'),
);
