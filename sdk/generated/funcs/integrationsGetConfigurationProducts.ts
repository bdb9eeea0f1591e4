// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetConfigurationProductsRequest, GetConfigurationProductsResponseBody } from '../types/integrations.ts';

/**
 * Lists the products an installed integration offers.
 * GET /v1/integrations/configuration/{id}/products
 */
export const integrationsGetConfigurationProducts: Operation<GetConfigurationProductsRequest, GetConfigurationProductsResponseBody> = /* @__PURE__ */ operation(
  'GET /v1/integrations/configuration/{id}/products?T',
  () => import('../schemas/integrationsGetConfigurationProducts.ts'),
);
