// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { BuyDomainRequest, BuyDomainResponseBody } from '../types/domains.ts';

/**
 * Buys a domain at the stated price; this spends money.
 * POST /v5/domains/buy
 * @deprecated No longer in the description of the API.
 */
export const domainsBuyDomain: Operation<BuyDomainRequest, BuyDomainResponseBody> = /* @__PURE__ */ operation(
  'POST /v5/domains/buy?T body=json',
  () => import('../schemas/domainsBuyDomain.ts'),
);
