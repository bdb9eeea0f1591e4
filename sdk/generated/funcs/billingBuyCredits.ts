// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { BuyCreditsRequest, BuyCreditsResponseBody } from '../types/billing.ts';

/**
 * Buy credits (POST /billing/buy).
 * POST /v1/billing/buy
 */
export const billingBuyCredits: Operation<BuyCreditsRequest, BuyCreditsResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/billing/buy?source&T body=json',
  () => import('../schemas/billingBuyCredits.ts'),
);
