// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { GetAuthTokenRequest, GetAuthTokenResponseBody } from '../types/authentication.ts';

/**
 * Reads what is known about one access token; never its secret part.
 * GET /v5/user/tokens/{tokenId}
 */
export const authenticationGetAuthToken: Operation<GetAuthTokenRequest, GetAuthTokenResponseBody> = /* @__PURE__ */ operation(
  'GET /v5/user/tokens/{tokenId}',
  () => import('../schemas/authenticationGetAuthToken.ts'),
);
