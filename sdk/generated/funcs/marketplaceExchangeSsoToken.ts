// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { ExchangeSsoTokenRequest, ExchangeSsoTokenResponseBody } from '../types/marketplace.ts';

/**
 * Trades the code of a single sign-on redirect for an identity token of the signed-in person.
 * POST /v1/integrations/sso/token
 */
export const marketplaceExchangeSsoToken: Operation<ExchangeSsoTokenRequest, ExchangeSsoTokenResponseBody> = /* @__PURE__ */ operation(
  'POST /v1/integrations/sso/token body=root anonymous',
  () => import('../schemas/marketplaceExchangeSsoToken.ts'),
);
