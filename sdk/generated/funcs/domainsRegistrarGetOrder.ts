// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetOrderRequest, GetOrderResponseBody } from '../types/domainsRegistrar.ts';

/**
 * Reads an order of domains and how far it is.
 * GET /v1/registrar/orders/{orderId}
 */
export const domainsRegistrarGetOrder: Operation<GetOrderRequest, GetOrderResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/registrar/orders/{orderId}?teamId',
  () => import('../schemas/domainsRegistrarGetOrder.ts'),
);
