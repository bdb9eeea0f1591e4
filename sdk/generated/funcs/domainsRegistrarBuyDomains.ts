// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { BuyDomainsRequest, BuyDomainsResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Buys several domains in one order; this spends money.
 * POST /v1/registrar/domains/buy
 */
export const domainsRegistrarBuyDomains: Operation<BuyDomainsRequest, BuyDomainsResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/registrar/domains/buy?teamId body=json',
  () => import('../schemas/domainsRegistrarBuyDomains.ts'),
);
