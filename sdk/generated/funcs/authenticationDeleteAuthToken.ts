// Generated from sdk/catalogue by sdk/generator; edits are overwritten.
import { type Operation, operation } from '../../runtime/operation.ts';
import type { DeleteAuthTokenRequest, DeleteAuthTokenResponseBody } from '../types/authentication.ts';

/**
 * Revokes one access token.
 * DELETE /v3/user/tokens/{tokenId}
 */
export const authenticationDeleteAuthToken: Operation<DeleteAuthTokenRequest, DeleteAuthTokenResponseBody> = /* @__PURE__ */ operation(
  'DELETE /v3/user/tokens/{tokenId}',
  () => import('../schemas/authenticationDeleteAuthToken.ts'),
);
