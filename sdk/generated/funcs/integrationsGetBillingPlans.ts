// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetBillingPlansRequest, GetBillingPlansResponseBody } from '../types/integrations.ts';

/**
 * Lists the billing plans of one product of an integration.
 * GET /v1/integrations/integration/{integrationIdOrSlug}/products/{productIdOrSlug}/plans
 */
export const integrationsGetBillingPlans: Operation<GetBillingPlansRequest, GetBillingPlansResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/integrations/integration/{integrationIdOrSlug}/products/{productIdOrSlug}/plans?integrationConfigurationId&metadata&source&T',
  () => import('../schemas/integrationsGetBillingPlans.ts'),
);
