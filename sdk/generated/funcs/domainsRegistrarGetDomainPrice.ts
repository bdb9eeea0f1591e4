// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetDomainPriceRequest, GetDomainPriceResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Quotes what it costs to buy, renew or transfer one domain.
 * GET /v1/registrar/domains/{domain}/price
 */
export const domainsRegistrarGetDomainPrice: Operation<GetDomainPriceRequest, GetDomainPriceResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/registrar/domains/{domain}/price?years&teamId anonymous',
  () => import('../schemas/domainsRegistrarGetDomainPrice.ts'),
);
