// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
export { marketplaceExchangeSsoToken as authenticationExchangeSsoToken } from './marketplaceExchangeSsoToken.ts';
