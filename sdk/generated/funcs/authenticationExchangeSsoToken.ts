// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { marketplaceExchangeSsoToken } from './marketplaceExchangeSsoToken.ts';

/**
 * Trades the code of a single sign-on redirect for an identity token of the signed-in person.
 * POST /v1/integrations/sso/token
 */
export const authenticationExchangeSsoToken: typeof marketplaceExchangeSsoToken = marketplaceExchangeSsoToken;
