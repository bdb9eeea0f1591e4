// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { billingBuyCredits } from '../funcs/billingBuyCredits.ts';
import type { BuyCreditsRequest, BuyCreditsResponseBody } from '../types/billing.ts';

export class Billing {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Buys prepaid credits; this spends money.
   * POST /v1/billing/buy
   */
  buyCredits(request: BuyCreditsRequest, options?: CallOptions): CallPromise<BuyCreditsResponseBody> {
    return asValue(billingBuyCredits(this.#core, request, options));
  }
}
