// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { SubmitPrepaymentBalancesRequest, SubmitPrepaymentBalancesResponseBody } from '../types/marketplace.ts';

/**
 * Reports the prepaid balances that are left.
 * POST /v1/installations/{integrationConfigurationId}/billing/balance
 */
export const marketplaceSubmitPrepaymentBalances: Operation<SubmitPrepaymentBalancesRequest, SubmitPrepaymentBalancesResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/installations/{integrationConfigurationId}/billing/balance body=json accept=*/*',
  () => import('../schemas/marketplaceSubmitPrepaymentBalances.ts'),
);
