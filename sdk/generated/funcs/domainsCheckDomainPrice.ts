// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { CheckDomainPriceRequest, CheckDomainPriceResponseBody } from '../types/domains.ts';

/**
 * Quotes what it costs to buy, renew, transfer or redeem a domain.
 * GET /v4/domains/price
 * @deprecated No longer in the description of the API.
 */
export const domainsCheckDomainPrice: Operation<CheckDomainPriceRequest, CheckDomainPriceResponseBody> = /* @__PURE__ */ operation(
  'GET /v4/domains/price?name&type&T',
  () => import('../schemas/domainsCheckDomainPrice.ts'),
);
