// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetTldPriceRequest, GetTldPriceResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Quotes the prices of one top-level domain: purchase, renewal and transfer.
 * GET /v1/registrar/tlds/{tld}/price
 */
export const domainsRegistrarGetTldPrice: Operation<GetTldPriceRequest, GetTldPriceResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/registrar/tlds/{tld}/price?years&teamId anonymous',
  () => import('../schemas/domainsRegistrarGetTldPrice.ts'),
);
