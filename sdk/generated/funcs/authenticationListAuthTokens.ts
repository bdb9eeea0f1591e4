// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type BareOperation, operation } from '../../runtime/operation.ts';
import type { ListAuthTokensResponseBody } from '../types/authentication.ts';

/**
 * Lists the access tokens of the signed-in user, without their secret part.
 * GET /v6/user/tokens
 */
export const authenticationListAuthTokens: BareOperation<ListAuthTokensResponseBody> = /* @__PURE__ */ operation(
  'GET /v6/user/tokens bare',
  () => import('../schemas/authenticationListAuthTokens.ts'),
);
