// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetBulkPriceRequest, GetBulkPriceResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Quotes the prices of several domains at once.
 * POST /v1/registrar/domains/price
 */
export const domainsRegistrarGetBulkPrice: Operation<GetBulkPriceRequest, GetBulkPriceResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/registrar/domains/price?teamId body=json anonymous',
  () => import('../schemas/domainsRegistrarGetBulkPrice.ts'),
);
