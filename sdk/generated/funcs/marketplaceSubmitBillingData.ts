// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { SubmitBillingDataRequest, SubmitBillingDataResponseBody } from '../types/marketplace.ts';

/**
 * Reports interim usage and cost of an installation for the running period.
 * POST /v1/installations/{integrationConfigurationId}/billing
 */
export const marketplaceSubmitBillingData: Operation<SubmitBillingDataRequest, SubmitBillingDataResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/installations/{integrationConfigurationId}/billing body=json accept=*/*',
  () => import('../schemas/marketplaceSubmitBillingData.ts'),
);
