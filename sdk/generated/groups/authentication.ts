// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import type { PlatformCore } from '../../runtime/core.ts';
import type { CallOptions } from '../../runtime/options.ts';
import { type CallPromise, asValue } from '../../runtime/result.ts';
import { marketplaceExchangeSsoToken } from '../funcs/marketplaceExchangeSsoToken.ts';
import { authenticationListAuthTokens } from '../funcs/authenticationListAuthTokens.ts';
import { authenticationCreateAuthToken } from '../funcs/authenticationCreateAuthToken.ts';
import { authenticationGetAuthToken } from '../funcs/authenticationGetAuthToken.ts';
import { authenticationDeleteAuthToken } from '../funcs/authenticationDeleteAuthToken.ts';
import type { ExchangeSsoTokenRequest, ExchangeSsoTokenResponseBody } from '../types/marketplace.ts';
import type { CreateAuthTokenRequest, CreateAuthTokenResponseBody, DeleteAuthTokenRequest, DeleteAuthTokenResponseBody, GetAuthTokenRequest, GetAuthTokenResponseBody, ListAuthTokensResponseBody } from '../types/authentication.ts';

export class Authentication {
  readonly #core: PlatformCore;

  constructor(core: PlatformCore) {
    this.#core = core;
  }

  /**
   * Trades the code of a single sign-on redirect for an identity token of the signed-in person.
   * POST /v1/integrations/sso/token
   */
  exchangeSsoToken(request: ExchangeSsoTokenRequest, options?: CallOptions): CallPromise<ExchangeSsoTokenResponseBody> {
    return asValue(marketplaceExchangeSsoToken(this.#core, request, options));
  }

  /**
   * Lists the access tokens of the signed-in user, without their secret part.
   * GET /v6/user/tokens
   */
  listAuthTokens(options?: CallOptions): CallPromise<ListAuthTokensResponseBody> {
    return asValue(authenticationListAuthTokens(this.#core, options));
  }

  /**
   * Creates an access token; the answer is the only place its secret part appears.
   * POST /v3/user/tokens
   */
  createAuthToken(request: CreateAuthTokenRequest, options?: CallOptions): CallPromise<CreateAuthTokenResponseBody> {
    return asValue(authenticationCreateAuthToken(this.#core, request, options));
  }

  /**
   * Reads what is known about one access token; never its secret part.
   * GET /v5/user/tokens/{tokenId}
   */
  getAuthToken(request: GetAuthTokenRequest, options?: CallOptions): CallPromise<GetAuthTokenResponseBody> {
    return asValue(authenticationGetAuthToken(this.#core, request, options));
  }

  /**
   * Revokes one access token.
   * DELETE /v3/user/tokens/{tokenId}
   */
  deleteAuthToken(request: DeleteAuthTokenRequest, options?: CallOptions): CallPromise<DeleteAuthTokenResponseBody> {
    return asValue(authenticationDeleteAuthToken(this.#core, request, options));
  }
}
